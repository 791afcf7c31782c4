import type { JSONSchema, Side } from "../model/schema";
import { takeRejection } from "../model/rejections";
import { messageOf, isObject } from "../model/value";
import { standardOf } from "./standard";

/** A schema as JSON Schema, or why there is none. */
export type DescribedSchema = { readonly json: JSONSchema } | { readonly failure: string };

/** The JSON Schema of one side of a schema, as a plain copy. */
export function describeSchema(schema: object, side: Side): DescribedSchema {
  const standard = standardOf(schema);
  if (!standard) return plainCopy(schema);
  const converter = standard.jsonSchema;
  if (!converter) return { failure: "its library gives no JSON Schema (`~standard.jsonSchema`)" };
  try {
    return plainCopy(converter[side]({ target: "draft-2020-12" }));
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

/** Only what JSON holds: libraries keep more on their objects. */
function plainCopy(schema: object): DescribedSchema {
  try {
    if (takeRejection(schema)) return { failure: "it is a promise, which must be awaited" };
    const json: unknown = JSON.parse(JSON.stringify(schema));
    return isSchema(json) ? { json } : { failure: "it is no object" };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

/** A copy of what JSON holds, which shares no list and no object with it. */
export function copyOfJSON(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOfJSON);
  if (!isSchema(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOfJSON(member)]));
}

/** Whether a part of a schema is a schema itself, and no `true` or `false`. */
export function isSchema(value: unknown): value is JSONSchema {
  return isObject(value) && !Array.isArray(value);
}

/** The schemas in a list such as that of `allOf`; none where it is no list. */
export function schemasAmong(list: unknown): readonly JSONSchema[] {
  return Array.isArray(list) ? list.filter(isSchema) : [];
}

/** The name that a schema carries wherever it stands. */
export function ownNameOf({ id, $id, title }: JSONSchema): string | undefined {
  return [id, $id, title].find((name): name is string => typeof name === "string" && name !== "");
}
