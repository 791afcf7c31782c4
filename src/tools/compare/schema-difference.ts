import type { FindingKind } from "./finding-kinds";
import type { DifferenceLists, Direction, Effect, Pair } from "./difference";
import type { Conjunction, TypedAlternative } from "./value-alternatives";

/** One difference between two schemas, at any depth. */
export interface SchemaDifference {
  readonly kind: FindingKind;
  /** The path from the value that the schemas describe: `["owner", "name"]`; `[]` for the items of a list. */
  readonly path: readonly string[];
  /** The difference in words that follow the name of that place: `was removed`. */
  readonly text: string;
  readonly effect: Effect;
  /** The innermost component that contains the place, and the path from there. */
  readonly component?: { readonly name: string; readonly path: readonly string[] };
  readonly lists?: DifferenceLists | undefined;
}

/** Compares two schemas at the same place of two others. */
export interface SchemaComparison {
  readonly compare: (pair: Pair<Conjunction>) => readonly SchemaDifference[];
  /** Compares two lists of schemas as something of a kind, unless this pair was compared already or is being compared. */
  readonly once: (
    kind: string,
    pair: Pair<Conjunction>,
    compare: () => readonly SchemaDifference[],
  ) => readonly SchemaDifference[];
  readonly direction: Direction;
  /** The component that both alternatives refer to, or the component within them that declares a property. */
  readonly componentOf: (pair: Pair<TypedAlternative>, property?: string) => string | undefined;
}

/** A difference of the value itself; the whole lists for one within a list. */
export function said(
  kind: FindingKind,
  text: string,
  effect: Effect,
  lists?: DifferenceLists,
): SchemaDifference {
  return { kind, path: [], text, effect, lists };
}

/** The difference of a keyword of the value itself: on a side without a value the keyword is missing. */
export function keywordDifference(
  group: "limit" | "rule",
  keyword: string,
  { was, is }: Pair<string | undefined>,
  effectOfChange: Effect = "breaks",
): SchemaDifference {
  if (is === undefined) return said(`${group}-removed`, `no longer has ${keyword} ${String(was)}`, "widens");
  if (was === undefined) return said(`${group}-added`, `now has ${keyword} ${is}`, "narrows");
  return said(`${group}-changed`, `has ${keyword} ${is} instead of ${was}`, effectOfChange);
}

/** The differences at a place within the value. */
export function at(place: string, differences: readonly SchemaDifference[]): readonly SchemaDifference[] {
  return differences.map((one) => ({ ...one, path: [place, ...one.path] }));
}

/** Assigns differences to a component, unless another component within it has them. */
export function inComponent(
  name: string | undefined,
  differences: readonly SchemaDifference[],
): readonly SchemaDifference[] {
  if (name === undefined) return differences;
  return differences.map((one) => (one.component ? one : { ...one, component: { name, path: one.path } }));
}
