import type { Request } from "express";
import type { Nothing } from "./history";
import type { HTTPError } from "./http-error";
import type { Schema } from "./schema";
import { isObject, isObjectOrFunction } from "./value";
import type { Version } from "./version";

/**
 * The format of every error of an App, including its own 404, 400, 403, 410, 413, 415 and 500: `new App({ Errors: {
 * Body: ({ status, message }) => ({ status, message }) } })`.
 */
export interface ErrorFormat {
  /**
   * Returns the body, as a JSON value. It gets only what the client may know: no cause, and for an unexpected error the
   * code and message of the uniform 500. Default: `{ "error": { "code", "message", "status" [, "details"] },
   * "request_id" }`.
   */
  Body?: (error: HTTPError, about: { readonly RequestID: string; readonly Request: Request }) => unknown;
  /** The media type; default `application/json`. */
  Type?: string;
  /**
   * The body in the documents; default: the shared `Error`, or anything if `Body` is set.
   *
   * A history (`Versioned(schema).Before(...)`) converts it down to each version, by its Downs. If one throws, that is
   * logged, and the default body is sent unconverted.
   */
  Schema?: Schema;
  /** The status of `invalid_request`, from 400 to 499; default 400. */
  InvalidStatus?: number;
}

/** The schema of an App's errors by version, undefined for the newest. */
export interface ErrorSchemas {
  /** The declared history or schema; undefined without one. */
  readonly declared: object | undefined;
  /** The schema for clients of a version; undefined without a declared one, and `Nothing` if they get no body. */
  readonly at: (version: Version | undefined) => object | typeof Nothing | undefined;
  /** The media type in the links of a history; undefined if they have none. */
  readonly typeAt: (version: Version | undefined) => string | undefined;
}

/** The status of `invalid_request`. */
export function invalidStatusOf({ InvalidStatus = 400 }: ErrorFormat = {}): number {
  return InvalidStatus;
}

/** The error schema in unchecked options; undefined if there is none. */
export function errorSchemaIn({ Errors }: { readonly Errors?: unknown }): object | undefined {
  const schema: unknown = isObject(Errors) && "Schema" in Errors ? Errors.Schema : undefined;
  return isObjectOrFunction(schema) ? schema : undefined;
}
