import type { Direction, Effect } from "./change";
import type { Conjunction } from "./forms";

/** What differs between two schemas, somewhere in them. */
export interface Difference {
  /** From the value that the schemas are for: `["owner", "name"]`; `[]` for the items of a list. */
  readonly path: readonly string[];
  /** What follows the name of that place: `was removed`. */
  readonly text: string;
  readonly effect: Effect;
}

/** Compares two schemas that stand at the same place in two others. */
export interface Comparing {
  readonly compare: (before: Conjunction, after: Conjunction) => readonly Difference[];
  /** Compares two lists of schemas as something of a kind, unless that was done or is being done. */
  readonly once: (
    kind: string,
    lists: readonly [before: Conjunction, after: Conjunction],
    compare: () => readonly Difference[],
  ) => readonly Difference[];
  readonly direction: Direction;
}

/** A difference of the value itself. */
export function said(text: string, effect: Effect): Difference {
  return { path: [], text, effect };
}

/** Differences of what stands at a place in the value. */
export function at(place: string, differences: readonly Difference[]): readonly Difference[] {
  return differences.map((one) => ({ ...one, path: [place, ...one.path] }));
}
