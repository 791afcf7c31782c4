import type { JSONSchema } from "../model/schema";
import { copyOfJSON, isSchema } from "./subschema";

/** A schema and all schemas within it, those that it defines for reference among them. */
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

/** The schemas that a keyword holds (JSON Schema 2020-12, 10 and 11); what else it holds are values. */
function childSchemas(keyword: string, value: unknown): readonly JSONSchema[] {
  switch (holds.get(keyword)) {
    case "schema":
      return isSchema(value) ? [value] : [];
    case "list":
      return Array.isArray(value) ? value.filter(isSchema) : [];
    case "map":
      return isSchema(value) ? Object.values(value).filter(isSchema) : [];
    case undefined:
      return [];
  }
}

type Holds = "schema" | "list" | "map";

const holds = new Map<string, Holds>([
  ...["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"].map(
    (keyword) => [keyword, "map"] as const,
  ),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((keyword) => [keyword, "list"] as const),
  ...[
    "items",
    "contains",
    "additionalProperties",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "not",
    "if",
    "then",
    "else",
  ].map((keyword) => [keyword, "schema"] as const),
]);

/** A copy of a schema, its lists and values too, in which `replace` gives every schema within it. */
export function mapSchemas(schema: JSONSchema, replace: (child: JSONSchema) => JSONSchema): JSONSchema {
  const one = (value: unknown): unknown => (isSchema(value) ? replace(value) : copyOfJSON(value));
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      switch (holds.get(keyword)) {
        case "schema":
          return [keyword, one(value)];
        case "list":
          return [keyword, Array.isArray(value) ? value.map(one) : copyOfJSON(value)];
        case "map":
          return [
            keyword,
            isSchema(value)
              ? Object.fromEntries(Object.entries(value).map(([name, child]) => [name, one(child)]))
              : copyOfJSON(value),
          ];
        case undefined:
          return [keyword, copyOfJSON(value)];
      }
    }),
  );
}
