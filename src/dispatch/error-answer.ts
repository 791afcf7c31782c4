import type { Request, Response } from "express";
import { reasonPhrase } from "../http/status";
import type { Explanation } from "./explain";
import { RequestID } from "./request-state";

/** The parts of an error's answer; an HTTPError has them. */
export interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly version?: Explanation | undefined;
  readonly headers?: Readonly<Record<string, number | string | readonly string[]>>;
}

/**
 * Answers with the error body: `{ "error": { "code", "message", "status" [, "details"] }, "request_id" }`.
 *
 * @throws TypeError where JSON cannot hold the details, or a header is malformed; nothing has been sent then.
 */
export function answerError(req: Request, res: Response, error: ErrorAnswer): void {
  const { status, code, message, details, version, headers = {} } = error;
  const id = RequestID(req);
  const body = JSON.stringify({ error: { code, message, status, details, version }, request_id: id });
  for (const name of res.getHeaderNames()) {
    if (representationFields.has(name)) res.removeHeader(name);
  }
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.statusCode = status;
  res.statusMessage = reasonPhrase(status);
  res.setHeader("X-Request-Id", id);
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(body));
  res.end(body);
}

/** Fields that described the representation which now is not sent, and for how long it may be kept. */
const representationFields = new Set([
  "accept-ranges",
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-location",
  "content-range",
  "etag",
  "expires",
  "last-modified",
  "trailer",
  "transfer-encoding",
]);
