import type { JSONSchema } from "../model/schema";
import { isSchema, mapSchemas, schemasIn } from "./subschema";

/** True if a schema has keywords that draft 2020-12 changed or removed: TypeBox's tuples have them too. */
export function isOlder(schema: JSONSchema): boolean {
  return schemasIn(schema).some((one) => Object.keys(one).some((word) => older.get(word)?.(one)));
}

/** The same schema in draft 2020-12, which OpenAPI 3.1 uses. */
export function asDraft2020(schema: JSONSchema): JSONSchema {
  return mapSchemas(inNewWords(schema), asDraft2020);
}

/** One ajv supports one draft, and would refuse keywords of older ones, such as those of TypeBox's tuples. */
export function inNewestDraft(schema: JSONSchema): JSONSchema {
  if (namesOlderDraft(schema)) return asDraft2020({ ...schema, $schema: draft2020 });
  return isOlder(schema) ? asDraft2020(schema) : schema;
}

const draft2020 = "https://json-schema.org/draft/2020-12/schema";

function namesOlderDraft({ $schema }: JSONSchema): boolean {
  return (
    typeof $schema === "string" && /^https?:\/\/json-schema\.org\/draft(?:-0\d|\/2019-09)\//.test($schema)
  );
}

/** By keyword: true if a schema has it in an older sense. */
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
    ...bounded(kept),
    ...(typeof $recursiveRef === "string" ? { $ref: $recursiveRef } : {}),
    ...itemsSchemaOf(items, additionalItems),
    ...dependentOf(dependencies),
  };
}

/** Since 2020-12 a list of schemas is `prefixItems`, and `items` describes the rest. */
function itemsSchemaOf(items: unknown, additionalItems: unknown): JSONSchema {
  if (!Array.isArray(items)) return items === undefined ? {} : { items };
  const after = additionalItems === undefined ? {} : { items: additionalItems };
  // An empty list has no meaning, and is not allowed there.
  return { ...(items.length > 0 ? { prefixItems: items as readonly unknown[] } : {}), ...after };
}

/** Before 2019-09 one keyword had both kinds. */
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

/** In draft 4, `exclusiveMinimum: true` modified `minimum`. */
function bounded(schema: JSONSchema): JSONSchema {
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
