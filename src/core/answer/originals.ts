import type { Response } from "express";

/** A method is original, and not replaced by other code, if its source code matches the pattern. */
const marks = {
  setHeader: /\[kOutHeaders\]/,
  write: /\[kNeedDrain\]/,
  end: /\bonFinish\b/,
  json: /["'`]json escape["'`]/,
  send: /["'`]etag fn["'`]/,
};

type MethodName = keyof typeof marks;

/* eslint-disable @typescript-eslint/unbound-method -- the methods are compared, and not called */

/** Each method has a function of its own, because V8 reads a member by a variable name several times more slowly. */
const methods: Readonly<Record<MethodName, (res: Response) => unknown>> = {
  setHeader: (res) => res.setHeader,
  write: (res) => res.write,
  end: (res) => res.end,
  json: (res) => res.json,
  send: (res) => res.send,
};

/* eslint-enable @typescript-eslint/unbound-method */

const recognized: Partial<Record<MethodName, unknown>> = {};

/** True if a method of the response is the original method of Node or Express. */
export function isOriginal(res: Response, name: MethodName): boolean {
  const method = methods[name](res);
  if (method === recognized[name]) return true;
  if (typeof method !== "function" || !marks[name].test(Function.prototype.toString.call(method))) {
    return false;
  }
  recognized[name] = method;
  return true;
}
