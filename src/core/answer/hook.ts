import type { Response } from "express";
import { sharedByCopies } from "../model/copies";

/** A replacement of `res.json`, which sees the values that a handler sends itself. */
export interface Hook {
  /** Calls `send` without the hook, so that a converted value is not converted again. */
  lift(send: () => void): void;
}

// Hot path: V8 sets a property of the response far faster than it adds an entry to a WeakMap.
// Several copies of the package may answer one request: histories of another copy bring the conversions of that copy.
export const hookKey: unique symbol = Symbol.for("versioned-controllers.json-hook");

export interface HookedResponse {
  [hookKey]?: Hook | undefined;
}

export function unhooked(res: Response, send: () => void): void {
  const hook = (res as HookedResponse)[hookKey];
  if (hook) hook.lift(send);
  else send();
}

/** The responses for which a call of `res.json` waits for a promise. */
export const awaited = sharedByCopies("awaited-answers", () => new WeakSet<Response>());
