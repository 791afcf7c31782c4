import type { Request } from "express";
import { linkAt, listedIn, newestOf, shownBy, typeAt } from "../../schema/interface/at-version";
import { historyOf, type Nothing } from "../../schema/interface/histories";
import type { HTTPError } from "./http-error";
import type { Schema } from "../../schema/interface/schema";
import { isObject, isObjectOrFunction } from "./value";
import type { Version, VersionPoint } from "./version";

/**
 * The format of every error of an App, even of the App's own 404 or 400:
 * `new App({ Errors: { Body: ({ status, message }) => ({ status, message }) } })`.
 */
export interface ErrorFormat {
  /**
   * Returns the body as a JSON value. The default is
   * `{ "error": { "code", "message", "status" [, "details"] }, "request_id" }`.
   *
   * `error` contains only information for clients: an unexpected error becomes a 500 without details. `Cause` is the
   * value that was thrown, before `MapError`; undefined if nothing was thrown.
   */
  Body?: (
    error: HTTPError,
    about: { readonly RequestID: string; readonly Request: Request; readonly Cause: unknown },
  ) => unknown;
  /** The media type; default `application/json`. */
  Type?: string;
  /**
   * The schema of the body in documents; by default the component `Error`, or any value if `Body` is set. If the schema
   * is `Versioned(...)`, its `Down` functions convert the body for older versions. If a `Down` throws, the App logs the
   * error and sends the default body.
   */
  Schema?: Schema;
  /** The status that answers an invalid request (code `invalid_request`), from 400 to 499; default 400. */
  InvalidStatus?: number;
}

/** An error of a route as a document shows it, in the newest version's status. */
export type MeantError = Pick<HTTPError, "status" | "code" | "message" | "details">;

/** An error response in a document: what the App answers, at which status, in which version, to which request. */
interface ShownError {
  readonly error: MeantError;
  /** The status of the response; `Restatus` may replace the status of `error` in older versions. */
  readonly status: number;
  readonly version: Version | undefined;
  readonly method: string;
  readonly path: string;
}

/** Returns an error's body as the App sends it; undefined if there is none, or if `Errors.Body` needs a real request. */
export type ErrorExample = (shown: ShownError) => unknown;

/** The schemas of an App's errors by version. The version `undefined` means the newest version. */
export interface ErrorSchemas {
  readonly declared: object | undefined;
  /** The schema of what `Errors.Body` returns: that of handlers, in the newest version. */
  readonly newest: object | typeof Nothing | undefined;
  /** The schema of a version's errors: `Nothing` if they have no body, undefined if the App declares no schema. */
  readonly at: (version: Version | undefined) => object | typeof Nothing | undefined;
  /** The media type of a version's errors; undefined if the declared schema sets no type for the version. */
  readonly typeAt: (version: Version | undefined) => string | undefined;
}

export function invalidStatusOf({ InvalidStatus = 400 }: ErrorFormat = {}): number {
  return InvalidStatus;
}

/** The member of an error schema that replaces it if the App sets `RequestID`, whose ids need not be UUIDs. */
export const ofAnyID: unique symbol = Symbol.for("versioned-controllers.errors-of-any-id");

/** The schema of errors that the App declares. */
export function errorSchemaIn({ Errors }: { readonly Errors?: unknown }): object | undefined {
  const schema: unknown = isObject(Errors) && "Schema" in Errors ? Errors.Schema : undefined;
  return isObjectOrFunction(schema) ? schema : undefined;
}

/**
 * Returns the schemas of error bodies, by version. Requests that name no version get that of `newest`. With the option
 * `RequestID`, request ids in them need not be UUIDs.
 */
export function errorSchemasOf(
  written: object | undefined,
  { version: newest, order }: VersionPoint,
  { RequestID }: { readonly RequestID?: unknown },
): ErrorSchemas {
  const sent = <Shown>(schema: Shown): Shown =>
    RequestID !== undefined && isObject(schema) && ofAnyID in schema ? (schema[ofAnyID] as Shown) : schema;
  const history = historyOf(written);
  const declared = sent(written);
  if (!history) return { declared, newest: declared, at: () => declared, typeAt: () => undefined };
  const pointOf = (version = newest): VersionPoint => listedIn(history, { version, order });
  return {
    declared,
    newest: sent(newestOf(history)),
    at: (version) => sent(shownBy(linkAt(history, pointOf(version)))),
    typeAt: (version) => typeAt(history, pointOf(version)),
  };
}
