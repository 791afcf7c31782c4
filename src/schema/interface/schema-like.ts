import { strangerInWords } from "../../core/model/copies";
import { isOfLibrary } from "./library-schemas";
import { describe, isRecord } from "../../core/model/value";

/** True for an object or function that may be a schema, unless an incompatible copy of this package has made it. */
export function isSchemaLike(schema: unknown): schema is object {
  if (strangerInWords(schema) !== undefined) return false;
  if (typeof schema === "function") return "~standard" in schema;
  return isRecord(schema) && !isShape(schema);
}

/** Describes a value for which {@link isSchemaLike} is false, after "expected a schema, ". */
export function noSchemaInWords(value: unknown, advice = ""): string {
  return `got ${shapeInWords(value) ?? describe(value) + advice}`;
}

/** Describes a value such as `Cat.shape` of zod; undefined for all others. */
export function shapeInWords(value: unknown): string | undefined {
  return isRecord(value) && isShape(value)
    ? "a value that is the shape of an object, whose members are schemas: pass the schema of the object, such as Cat for Cat.shape"
    : undefined;
}

/** True for an object such as `Cat.shape` of zod: as JSON Schema, it would have unknown keywords and allow every value. */
function isShape(value: object): boolean {
  if ("~standard" in value) return false;
  const members: readonly unknown[] = Object.values(value);
  return members.length > 0 && members.every(isOfLibrary);
}
