import type * as V8 from "node:v8";
import { once } from "../model/collections";
import { builtin } from "../model/runtime";
import { takeRejection } from "../model/value";

/**
 * Calls a function, and handles the rejections of all promises that it creates, even of those that it drops.
 *
 * A schema library may start an asynchronous check, drop its promise, and start again, as zod's `~standard.validate`
 * does: the rejection of the first promise would end the process, and only the JavaScript engine still knows that
 * promise.
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

/** Undefined where the runtime has no such hooks. */
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
