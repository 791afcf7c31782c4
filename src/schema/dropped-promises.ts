import type * as V8 from "node:v8";
import { once } from "../core/model/collections";
import { builtin } from "./interface/runtime";
import { takeRejection } from "../core/model/value";

/**
 * Calls a function, and handles the rejections of all promises created meanwhile. zod's `~standard.validate` may drop
 * the promise of an asynchronous check, and an unhandled rejection would end the process.
 */
export function keepingPromises<Result>(call: () => Result): Result {
  const made: object[] = [];
  const stop = watchPromises()?.((promise) => void made.push(promise));
  try {
    return call();
  } finally {
    stop?.();
    for (const promise of made) takeRejection(promise);
  }
}

type WatchPromises = (made: (promise: object) => void) => () => void;

const watchPromises = once((): WatchPromises | undefined => {
  try {
    const v8 = builtin("node:v8") as Partial<typeof V8> | undefined;
    const hooks = v8?.promiseHooks;
    hooks?.onInit(() => undefined)();
    return hooks && ((made) => hooks.onInit(made) as () => void);
  } catch {
    return undefined;
  }
});

/** Front ends bundle no such test: it saves the watch on promises, which only Node offers. */
let callsNoFunctions: (schema: object) => boolean = () => false;

export function setFunctionTest(test: typeof callsNoFunctions): void {
  callsNoFunctions = test;
}

/** True if a schema certainly drops no promise, because it calls no function. */
export function dropsNoPromise(schema: object): boolean {
  return callsNoFunctions(schema);
}
