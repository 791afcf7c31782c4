import type { FindingKind } from "./finding-kinds";
import type { DifferenceLists, Direction, Effect, Pair } from "./difference";
import type { Conjunction, TypedAlternative } from "./value-alternatives";

/** One difference between two schemas, at any depth. */
export interface SchemaDifference {
  readonly kind: FindingKind;
  /** The path: `["owner", "name"]`. The step `[]` means the items of a list. */
  readonly path: readonly string[];
  /** The words after the name of the place, such as `was removed`. */
  readonly text: string;
  readonly effect: Effect;
  /** The innermost component around the place, and the path from the component to the place. */
  readonly component?: { readonly name: string; readonly path: readonly string[] };
  readonly lists?: DifferenceLists | undefined;
}

export interface SchemaComparison {
  readonly compare: (pair: Pair<Conjunction>) => readonly SchemaDifference[];
  /** Calls `compare` unless it has already compared this pair with this `kind`. */
  readonly once: (
    kind: string,
    pair: Pair<Conjunction>,
    compare: () => readonly SchemaDifference[],
  ) => readonly SchemaDifference[];
  readonly direction: Direction;
  /** The component that both alternatives refer to, or a component within it that declares `property`. */
  readonly componentOf: (pair: Pair<TypedAlternative>, property?: string) => string | undefined;
}

/** Makes a difference that concerns the value itself, not a member. `lists` are both lists of `enum` or `required`. */
export function differenceOf(
  kind: FindingKind,
  text: string,
  effect: Effect,
  lists?: DifferenceLists,
): SchemaDifference {
  return { kind, path: [], text, effect, lists };
}

/** Makes a difference in a keyword. A side without the keyword is `undefined`. */
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

/** Adds a place to the beginning of the paths of differences. */
export function at(place: string, differences: readonly SchemaDifference[]): readonly SchemaDifference[] {
  return differences.map((one) => ({ ...one, path: [place, ...one.path] }));
}

/** Sets the component of differences that have no component yet. */
export function inComponent(
  name: string | undefined,
  differences: readonly SchemaDifference[],
): readonly SchemaDifference[] {
  if (name === undefined) return differences;
  return differences.map((one) => (one.component ? one : { ...one, component: { name, path: one.path } }));
}
