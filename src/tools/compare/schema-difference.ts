import type { FindingKind } from "./finding-kinds";
import type { DifferenceLists, Direction, Effect, Pair } from "./difference";
import type { JSONSchema } from "../../model/schema";
import type { Subschema } from "../../json-schema/subschema";

/** Schemas that must all match a value, like the schemas in `allOf`. */
export type Conjunction = readonly Subschema[];

/** The types whose values are too many to list. `true`, `false` and `null` are listed as single values instead. */
export type AlternativeType = "string" | "number" | "integer" | "array" | "object";

/** One form that a value may have, such as a member of `oneOf`, a type in a list of types, or a value of `enum`. */
export type Alternative =
  | { readonly kind: "value"; readonly value: unknown }
  | {
      readonly kind: AlternativeType;
      /** The schemas that together describe the form, without references and unions, to compare their keywords. */
      readonly schemas: readonly JSONSchema[];
      readonly name: string | undefined;
    };

/** An alternative that accepts many values, such as all strings. */
export type TypedAlternative = Exclude<Alternative, { readonly kind: "value" }>;

export interface SchemaDifference {
  readonly kind: FindingKind;
  /** The path to the place: `["owner", "name"]`. The step `"[]"` means the items of a list. */
  readonly path: readonly string[];
  /** The words that follow the name of the place in a message, such as `was removed`. */
  readonly text: string;
  readonly effect: Effect;
  /** The innermost component that contains the place, and the path from this component to the place. */
  readonly component?: { readonly name: string; readonly path: readonly string[] };
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
  /** Returns the name of the component that both schemas use, or, with `property`, that declares this property. */
  readonly componentOf: (pair: Pair<TypedAlternative>, property?: string) => string | undefined;
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
  if (is === undefined) {
    return differenceOf(`${group}-removed`, `no longer has ${keyword} ${String(was)}`, "widens");
  }
  if (was === undefined) return differenceOf(`${group}-added`, `now has ${keyword} ${is}`, "narrows");
  return differenceOf(`${group}-changed`, `has ${keyword} ${is} instead of ${was}`, effectOfChange);
}

export function at(place: string, differences: readonly SchemaDifference[]): readonly SchemaDifference[] {
  return differences.map((one) => ({ ...one, path: [place, ...one.path] }));
}

export function inComponent(
  name: string | undefined,
  differences: readonly SchemaDifference[],
): readonly SchemaDifference[] {
  if (name === undefined) return differences;
  return differences.map((one) => (one.component ? one : { ...one, component: { name, path: one.path } }));
}
