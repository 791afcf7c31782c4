import type { JSONSchema } from "../../schema/interface/schema";
import type { Subschema } from "../../schema/json-schema/subschema";
import type { DocumentReader } from "./renaming";

/** Schemas that must all match a value, like the schemas in `allOf`. */
export type Conjunction = readonly Subschema[];

/** The types whose values are too many to list. `true`, `false` and `null` are listed as single values instead. */
export type AlternativeType = "string" | "number" | "integer" | "array" | "object";

/** One form that a value may have, such as a member of `oneOf`, a type in a list of types, or a value of `enum`. */
export type Alternative = ValueAlternative | TypedAlternative;

interface ValueAlternative {
  readonly kind: "value";
  readonly value: unknown;
  /** The schemas that the value must match, for rules such as `pattern`, which are not tried on the value. */
  readonly schemas: readonly JSONSchema[];
}

/** An alternative that accepts many values, such as all strings. */
export interface TypedAlternative {
  readonly kind: AlternativeType;
  /** The schemas that together describe the form, without references and unions, to compare their keywords. */
  readonly schemas: readonly JSONSchema[];
  /** The name in messages: `an object (Cat)`. */
  readonly name: string | undefined;
  /** The names of components, and then the titles, that the union has for this alternative. */
  readonly names: readonly string[];
  /** The position in the union, from 0. */
  readonly number: number;
  /** The step for this alternative in paths; undefined if the schema has no other alternative with many values. */
  readonly label?: string;
  /** False if the label is only the number. */
  readonly isNamed?: boolean;
}

/** The schemas of a value in one document, and the function that resolves the references of this document. */
export interface SchemaSide {
  readonly schemas: Conjunction;
  readonly resolve: DocumentReader;
}
