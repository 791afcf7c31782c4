import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
// The function exists only in contexts that are made after the flag.
export const collectGarbage = runInNewContext("gc") as () => void;

/** Collects garbage, with what is called after it, until something holds or a hundred collections have not made it hold. */
export async function collectUntil(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !holds(); i++) await collectOnce();
}

/** Collects garbage, and gives what is called after a collection its turns. */
export async function collectOnce(): Promise<void> {
  collectGarbage();
  for (let turn = 0; turn < 5; turn++) await setImmediate();
}
