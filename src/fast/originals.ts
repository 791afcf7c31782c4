import type { Response } from "express";

/**
 * Patterns in the source text of Node's and Express's own methods. Functions cannot be compared by identity, because
 * the host may use another copy of Express.
 */
const marks = {
  setHeader: /\[kOutHeaders\]/,
  write: /\[kNeedDrain\]/,
  end: /\bonFinish\b/,
  json: /["'`]json escape["'`]/,
  send: /["'`]etag fn["'`]/,
};

type MethodName = keyof typeof marks;

/* eslint-disable @typescript-eslint/unbound-method -- the methods are compared, and not called */

/** One function for each name: V8 reads a member by a variable name several times more slowly. */
const methods: Readonly<Record<MethodName, (res: Response) => unknown>> = {
  setHeader: (res) => res.setHeader,
  write: (res) => res.write,
  end: (res) => res.end,
  json: (res) => res.json,
  send: (res) => res.send,
};

/* eslint-enable @typescript-eslint/unbound-method */

/** The last recognized method of each name: most processes have only one for each name. */
const recognized: Partial<Record<MethodName, unknown>> = {};

/** True if the response's method is Node's or Express's own. */
export function isOriginal(res: Response, name: MethodName): boolean {
  const method = methods[name](res);
  if (method === recognized[name]) return true;
  if (typeof method !== "function" || !marks[name].test(Function.prototype.toString.call(method))) {
    return false;
  }
  recognized[name] = method;
  return true;
}
