import type { FindingKind } from "./finding-kinds";
import type { DifferenceLists, Direction, Effect, PathStep, Pair } from "./difference";
import type { PropertyReader } from "./property-reader";
import type { DocumentReader } from "./renaming";
import type { Conjunction, TypedAlternative } from "./alternative";

export interface SchemaDifference {
  readonly kind: FindingKind;
  /** The path to the place: `["owner", "name"]`. The step `"[]"` means the items of a list. */
  readonly path: readonly PathStep[];
  /** The words that follow the name of the place in a message, such as `was removed`. */
  readonly text: string;
  /** The text with every value, if `text` lists only some of many. */
  readonly wholeText?: string | undefined;
  readonly effect: Effect;
  /** True for a harmless difference that nevertheless allows more values: a closed object has one property more. */
  readonly isWider?: boolean;
  /** The label of the alternative that was added or removed at the place. */
  readonly alternative?: string | undefined;
  /** The keyword of a limit or a rule: one place may have several that change at once, such as `then` and `else`. */
  readonly keyword?: string;
  /** The value of a keyword that one place may have several times, such as two `pattern`s in an `allOf`. */
  readonly value?: string | undefined;
  /** The innermost component that contains the place, and the path from this component to the place. */
  readonly component?: { readonly name: string; readonly path: readonly PathStep[] };
  readonly lists?: DifferenceLists | undefined;
}

export interface SchemaComparison {
  readonly compare: (pair: Pair<Conjunction>) => readonly SchemaDifference[];
  /** Calls the given `compare`, or returns the result of an earlier call with the same pair and `kind`. */
  readonly once: (
    kind: string,
    pair: Pair<Conjunction>,
    compare: () => readonly SchemaDifference[],
  ) => readonly SchemaDifference[];
  readonly direction: Direction;
  readonly readers: Pair<PropertyReader>;
  /** The newer document's reader, which knows the members with another name in the older document. */
  readonly newer: DocumentReader;
  /** Returns the name of the component that both schemas use. */
  readonly componentOf: (pair: Pair<TypedAlternative>) => string | undefined;
  /** Returns a function that finds the component in which a property is declared. */
  readonly componentsIn: (pair: Pair<TypedAlternative>) => (property: string) => string | undefined;
}

/** Creates a difference of the value itself, not of a member. `lists` has the old and new `enum` or `required`. */
export function differenceOf(
  kind: FindingKind,
  text: string,
  effect: Effect,
  lists?: DifferenceLists,
): SchemaDifference {
  return { kind, path: [], text, effect, lists };
}

/** Creates a difference in a keyword. A side that does not have the keyword is `undefined`. */
export function keywordDifference(
  group: "limit" | "rule",
  keyword: string,
  { was, is }: Pair<string | undefined>,
  effectOfChange: Effect = "breaks",
): SchemaDifference {
  return { ...wordedDifference(), keyword, value: is ?? was };

  function wordedDifference(): SchemaDifference {
    if (is === undefined) {
      return differenceOf(`${group}-removed`, `no longer has ${keyword} ${String(was)}`, "widens");
    }
    if (was === undefined) return differenceOf(`${group}-added`, `now has ${keyword} ${is}`, "narrows");
    return differenceOf(`${group}-changed`, `has ${keyword} ${is} instead of ${was}`, effectOfChange);
  }
}

export function at(place: PathStep, differences: readonly SchemaDifference[]): readonly SchemaDifference[] {
  return differences.map((one) => ({ ...one, path: [place, ...one.path] }));
}

export function inComponent(
  name: string | undefined,
  differences: readonly SchemaDifference[],
): readonly SchemaDifference[] {
  if (name === undefined) return differences;
  return differences.map((one) => (one.component ? one : { ...one, component: { name, path: one.path } }));
}
