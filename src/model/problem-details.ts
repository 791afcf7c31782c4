import { reasonPhrase } from "../http/status";
import type { ErrorFormat } from "./error-format";

/**
 * Errors as RFC 9457 has them: `new App({ Errors: ProblemDetails })`.
 *
 * `{ "type": "about:blank", "title": "Not Found", "status": 404, "detail": "no such cat", "instance": "urn:uuid:...",
 * "code": "not_found", "request_id": "..." [, "details"] }`, as `application/problem+json`.
 */
export const ProblemDetails: ErrorFormat = Object.freeze({
  Type: "application/problem+json",
  Body: ({ status, code, message, details }, { RequestID }) => ({
    type: "about:blank",
    title: reasonPhrase(status),
    status,
    detail: message,
    instance: `urn:uuid:${RequestID}`,
    code,
    // Left out where there are none, as JSON leaves out what is undefined.
    details,
    request_id: RequestID,
  }),
  Schema: {
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
  },
} satisfies ErrorFormat);
