import type { EventEmitter } from "node:events";
import { runInThisContext } from "node:vm";

type Listeners = readonly ((...args: unknown[]) => void)[];

const events = ["uncaughtException", "unhandledRejection"] as const;

/** Keeps what is left to the process, which would end a program: between `beforeEach` and `afterEach` of the file that calls it. */
export function recordUncaught(): { readonly errors: unknown[] } {
  const errors: unknown[] = [];
  const keep = (error: unknown): void => void errors.push(error);
  let known: readonly Listeners[] = [];

  beforeEach(() => {
    errors.length = 0;
    // Jest's own listeners would fail the test, although it means to see the error.
    known = events.map((event) => realProcess.rawListeners(event) as unknown as Listeners);
    for (const event of events) realProcess.removeAllListeners(event).on(event, keep);
  });

  afterEach(() => {
    events.forEach((event, i) => {
      realProcess.removeListener(event, keep);
      for (const listener of known[i] ?? []) realProcess.on(event, listener);
    });
  });

  return { errors };
}

/** Jest gives tests a copy of `process`, whose listeners nobody calls. */
const realProcess = runInThisContext("process") as EventEmitter;
