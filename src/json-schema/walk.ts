import type { JSONSchema } from "../model/schema";
import { ruleOf } from "./keywords";
import { copyOfJSON, isSchema, schemasAmong } from "./subschema";

/** A schema and all schemas within it, including its definitions. */
export function schemasIn(schema: JSONSchema, { definitions = true } = {}): readonly JSONSchema[] {
  const all: JSONSchema[] = [];
  const add = (one: JSONSchema): void => {
    all.push(one);
    for (const [keyword, value] of Object.entries(one)) {
      if (!definitions && (keyword === "$defs" || keyword === "definitions")) continue;
      for (const child of childSchemas(keyword, value)) add(child);
    }
  };
  add(schema);
  return all;
}

/** The schemas in a keyword's value (JSON Schema 2020-12, 10 and 11). */
export function childSchemas(keyword: string, value: unknown): readonly JSONSchema[] {
  switch (ruleOf(keyword)?.holds) {
    case "schema":
      // Before draft 2020-12, `items` could be a list.
      return isSchema(value) ? [value] : schemasAmong(value);
    case "list":
      return schemasAmong(value);
    case "map":
      return isSchema(value) ? Object.values(value).filter(isSchema) : [];
    default:
      return [];
  }
}

/** A copy of a schema, with its lists and values, in which `replace` maps every inner schema. */
export function mapSchemas(schema: JSONSchema, replace: (child: JSONSchema) => JSONSchema): JSONSchema {
  const entries = Object.entries(schema);
  return Object.fromEntries(
    entries.map(([keyword, value]) => [keyword, mappedKeyword(keyword, value, replace)]),
  );
}

function mappedKeyword(keyword: string, value: unknown, replace: (child: JSONSchema) => JSONSchema): unknown {
  const one = (part: unknown): unknown => (isSchema(part) ? replace(part) : copyOfJSON(part));
  switch (ruleOf(keyword)?.holds) {
    case "schema":
      return Array.isArray(value) ? value.map(one) : one(value);
    case "list":
      return Array.isArray(value) ? value.map(one) : copyOfJSON(value);
    case "map":
      return isSchema(value)
        ? Object.fromEntries(Object.entries(value).map(([name, child]) => [name, one(child)]))
        : copyOfJSON(value);
    default:
      return copyOfJSON(value);
  }
}
