import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { PlainSchema } from "../model/schema";
import { describe, isRecord } from "../model/value";

/** A plain JSON Schema for values of type T: see {@link JSONSchemaOf}. */
// An interface, because declaration files would replace an alias by `StandardSchemaV1`, which they cannot import.
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface TypedJSONSchema<T> extends StandardSchemaV1<T, T> {}

/**
 * Declares the type of a plain JSON Schema's values, for the parts of a request, results, `Up` and `Down`:
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
  // The cast: `TypedJSONSchema` has types for the compiler that the schema does not have at run time.
  return schema as unknown as TypedJSONSchema<T>;
}
