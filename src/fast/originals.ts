import type { Response } from "express";

/**
 * Parts of the source text by which Node's and Express's own methods are recognized: this folder goes around them.
 *
 * Another package may have replaced a method, on any prototype, before this package was loaded or after. Comparing
 * functions by identity would need Express here, and the host's Express may be another copy.
 */
const marks = {
  writeHead: /\[kOutHeaders\]/,
  setHeader: /\[kOutHeaders\]/,
  write: /\[kNeedDrain\]/,
  end: /\bonFinish\b/,
  json: /["'`]json escape["'`]/,
  send: /["'`]etag fn["'`]/,
};

type MethodName = keyof typeof marks;

/* eslint-disable @typescript-eslint/unbound-method -- the methods are compared, and not called */

/** One function for each name: V8 reads a member whose name is a variable several times more slowly. */
const methods: Readonly<Record<MethodName, (res: Response) => unknown>> = {
  writeHead: (res) => res.writeHead,
  setHeader: (res) => res.setHeader,
  write: (res) => res.write,
  end: (res) => res.end,
  json: (res) => res.json,
  send: (res) => res.send,
};

/* eslint-enable @typescript-eslint/unbound-method */

/** The method of each name that was recognized last: most processes have one. */
const recognized: Partial<Record<MethodName, unknown>> = {};

/** True if a method of a response is Node's or Express's own: nobody has replaced it. */
export function isOriginal(res: Response, name: MethodName): boolean {
  const method = methods[name](res);
  if (method === recognized[name]) return true;
  if (typeof method !== "function" || !marks[name].test(Function.prototype.toString.call(method))) {
    return false;
  }
  recognized[name] = method;
  return true;
}
