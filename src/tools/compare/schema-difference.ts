import type { FindingKind } from "./finding-kinds";
import type { DifferenceLists, Direction, Effect, Pair } from "./difference";
import type { Conjunction, TypedAlternative } from "./value-alternatives";

/** One difference between two schemas, at any depth. */
export interface SchemaDifference {
  readonly kind: FindingKind;
  /** The path from the value that the schemas describe: `["owner", "name"]`; the step `[]` leads to a list's items. */
  readonly path: readonly string[];
  /** The difference in words that follow the name of the place: `was removed`. */
  readonly text: string;
  readonly effect: Effect;
  /** The innermost component that contains the place, and the path from this component. */
  readonly component?: { readonly name: string; readonly path: readonly string[] };
  readonly lists?: DifferenceLists | undefined;
}

/** The state of a comparison of two schemas, by which their subschemas are compared. */
export interface SchemaComparison {
  readonly compare: (pair: Pair<Conjunction>) => readonly SchemaDifference[];
  /** Calls `compare` for two lists of schemas, unless this pair of this `kind` was compared before. */
  readonly once: (
    kind: string,
    pair: Pair<Conjunction>,
    compare: () => readonly SchemaDifference[],
  ) => readonly SchemaDifference[];
  readonly direction: Direction;
  /** The component that both alternatives refer to, or the component within them that declares a property. */
  readonly componentOf: (pair: Pair<TypedAlternative>, property?: string) => string | undefined;
}

/** A difference of the value itself, not of a property; `lists` for a difference of `enum` or `required`. */
export function differenceOf(
  kind: FindingKind,
  text: string,
  effect: Effect,
  lists?: DifferenceLists,
): SchemaDifference {
  return { kind, path: [], text, effect, lists };
}

/** The difference of one keyword of the value itself; `was` or `is` is undefined if that schema lacks the keyword. */
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

/** Moves differences to a place within the value, by adding the place before their paths. */
export function at(place: string, differences: readonly SchemaDifference[]): readonly SchemaDifference[] {
  return differences.map((one) => ({ ...one, path: [place, ...one.path] }));
}

/** Assigns a component to the differences that no inner component contains. */
export function inComponent(
  name: string | undefined,
  differences: readonly SchemaDifference[],
): readonly SchemaDifference[] {
  if (name === undefined) return differences;
  return differences.map((one) => (one.component ? one : { ...one, component: { name, path: one.path } }));
}
