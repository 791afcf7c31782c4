import { ruleOf } from "../../schema/json-schema/keywords";
import { isSchema } from "../../schema/json-schema/subschema";
import { canonical } from "../../schema/interface/json-value";
import type { JSONSchema } from "../../schema/interface/schema";

/** True for a keyword with a list whose order has no meaning. */
export function isSet(key: string): boolean {
  return key === "required" || key === "enum" || key === "type";
}

function inOneOrder(list: readonly unknown[]): readonly unknown[] {
  const byText = new Map(list.map((one) => [canonical(one), one]));
  return [...byText].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}

/** Writes a keyword's value as text. For `required`, `["a", "b"]` and `["b", "a"]` become the same text. */
export function keywordText(keyword: string, value: unknown): string {
  return canonical(withSetsInOrder(keyword, value));
}

/** Sorts lists whose order has no meaning, such as `required`, anywhere in a keyword's value. Removes duplicates. */
export function withSetsInOrder(keyword: string, value: unknown): unknown {
  if (Array.isArray(value) && isSet(keyword)) return inOneOrder(value);
  const holds = ruleOf(keyword)?.holds;
  if (Array.isArray(value)) return value.map((one: unknown) => (holds === "list" ? ofSchema(one) : one));
  if (!isSchema(value)) return value;
  switch (holds) {
    case "schema":
      return ofSchema(value);
    case "map":
      return mapMembers(value, (_, one) => ofSchema(one));
    case "names":
      return mapMembers(value, (_, one) => (Array.isArray(one) ? inOneOrder(one) : one));
    default:
      return value;
  }
}

function ofSchema(schema: unknown): unknown {
  return isSchema(schema) ? mapMembers(schema, withSetsInOrder) : schema;
}

function mapMembers(value: object, change: (name: string, member: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(name, member)]));
}

/** True if a schema itself restricts the allowed values, apart from the schemas to which it refers. */
export function isConstraining(schema: JSONSchema): boolean {
  return Object.keys(schema).some((keyword) => {
    const rule = ruleOf(keyword);
    return rule ? rule.role === "narrow" : !keyword.startsWith("x-");
  });
}

/**
 * Returns `unevaluatedProperties` where it has the meaning of `additionalProperties`, because nothing else in the schema
 * could evaluate a property. Beside `additionalProperties`, it has no effect, and the result is `true`.
 */
export function unevaluatedAsAdditional(schema: JSONSchema): unknown {
  if (schema.additionalProperties !== undefined) return true;
  return Object.keys(schema).some((keyword) => evaluating.has(keyword))
    ? undefined
    : schema.unevaluatedProperties;
}

/** The keywords whose schemas are applied to the same value, and may evaluate its properties (2020-12 Core, 11.3). */
const evaluating: ReadonlySet<string> = new Set([
  ...["$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf"],
  ...["if", "then", "else", "dependentSchemas", "dependencies"],
]);
