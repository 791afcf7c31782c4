import type { Direction, Effect } from "./difference";
import type { Conjunction } from "./value-variants";

/** One thing that differs between two schemas, somewhere in them. */
export interface SchemaDifference {
  /** The path from the value that the schemas are for: `["owner", "name"]`; `[]` for the items of a list. */
  readonly path: readonly string[];
  /** The difference in words that follow the name of that place: `was removed`. */
  readonly text: string;
  readonly effect: Effect;
}

/** A difference in the keywords of a value itself: its limits, its pattern. */
export interface KeywordDifference {
  readonly text: string;
  readonly effect: Effect;
}

/** Compares two schemas that stand at the same place in two others. */
export interface SchemaComparison {
  readonly compare: (before: Conjunction, after: Conjunction) => readonly SchemaDifference[];
  /** Compares two lists of schemas as something of a kind, unless that was done or is being done. */
  readonly once: (
    kind: string,
    lists: readonly [before: Conjunction, after: Conjunction],
    compare: () => readonly SchemaDifference[],
  ) => readonly SchemaDifference[];
  readonly direction: Direction;
}

/** A difference of the value itself. */
export function said(text: string, effect: Effect): SchemaDifference {
  return { path: [], text, effect };
}

/** Differences of what stands at a place in the value. */
export function at(place: string, differences: readonly SchemaDifference[]): readonly SchemaDifference[] {
  return differences.map((one) => ({ ...one, path: [place, ...one.path] }));
}
