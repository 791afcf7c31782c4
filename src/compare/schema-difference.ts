import type { DifferenceLists, Direction, Effect } from "./difference";
import type { Conjunction, TypedVariant } from "./value-variants";

/** One thing that differs between two schemas, somewhere in them. */
export interface SchemaDifference {
  /** The path from the value that the schemas are for: `["owner", "name"]`; `[]` for the items of a list. */
  readonly path: readonly string[];
  /** The difference in words that follow the name of that place: `was removed`. */
  readonly text: string;
  readonly effect: Effect;
  /** The innermost component that holds the place, and the path from there. */
  readonly component?: { readonly name: string; readonly path: readonly string[] };
  readonly lists?: DifferenceLists;
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
  /** The component that two variants are the same one of, or the part of them that declares a property. */
  readonly componentOf: (before: TypedVariant, after: TypedVariant, property?: string) => string | undefined;
}

/** A difference of the value itself. */
export function said(text: string, effect: Effect): SchemaDifference {
  return { path: [], text, effect };
}

/** Differences of what stands at a place in the value. */
export function at(place: string, differences: readonly SchemaDifference[]): readonly SchemaDifference[] {
  return differences.map((one) => ({ ...one, path: [place, ...one.path] }));
}

/** Differences of a component, but for those of another one within it. */
export function inComponent(
  name: string | undefined,
  differences: readonly SchemaDifference[],
): readonly SchemaDifference[] {
  if (name === undefined) return differences;
  return differences.map((one) => (one.component ? one : { ...one, component: { name, path: one.path } }));
}
