import type { FuncKeywordDefinition, SchemaValidateFunction } from "ajv";
import type { JSONSchema } from "../interface/schema";
import type { AjvLike } from "./ajv-like";
import { withBinaryPlaces, type BinaryPlace } from "../json-schema/binary-texts";
import { isOfType } from "../json-validator";

const fileKeyword = "versioned-controllers:file";

/**
 * Rewrites a schema for the body of a form, or for a body of bytes: `{ type: "string", format: "binary" }` takes a web
 * `File`, or a Buffer. Undefined if nothing in the schema is binary.
 */
export function takingFiles(schema: JSONSchema, ajv: AjvLike): JSONSchema | undefined {
  // An object of the application that has only `compile` knows no further keyword, but for ajv a file is an object.
  const written = ajv.addKeyword
    ? (place: BinaryPlace): JSONSchema => ({ [fileKeyword]: place })
    : ({ types }: BinaryPlace): JSONSchema => ({ type: ["object", ...types] });
  const rewritten = withBinaryPlaces(schema, written);
  if (rewritten) addFilesTo(ajv);
  return rewritten;
}

export function addFilesTo(ajv: AjvLike): AjvLike {
  if (ajv.addKeyword && !extended.has(ajv)) ajv.addKeyword(definition);
  extended.add(ajv);
  return ajv;
}

const extended = new WeakSet<AjvLike>();

const check: SchemaValidateFunction = (place: BinaryPlace, value: unknown): boolean => {
  const message = misfitOf(place, value);
  // ajv reads the error of the last call here, and adds its place.
  check.errors = message === undefined ? [] : [{ keyword: fileKeyword, message, params: {} }];
  return message === undefined;
};

const definition: FuncKeywordDefinition = { keyword: fileKeyword, schemaType: "object", validate: check };

function misfitOf({ types, least = 0, most = Infinity }: BinaryPlace, value: unknown): string | undefined {
  const size = sizeOf(value);
  if (size === undefined) {
    return types.some((type) => isOfType(type, value))
      ? undefined
      : `must be ${["a file", ...types].join(" or ")}`;
  }
  if (size > most) return `must NOT have more than ${most} bytes`;
  return size < least ? `must NOT have fewer than ${least} bytes` : undefined;
}

function sizeOf(value: unknown): number | undefined {
  if (value instanceof File) return value.size;
  return value instanceof Uint8Array ? value.length : undefined;
}
