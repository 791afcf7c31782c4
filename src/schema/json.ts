import type { JSONSchema, Side } from "../model/schema";
import { takeRejection } from "../model/rejections";
import { messageOf } from "../model/value";
import { standardOf } from "./standard";
import { isSchema } from "../json-schema/subschema";

/** A schema as JSON Schema, or the reason why there is none. */
export type DescribedSchema = { readonly json: JSONSchema } | { readonly failure: string };

/** The JSON Schema of one side of a schema, as a plain copy. */
export function describeSchema(
  schema: object,
  side: Side,
  libraryOptions?: Readonly<Record<string, unknown>>,
): DescribedSchema {
  const standard = standardOf(schema);
  if (!standard) return plainCopy(schema);
  const converter = standard.jsonSchema;
  if (!converter) return { failure: "its library provides no JSON Schema (`~standard.jsonSchema`)" };
  try {
    return plainCopy(converter[side]({ target: "draft-2020-12", libraryOptions }));
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

/** Copies only what JSON has: libraries keep more on their objects. */
function plainCopy(schema: object): DescribedSchema {
  try {
    if (takeRejection(schema)) return { failure: "it is a promise: await it first" };
    const json: unknown = JSON.parse(JSON.stringify(schema));
    return isSchema(json) ? { json } : { failure: "it is not an object" };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}
