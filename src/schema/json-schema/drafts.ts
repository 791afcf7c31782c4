import type { JSONSchema } from "../interface/schema";
import { isSchema, mapSchemas, schemasIn } from "./subschema";

/** True if a schema has keywords that draft 2020-12 changed or removed, such as the `items` of TypeBox's tuples. */
export function isOlder(schema: JSONSchema): boolean {
  return schemasIn(schema).some((one) => Object.keys(one).some((word) => older.get(word)?.(one)));
}

/** Converts a schema to draft 2020-12, which OpenAPI 3.1 uses. */
export function asDraft2020(schema: JSONSchema): JSONSchema {
  return mapSchemas(inNewWords(schema), asDraft2020);
}

/** Converts a schema with an older `$schema` or older keywords to draft 2020-12, whose ajv rejects both. */
export function inNewestDraft(schema: JSONSchema): JSONSchema {
  if (olderDraft.test(String(schema.$schema))) return asDraft2020({ ...schema, $schema: draft2020 });
  return isOlder(schema) ? asDraft2020(schema) : schema;
}

const draft2020 = "https://json-schema.org/draft/2020-12/schema";

const olderDraft = /^https?:\/\/json-schema\.org\/draft(?:-0\d|\/2019-09)\//;

/** For each keyword that later drafts changed: a function that tests if a schema uses it as older drafts did. */
const older = new Map<string, (schema: JSONSchema) => boolean>([
  ["items", ({ items }) => Array.isArray(items)],
  ["dependencies", () => true],
  ["exclusiveMinimum", ({ exclusiveMinimum }) => typeof exclusiveMinimum === "boolean"],
  ["exclusiveMaximum", ({ exclusiveMaximum }) => typeof exclusiveMaximum === "boolean"],
  ["$recursiveRef", () => true],
]);

function inNewWords(schema: JSONSchema): JSONSchema {
  const { items, additionalItems, dependencies, $recursiveRef, ...kept } = schema;
  return {
    ...withMovedLimits(kept),
    ...(typeof $recursiveRef === "string" ? { $ref: $recursiveRef } : {}),
    ...itemsSchemaOf(items, additionalItems),
    ...dependentOf(dependencies),
  };
}

/** In draft 2020-12, `prefixItems` has the first items of a tuple, and `items` the further items. */
function itemsSchemaOf(items: unknown, additionalItems: unknown): JSONSchema {
  if (!Array.isArray(items)) return items === undefined ? {} : { items };
  const after = additionalItems === undefined ? {} : { items: additionalItems };
  // An empty `prefixItems` is not allowed.
  return { ...(items.length > 0 ? { prefixItems: items as readonly unknown[] } : {}), ...after };
}

/** Splits `dependencies` of drafts before 2019-09, whose values are lists of names (`dependentRequired`) or schemas. */
function dependentOf(dependencies: unknown): JSONSchema {
  if (!isSchema(dependencies)) return {};
  const entries = Object.entries(dependencies);
  const required = entries.filter(([, needed]) => Array.isArray(needed));
  const schemas = entries.filter(([, needed]) => !Array.isArray(needed));
  return {
    ...(required.length > 0 ? { dependentRequired: Object.fromEntries(required) } : {}),
    ...(schemas.length > 0 ? { dependentSchemas: Object.fromEntries(schemas) } : {}),
  };
}

/** Rewrites `{ minimum: 0, exclusiveMinimum: true }`, as draft 4 and OpenAPI 3.0 write it, to `{ exclusiveMinimum: 0 }`. */
export function withMovedLimits(schema: JSONSchema): JSONSchema {
  const bounds = new Map(Object.entries(schema));
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof bounds.get(exclusive) !== "boolean") continue;
    if (bounds.get(exclusive) === true && bounds.has(bound)) {
      bounds.set(exclusive, bounds.get(bound));
      bounds.delete(bound);
    } else bounds.delete(exclusive);
  }
  return Object.fromEntries(bounds);
}
