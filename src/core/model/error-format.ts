import type { Request } from "express";
import type { Nothing } from "../../schema/interface/histories";
import type { HTTPError } from "./http-error";
import type { Schema } from "../../schema/interface/schema";
import { isObject, isObjectOrFunction, isUUID, isRecord } from "./value";
import type { Version } from "./version";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { reasonPhrase } from "../http/reason-phrase";

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
  /** The schema of a version's errors: `Nothing` if they have no body, undefined if the App declares no schema. */
  readonly at: (version: Version | undefined) => object | typeof Nothing | undefined;
  /** The media type of a version's errors; undefined if the declared schema sets no type for the version. */
  readonly typeAt: (version: Version | undefined) => string | undefined;
}

export function invalidStatusOf({ InvalidStatus = 400 }: ErrorFormat = {}): number {
  return InvalidStatus;
}

/** The schema of errors that the App declares. With the option `RequestID`, request ids in it need not be UUIDs. */
export function errorSchemaIn({
  Errors,
  RequestID,
}: {
  readonly Errors?: unknown;
  readonly RequestID?: unknown;
}): object | undefined {
  const schema: unknown = isObject(Errors) && "Schema" in Errors ? Errors.Schema : undefined;
  if (schema === ProblemDetails.Schema && RequestID !== undefined) return problemsOfAnyID;
  return isObjectOrFunction(schema) ? schema : undefined;
}

/** The body of an error in the format {@link ProblemDetails}. */
export interface ProblemDetailsBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** The request's id: `urn:uuid:...`. In spite of its type, it is missing if the option `RequestID` gives no UUID. */
  instance: string;
  code: string;
  details?: unknown;
  request_id: string;
}

const json = {
  title: "ProblemDetails",
  type: "object",
  required: ["type", "title", "status", "detail", "instance", "code", "request_id"],
  properties: {
    type: { type: "string", format: "uri-reference", default: "about:blank" },
    title: { type: "string" },
    status: { type: "integer", minimum: 400, maximum: 599 },
    detail: { type: "string" },
    instance: { type: "string", format: "uri-reference" },
    code: { type: "string", examples: ["not_found"] },
    details: {},
    request_id: { type: "string", format: "uuid" },
  },
} as const;

/** The type of `ProblemDetails.Schema`; `Versioned(ProblemDetails.Schema)` takes the type of error bodies from it. */
export interface ProblemDetailsSchema extends StandardSchemaV1<ProblemDetailsBody>, ProblemDetailsJSON {}

type ProblemDetailsJSON = typeof json;

/** See the export of the same name in core/options/, which also brings the code that reads its schema. */
export const ProblemDetails: ErrorFormat & { readonly Schema: ProblemDetailsSchema } = Object.freeze({
  Type: "application/problem+json",
  Body: ({ status, code, message, details }, { RequestID }) =>
    ({
      type: "about:blank",
      title: reasonPhrase(status),
      status,
      detail: message,
      ...(isUUID(RequestID) && { instance: `urn:uuid:${RequestID}` }),
      code,
      // JSON omits `details` if it is undefined.
      details,
      request_id: RequestID,
    }) satisfies Omit<ProblemDetailsBody, "instance">,
  Schema: standardSchema(),
} satisfies ErrorFormat);

/** The JSON Schema of errors if the App sets `RequestID`: an error has no `instance` if its id is not a UUID. */
const problemsOfAnyID = {
  ...json,
  required: json.required.filter((name) => name !== "instance"),
  properties: { ...json.properties, request_id: { type: "string" } },
};

/** Makes a schema that is both a JSON Schema and a Standard Schema of {@link ProblemDetails}. */
function standardSchema(): ProblemDetailsSchema {
  const described = (): Record<string, unknown> => structuredClone(json);
  const standard: StandardSchemaV1.Props<ProblemDetailsBody> &
    StandardJSONSchemaV1.Props<ProblemDetailsBody> = {
    version: 1,
    vendor: "versioned-controllers",
    validate: (value) => {
      const issues = issuesIn(value);
      // The cast is safe: a value without issues matches the schema.
      return issues.length > 0 ? { issues } : { value: value as ProblemDetailsBody };
    },
    jsonSchema: { input: described, output: described },
  };
  return Object.defineProperty({ ...json } as ProblemDetailsSchema, "~standard", { value: standard });
}

function issuesIn(value: unknown): readonly StandardSchemaV1.Issue[] {
  if (!isRecord(value)) return [{ message: "must be an object" }];
  const members = new Map<string, unknown>(Object.entries(value));
  return json.required.flatMap((name): readonly StandardSchemaV1.Issue[] => {
    const member = members.get(name);
    if (name !== "status") {
      return typeof member === "string" ? [] : [{ path: [name], message: "must be a string" }];
    }
    const isStatus = Number.isInteger(member) && Number(member) >= 400 && Number(member) <= 599;
    return isStatus ? [] : [{ path: [name], message: "must be a whole number from 400 to 599" }];
  });
}
