import type { JSONSchema } from "../model/schema";
import { isObject } from "../model/value";

/** A schema, or the two that are written as booleans: `true` allows everything, `false` nothing. */
export type Subschema = JSONSchema | boolean;

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

/** Whether a part of a schema is a schema, `true` and `false` among them. */
export function isSubschema(value: unknown): value is Subschema {
  return typeof value === "boolean" || isSchema(value);
}

/** The same of a list, with `true` and `false`. */
export function subschemasAmong(list: unknown): readonly Subschema[] {
  return Array.isArray(list) ? list.filter(isSubschema) : [];
}

/** The schemas in a list such as that of `allOf`; none where it is no list. */
export function schemasAmong(list: unknown): readonly JSONSchema[] {
  return Array.isArray(list) ? list.filter(isSchema) : [];
}

/** The name that a schema carries wherever it stands. */
export function ownNameOf({ id, $id, title }: JSONSchema): string | undefined {
  return [id, $id, title].find((name): name is string => typeof name === "string" && name !== "");
}
