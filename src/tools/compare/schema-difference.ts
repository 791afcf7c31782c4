import type { FindingKind } from "./finding-kinds";
import type { DifferenceLists, Direction, Effect, Pair } from "./difference";
import type { Conjunction, TypedAlternative } from "./value-alternatives";

/** One difference between two schemas, at any depth. */
export interface SchemaDifference {
  readonly kind: FindingKind;
  /** `["owner", "name"]`; the step `[]` means the items of a list. */
  readonly path: readonly string[];
  /** In words after the name of the place: `was removed`. */
  readonly text: string;
  readonly effect: Effect;
  /** The innermost component around the place, and the path from there. */
  readonly component?: { readonly name: string; readonly path: readonly string[] };
  readonly lists?: DifferenceLists | undefined;
}

/** Compares the schemas within two schemas. */
export interface SchemaComparison {
  readonly compare: (pair: Pair<Conjunction>) => readonly SchemaDifference[];
  /** Calls `compare` unless this pair of this `kind` was compared before. */
  readonly once: (
    kind: string,
    pair: Pair<Conjunction>,
    compare: () => readonly SchemaDifference[],
  ) => readonly SchemaDifference[];
  readonly direction: Direction;
  /** The component that both alternatives refer to, or the one in them that declares a property. */
  readonly componentOf: (pair: Pair<TypedAlternative>, property?: string) => string | undefined;
}

/** A difference of the value itself; `lists` for one of `enum` or `required`. */
export function differenceOf(
  kind: FindingKind,
  text: string,
  effect: Effect,
  lists?: DifferenceLists,
): SchemaDifference {
  return { kind, path: [], text, effect, lists };
}

/** The difference of a keyword of the value itself; undefined for the schema without the keyword. */
export function keywordDifference(
  group: "limit" | "rule",
  keyword: string,
  { was, is }: Pair<string | undefined>,
  effectOfChange: Effect = "breaks",
): SchemaDifference {
  if (is === undefined) {
    return differenceOf(`${group}-removed`, `no longer has ${keyword} ${String(was)}`, "widens");
  }
  if (was === undefined) return differenceOf(`${group}-added`, `now has ${keyword} ${is}`, "narrows");
  return differenceOf(`${group}-changed`, `has ${keyword} ${is} instead of ${was}`, effectOfChange);
}

/** Adds a place to the paths of differences. */
export function at(place: string, differences: readonly SchemaDifference[]): readonly SchemaDifference[] {
  return differences.map((one) => ({ ...one, path: [place, ...one.path] }));
}

/** Assigns a component to the differences that have none yet. */
export function inComponent(
  name: string | undefined,
  differences: readonly SchemaDifference[],
): readonly SchemaDifference[] {
  if (name === undefined) return differences;
  return differences.map((one) => (one.component ? one : { ...one, component: { name, path: one.path } }));
}
