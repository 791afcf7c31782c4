import type { Problem } from "../model/problem";
import { isCallable } from "../model/setting";
import { describe, nameOf } from "../model/value";
import { problem } from "./problems";

/** The problem of a route's handler. */
export function checkHandler(where: string, handler: unknown): readonly Problem[] {
  return isCallable(handler) ? [] : [problem("handler-not-a-function", where, describe(handler))];
}

/** The problem of one guard. */
export function checkGuard(where: string, guard: unknown): readonly Problem[] {
  return isCallable(guard) ? [] : [problem("guard-not-a-function", where, describe(guard))];
}

/** The problem of one middleware. */
export function checkMiddleware(where: string, handler: unknown): readonly Problem[] {
  if (!isCallable(handler)) return [problem("middleware-not-a-function", where, describe(handler))];
  if (handler.length < 4) return [];
  return [problem("middleware-with-four-parameters", where, nameOf(handler))];
}
