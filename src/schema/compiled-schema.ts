import type { JSONSchema, Validate } from "./interface/schema";

/** The part of a request or response that a schema validates. `"text"` means the path, query, headers and cookies. */
export type AjvUse = "body" | "text" | "response";

/** `"binary"` means a form with files, or bytes. The application's ajv for it is that for `"body"`. */
export type SchemaUse = AjvUse | "binary";

export function ajvUseOf(use: SchemaUse): AjvUse {
  return use === "binary" ? "body" : use;
}

interface Validator {
  readonly validate: Validate;
  /** The keywords that it does not check, such as `format "email"`. */
  readonly unchecked: readonly string[];
  /** The places of recursive schemas for which values may be refused, because their check would take too long. */
  readonly costly: readonly CostlyPlace[];
}

export interface CostlyPlace {
  /** Nothing tells the alternatives of a union apart, or two schemas check the same part of a value. */
  readonly kind: "alternatives alike" | "part checked twice";
  /** The union, or the second schema of the part: `#/$defs/Filter/oneOf`. */
  readonly place: string;
}

/** Removes repeated places. */
export function distinctPlaces(all: readonly CostlyPlace[]): readonly CostlyPlace[] {
  return [...new Map(all.map((one) => [`${one.kind} ${one.place}`, one])).values()];
}

export type CompiledSchema = Validator | { readonly failure: string };

/** The reason why `AppOptions.Ajv` returned no usable ajv. */
export interface AjvFailure {
  readonly ajvFailure: string;
}

export const asyncFailure = "$async is not supported, because ajv would return a promise: remove $async";

/** True for a schema with `$async`, for which ajv would return a promise instead of true or false. */
export function isAsync({ $async }: JSONSchema): boolean {
  return Boolean($async);
}
