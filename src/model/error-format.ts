import type { Request } from "express";
import type { Nothing } from "./history";
import type { HTTPError } from "./http-error";
import type { Schema } from "./schema";
import { isObject, isObjectOrFunction } from "./value";
import type { Version } from "./version";

/**
 * The form that an App writes every error in, its own 404, 400, 403, 410, 413, 415 and 500 among them:
 * `new App({ Errors: { Body: ({ status, message }) => ({ status, message }) } })`.
 */
export interface ErrorFormat {
  /**
   * The body, as a JSON value. It is given what the client may know: no cause, and an error that nobody had an answer for
   * has the code and message of the uniform 500. Default: `{ "error": { "code", "message", "status" [, "details"] }, "request_id" }`.
   */
  Body?: (error: HTTPError, about: { readonly RequestID: string; readonly Request: Request }) => unknown;
  /** The media type; default `application/json`. */
  Type?: string;
  /**
   * The body as the documents describe it; default: the shared `Error`, and with an own Body anything.
   *
   * A history (`Versioned(schema).Before(...)`) turns it down to each version, by its Downs alone. Where one throws, that
   * is logged, and the default body is sent as it is.
   */
  Schema?: Schema;
  /** The status of `invalid_request`, from 400 to 499; default 400. */
  InvalidStatus?: number;
}

/** The schema of an App's errors by version, undefined for the newest. */
export interface ErrorSchemas {
  /** As it was declared: a history, or a schema; undefined where there is none. */
  readonly declared: object | undefined;
  /** The schema that a version's clients see; undefined where none is declared, and `Nothing` where they are sent no body. */
  readonly at: (version: Version | undefined) => object | typeof Nothing | undefined;
  /** The media type that the links of a history say for it; undefined where none does. */
  readonly typeAt: (version: Version | undefined) => string | undefined;
}

/** The status of `invalid_request`. */
export function invalidStatusOf({ InvalidStatus = 400 }: ErrorFormat = {}): number {
  return InvalidStatus;
}

/** The schema that options describe errors by, before anything has checked them; undefined where there is none. */
export function errorSchemaIn({ Errors }: { readonly Errors?: unknown }): object | undefined {
  const schema: unknown = isObject(Errors) && "Schema" in Errors ? Errors.Schema : undefined;
  return isObjectOrFunction(schema) ? schema : undefined;
}
