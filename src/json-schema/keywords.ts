import type { JSONSchema } from "../model/schema";

/** The type of values that a keyword restricts; values of other types satisfy the keyword. */
export type KeywordSubject = "string" | "number" | "array" | "object" | "any";

/** The meaning of one keyword of JSON Schema. */
export interface KeywordRule {
  /**
   * The role of the keyword:
   *
   * - `name`: names a schema, or contains definitions; allows every value
   * - `words`: describes the schema for people
   * - `note`: describes a value for programs; allows every value
   * - `lead`: applies the schemas that it refers to or lists
   * - `narrow`: forbids values
   */
  readonly role: "name" | "words" | "note" | "lead" | "narrow";
  /** `"map"` means schemas by name, as in `properties`; `"names"` means names of members, as in `required`. */
  readonly holds: "schema" | "list" | "map" | "number" | "names" | "value";
  readonly about: KeywordSubject;
  /** The part of a value that the keyword's schemas describe; undefined for `not`, `if` and definitions. */
  readonly describes?: "value" | "members" | "items";
}

/** The keywords of draft 2020-12, of older drafts, and of OpenAPI (3.1.1, 4.8.24). */
const keywordRules = {
  $schema: { role: "name", holds: "value", about: "any" },
  $vocabulary: { role: "name", holds: "value", about: "any" },
  $id: { role: "name", holds: "value", about: "any" },
  /** `id` is a URI in draft 4, and a name in zod's schemas. */
  id: { role: "name", holds: "value", about: "any" },
  $anchor: { role: "name", holds: "value", about: "any" },
  $dynamicAnchor: { role: "name", holds: "value", about: "any" },
  $recursiveAnchor: { role: "name", holds: "value", about: "any" },
  $defs: { role: "name", holds: "map", about: "any" },
  definitions: { role: "name", holds: "map", about: "any" },

  title: { role: "words", holds: "value", about: "any" },
  description: { role: "words", holds: "value", about: "any" },
  $comment: { role: "words", holds: "value", about: "any" },
  example: { role: "words", holds: "value", about: "any" },
  examples: { role: "words", holds: "value", about: "any" },
  externalDocs: { role: "words", holds: "value", about: "any" },

  default: { role: "note", holds: "value", about: "any" },
  deprecated: { role: "note", holds: "value", about: "any" },
  readOnly: { role: "note", holds: "value", about: "any" },
  writeOnly: { role: "note", holds: "value", about: "any" },
  xml: { role: "note", holds: "value", about: "any" },
  discriminator: { role: "note", holds: "value", about: "any" },

  $ref: { role: "lead", holds: "value", about: "any" },
  $dynamicRef: { role: "lead", holds: "value", about: "any" },
  $recursiveRef: { role: "lead", holds: "value", about: "any" },
  allOf: { role: "lead", holds: "list", about: "any", describes: "value" },
  anyOf: { role: "lead", holds: "list", about: "any", describes: "value" },
  oneOf: { role: "lead", holds: "list", about: "any", describes: "value" },

  pattern: { role: "narrow", holds: "value", about: "string" },
  format: { role: "narrow", holds: "value", about: "string" },
  contentEncoding: { role: "narrow", holds: "value", about: "string" },
  contentMediaType: { role: "narrow", holds: "value", about: "string" },
  contentSchema: { role: "narrow", holds: "schema", about: "string" },
  minLength: { role: "narrow", holds: "number", about: "string" },
  maxLength: { role: "narrow", holds: "number", about: "string" },

  minimum: { role: "narrow", holds: "number", about: "number" },
  maximum: { role: "narrow", holds: "number", about: "number" },
  exclusiveMinimum: { role: "narrow", holds: "number", about: "number" },
  exclusiveMaximum: { role: "narrow", holds: "number", about: "number" },
  multipleOf: { role: "narrow", holds: "number", about: "number" },

  items: { role: "narrow", holds: "schema", about: "array", describes: "items" },
  prefixItems: { role: "narrow", holds: "list", about: "array", describes: "items" },
  additionalItems: { role: "narrow", holds: "schema", about: "array", describes: "items" },
  uniqueItems: { role: "narrow", holds: "value", about: "array" },
  contains: { role: "narrow", holds: "schema", about: "array" },
  unevaluatedItems: { role: "narrow", holds: "schema", about: "array", describes: "items" },
  minItems: { role: "narrow", holds: "number", about: "array" },
  maxItems: { role: "narrow", holds: "number", about: "array" },
  minContains: { role: "narrow", holds: "number", about: "array" },
  maxContains: { role: "narrow", holds: "number", about: "array" },

  properties: { role: "narrow", holds: "map", about: "object", describes: "members" },
  required: { role: "narrow", holds: "names", about: "object" },
  additionalProperties: { role: "narrow", holds: "schema", about: "object", describes: "members" },
  propertyNames: { role: "narrow", holds: "schema", about: "object" },
  patternProperties: { role: "narrow", holds: "map", about: "object", describes: "members" },
  dependentRequired: { role: "narrow", holds: "names", about: "object" },
  dependentSchemas: { role: "narrow", holds: "map", about: "object", describes: "value" },
  dependencies: { role: "narrow", holds: "map", about: "object", describes: "value" },
  unevaluatedProperties: { role: "narrow", holds: "schema", about: "object", describes: "members" },
  minProperties: { role: "narrow", holds: "number", about: "object" },
  maxProperties: { role: "narrow", holds: "number", about: "object" },

  type: { role: "narrow", holds: "value", about: "any" },
  enum: { role: "narrow", holds: "value", about: "any" },
  const: { role: "narrow", holds: "value", about: "any" },
  not: { role: "narrow", holds: "schema", about: "any" },
  if: { role: "narrow", holds: "schema", about: "any" },
  then: { role: "narrow", holds: "schema", about: "any", describes: "value" },
  else: { role: "narrow", holds: "schema", about: "any", describes: "value" },
} as const satisfies Readonly<Record<string, KeywordRule>>;

/** A keyword of `keywordRules`, such as `"properties"`. */
export type Keyword = keyof typeof keywordRules;

const byKeyword: ReadonlyMap<string, KeywordRule> = new Map(Object.entries(keywordRules));

/** The rule of a keyword; undefined for a keyword of an application, such as `x-internal`. */
export function ruleOf(keyword: string): KeywordRule | undefined {
  return byKeyword.get(keyword);
}

export function keywordsWhere(fits: (rule: KeywordRule, keyword: Keyword) => boolean): readonly Keyword[] {
  return (Object.keys(keywordRules) as Keyword[]).filter((keyword) => fits(keywordRules[keyword], keyword));
}

/** True for a keyword that restricts no values, such as `title`. */
export function isSilent(keyword: string): boolean {
  const role = ruleOf(keyword)?.role;
  return role === "name" || role === "words" || role === "note";
}

/** True for a schema that allows every value: `{ title: "Anything" }`. */
export function isBare(schema: JSONSchema): boolean {
  return Object.keys(schema).every(isSilent);
}
