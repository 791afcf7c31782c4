import type { JSONSchema } from "../model/schema";
import { isSchema } from "./subschema";
import { mapSchemas } from "./walk";

/**
 * Rewrites a schema that is placed within another one: its pointers begin at the whole, so `#/$defs/Cat` in a schema
 * moved to `/oneOf/0` becomes `#/oneOf/0/$defs/Cat`. Within a schema with an `$id`, pointers begin there and stay
 * unchanged.
 */
export function movedTo(place: string, schema: JSONSchema): JSONSchema {
  if (typeof schema.$id === "string") return schema;
  const moved = (reference: unknown): unknown =>
    typeof reference === "string" && isPointer(reference) ? `#${place}${reference.slice(1)}` : reference;
  const copy = mapSchemas(schema, (inner) => movedTo(place, inner));
  return {
    ...copy,
    ...("$ref" in copy ? { $ref: moved(copy.$ref) } : {}),
    ...(isSchema(copy.discriminator) && isSchema(copy.discriminator.mapping)
      ? { discriminator: { ...copy.discriminator, mapping: mappedValues(copy.discriminator.mapping, moved) } }
      : {}),
  };
}

function isPointer(reference: string): boolean {
  return reference === "#" || reference.startsWith("#/");
}

function mappedValues(mapping: JSONSchema, moved: (value: unknown) => unknown): JSONSchema {
  return Object.fromEntries(Object.entries(mapping).map(([value, reference]) => [value, moved(reference)]));
}
