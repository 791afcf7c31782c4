import type { JSONSchema } from "../interface/schema";

/** The type of values that a keyword restricts; values of other types satisfy the keyword. */
export type KeywordSubject = "string" | "number" | "array" | "object" | "any";

export interface KeywordRule {
  /**
   * - `name`: identifies schemas (`$id`, `$defs`)
   * - `words`: describes a schema for people (`title`)
   * - `note`: informs programs, and restricts no values (`default`)
   * - `lead`: leads to other schemas for the same value (`$ref`, `anyOf`)
   * - `narrow`: restricts the allowed values (`type`)
   */
  readonly role: "name" | "words" | "note" | "lead" | "narrow";
  /** The kind of the value: `"map"` is an object of schemas (`properties`), `"names"` a list of names (`required`). */
  readonly holds: "schema" | "list" | "map" | "number" | "names" | "value";
  readonly about: KeywordSubject;
  /** The part that the keyword's schemas describe: of `anyOf`, the `"value"` itself; of `properties`, `"members"`. */
  readonly describes?: "value" | "members" | "items";
}

/** The keywords of draft 2020-12, of older drafts, and of OpenAPI (3.1.1, 4.8.24). */
const keywordRules = {
  // `id` is a URI in draft 4, and a name in zod's schemas. Neither restricts values.
  ...rulesOf({ role: "name" }, "$schema", "$vocabulary", "$id", "id"),
  ...rulesOf({ role: "name" }, "$anchor", "$dynamicAnchor", "$recursiveAnchor"),
  ...rulesOf({ role: "name", holds: "map" }, "$defs", "definitions"),

  ...rulesOf({ role: "words" }, "title", "description", "$comment", "example", "examples", "externalDocs"),

  ...rulesOf({ role: "note" }, "default", "deprecated", "readOnly", "writeOnly", "xml", "discriminator"),

  ...rulesOf({ role: "lead" }, "$ref", "$dynamicRef", "$recursiveRef"),
  ...rulesOf({ role: "lead", holds: "list", describes: "value" }, "allOf", "anyOf", "oneOf"),

  ...rulesOf({ about: "string" }, "pattern", "format", "contentEncoding", "contentMediaType"),
  ...rulesOf({ about: "string", holds: "schema" }, "contentSchema"),
  ...rulesOf({ about: "string", holds: "number" }, "minLength", "maxLength"),

  ...rulesOf({ about: "number", holds: "number" }, "minimum", "maximum", "multipleOf"),
  ...rulesOf({ about: "number", holds: "number" }, "exclusiveMinimum", "exclusiveMaximum"),

  ...rulesOf({ about: "array", holds: "schema", describes: "items" }, "items", "additionalItems"),
  ...rulesOf({ about: "array", holds: "schema", describes: "items" }, "unevaluatedItems"),
  ...rulesOf({ about: "array", holds: "list", describes: "items" }, "prefixItems"),
  ...rulesOf({ about: "array", holds: "schema" }, "contains"),
  ...rulesOf({ about: "array" }, "uniqueItems"),
  ...rulesOf({ about: "array", holds: "number" }, "minItems", "maxItems", "minContains", "maxContains"),

  ...rulesOf({ about: "object", holds: "map", describes: "members" }, "properties", "patternProperties"),
  ...rulesOf({ about: "object", holds: "schema", describes: "members" }, "additionalProperties"),
  ...rulesOf({ about: "object", holds: "schema", describes: "members" }, "unevaluatedProperties"),
  ...rulesOf({ about: "object", holds: "map", describes: "value" }, "dependentSchemas", "dependencies"),
  ...rulesOf({ about: "object", holds: "schema" }, "propertyNames"),
  ...rulesOf({ about: "object", holds: "names" }, "required", "dependentRequired"),
  ...rulesOf({ about: "object", holds: "number" }, "minProperties", "maxProperties"),

  ...rulesOf({}, "type", "enum", "const"),
  ...rulesOf({ holds: "schema" }, "not", "if"),
  ...rulesOf({ holds: "schema", describes: "value" }, "then", "else"),
};

function rulesOf<Keyword extends string>(
  { role = "narrow", holds = "value", about = "any", describes }: Partial<KeywordRule>,
  ...keywords: readonly Keyword[]
): Readonly<Record<Keyword, KeywordRule>> {
  const rule: KeywordRule = { role, holds, about, ...(describes && { describes }) };
  // The cast is safe, because the keys are exactly `keywords`.
  return Object.fromEntries(keywords.map((keyword) => [keyword, rule])) as Record<Keyword, KeywordRule>;
}

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
function isSilent(keyword: string): boolean {
  const role = ruleOf(keyword)?.role;
  return role === "name" || role === "words" || role === "note";
}

/** True for a schema that allows every value: `{ title: "Anything" }`. */
export function isBare(schema: JSONSchema): boolean {
  return Object.keys(schema).every(isSilent);
}
