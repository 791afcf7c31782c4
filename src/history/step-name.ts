import type { Change } from "../model/change";

/** A step by the change that it is of: `"A cat's name is split." (version 3)`; of the newest link there is none. */
export function nameOfStep(change: Change | undefined): string {
  return change ? `${JSON.stringify(change.Description)} (version ${change.Version})` : "the newest version";
}
