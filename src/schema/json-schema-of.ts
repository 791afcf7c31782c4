import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { PlainSchema } from "./interface/schema";
import { describe, isRecord } from "../core/model/value";

/** The result of {@link JSONSchemaOf}: a plain JSON Schema for values of type T. */
// An interface, because declaration files would replace an alias by `StandardSchemaV1`, which they cannot import.
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface TypedJSONSchema<T> extends StandardSchemaV1<T, T> {}

/**
 * Declares the type of the values that a plain JSON Schema describes. Handlers and conversions then get this type:
 *
 * ```
 * const Cat = JSONSchemaOf<FromSchema<typeof cat>>(cat); // json-schema-to-ts
 * const Dog = JSONSchemaOf<Static<typeof dog>>(dog); // TypeBox
 * ```
 *
 * Returns the schema itself, unchanged.
 *
 * @throws TypeError for anything but plain JSON Schema.
 */
export function JSONSchemaOf<T>(schema: PlainSchema): TypedJSONSchema<T> {
  if (!isRecord(schema) || "~standard" in schema) {
    const written = isRecord(schema) ? "a Standard Schema" : describe(schema);
    throw new TypeError(`JSONSchemaOf: the argument must be a plain JSON Schema, got ${written}`);
  }
  // The cast adds types that exist only for the compiler.
  return schema as unknown as TypedJSONSchema<T>;
}
