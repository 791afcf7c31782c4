import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { reasonPhrase } from "../../http/reason-phrase";
import { ofAnyID, type ErrorFormat } from "../../core/model/error-format";
import { isRecord, isUUID } from "../../core/model/value";
// Brings the code that reads the schema.
import "./wing";

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

/**
 * Errors in the format of RFC 9457, `application/problem+json`: `new App({ Errors: ProblemDetails })`.
 *
 * The body is `{ "type": "about:blank", "title": "Not Found", "status": 404, "detail": "no such cat",
 * "instance": "urn:uuid:...", "code": "not_found", "request_id": "..." }`, with `details` if the error has them.
 */
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
function problemsOfAnyID(): object {
  return {
    ...json,
    required: json.required.filter((name) => name !== "instance"),
    properties: { ...json.properties, request_id: { type: "string" } },
  };
}

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
  return Object.defineProperties({ ...json } as ProblemDetailsSchema, {
    "~standard": { value: standard },
    [ofAnyID]: { value: problemsOfAnyID() },
  });
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
