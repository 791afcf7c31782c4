import type { App } from "./app";
import { hasInternals } from "../model/app-internals";
import { misfit } from "../model/value";

/** True for an App of any copy of the package. Entry points that only read an App thus need not load its class. */
export function isApp(value: unknown): value is App {
  return hasInternals(value);
}

/** Throws a TypeError if the value is not an App. Its message begins with `call`, the name of the called function. */
export function requireApp(call: string, value: unknown): asserts value is App {
  if (!isApp(value)) {
    throw misfit(`${call}: the first argument`, "an App", value);
  }
}
