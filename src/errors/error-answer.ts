import type { Request } from "express";
import { hasContent, reasonPhrase } from "../http/status";
import type { ErrorFormat } from "../model/error-format";
import { HTTPError } from "../model/http-error";
import type { ErrorDowns } from "../model/serving";
import type { Exchange } from "../request/exchange";
import type { Explanation } from "./explain";
import { namingRequest } from "../answer/conversion-failure";
import { RequestID } from "../request/request-state";
import { takeRejection } from "../model/value";
import { classify } from "../answer/body";

/** The parts of an error's answer, which an HTTPError has. */
export interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly version?: Explanation | undefined;
  readonly headers?: Readonly<Record<string, number | string | readonly string[]>>;
}

/**
 * Answers an error in the App's format; `thrown` is what it was made of.
 *
 * @throws TypeError before anything is sent, if JSON cannot represent the details, or a header is malformed.
 */
export type AnswerError = (exchange: Exchange, error: ErrorAnswer, thrown: unknown) => void;

/**
 * Creates the function that answers errors in a format; without `downs` every version gets the newest form. `report` is
 * called if `Errors.Body` fails: the default body is sent instead.
 */
export function errorAnswerer(
  { Body, Type }: ErrorFormat,
  downs: ErrorDowns | undefined,
  report: (exchange: Exchange, failure: unknown) => void,
): AnswerError {
  const newestText: ErrorText = Body
    ? ({ req }, { error, meant, thrown }) => {
        // If older clients get a success instead, `Errors.Body` still sees the error.
        const known = knownToClients(error.status < 400 ? meant : error);
        return jsonTextOf(Body(known, { RequestID: RequestID(req), Request: req, Cause: thrown }));
      }
    : ({ req }, { error }) => defaultText(req, error);
  const textOf = downs ? converting(newestText, downs) : newestText;
  return (exchange, meant, thrown) => {
    const error = renumbered(exchange, meant);
    if (exchange.ending) exchange.ending.code = meant.code;
    let text: string | undefined;
    try {
      text = textOf(exchange, { error, meant, thrown });
    } catch (failure) {
      if (exchange.res.headersSent) return;
      const standIn = defaultText(exchange.req, error);
      report(exchange, failure);
      sendErrorBody(exchange, error, standIn, undefined);
      return;
    }
    // `Errors.Body` can reach the response by the request, and may have answered.
    if (exchange.res.headersSent) return;
    sendErrorBody(exchange, error, text, downs?.(exchange.errorVersion)?.type ?? Type);
  };
}

/** The error with the status for the request's version. */
function renumbered({ earlier }: Exchange, error: ErrorAnswer): ErrorAnswer {
  if (!earlier) return error;
  const { status, code, message, details, version, headers = {} } = error;
  return { status: earlier.statusOfError(status), code, message, details, version, headers };
}

/**
 * Serializes an error for the request's version, undefined if that version has no body.
 *
 * @throws whatever the application's Body or Down throws.
 */
type ErrorText = (exchange: Exchange, answered: AnsweredError) => string | undefined;

/** An error that is answered. */
interface AnsweredError {
  readonly error: ErrorAnswer;
  /** The same with the status that the handler used. */
  readonly meant: ErrorAnswer;
  readonly thrown: unknown;
}

/** Serializes the error for older versions: if that fails, they never get the newest form instead. */
function converting(newestText: ErrorText, downs: ErrorDowns): ErrorText {
  return (exchange, answered) => {
    const newest = newestText(exchange, answered);
    const down = downs(exchange.errorVersion);
    if (!down || newest === undefined) return newest;
    try {
      return JSON.stringify(down.convert(JSON.parse(newest), undefined, undefined, exchange.touched));
    } catch (failure) {
      throw namingRequest(failure, exchange.req, exchange.errorVersion);
    }
  };
}

/** `{ "error": { "code", "message", "status" [, "details"] [, "version"] }, "request_id" }`. */
function defaultText(req: Request, { status, code, message, details, version }: ErrorAnswer): string {
  return JSON.stringify({
    error: { code, message, status, details, version },
    request_id: RequestID(req),
  });
}

/** Always a copy: a thrown error may have more members, such as its cause. */
function knownToClients({ status, code, message, details, version, headers = {} }: ErrorAnswer): HTTPError {
  return new HTTPError(status, message, {
    code,
    details: version === undefined ? details : { version },
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  });
}

function sendErrorBody(
  { req, res }: Exchange,
  { status, headers = {} }: ErrorAnswer,
  body: string | undefined,
  type: string | undefined,
): void {
  for (const name of res.getHeaderNames()) {
    if (representationFields.has(name)) res.removeHeader(name);
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!bodyFields.has(name.toLowerCase())) res.setHeader(name, value);
  }
  // As in Express's own error pages: no browser may take text quoted in a message for a page or a script.
  if (!res.hasHeader("X-Content-Type-Options")) res.setHeader("X-Content-Type-Options", "nosniff");
  if (type === undefined && !res.hasHeader("Content-Security-Policy")) {
    res.setHeader("Content-Security-Policy", "default-src 'none'");
  }
  res.statusCode = status;
  res.statusMessage = reasonPhrase(status);
  res.setHeader("X-Request-Id", RequestID(req));
  if (!hasContent(status)) {
    res.end();
    return;
  }
  if (body === undefined) res.removeHeader("Content-Type");
  else res.setHeader("Content-Type", type ?? "application/json; charset=utf-8");
  res.setHeader("Content-Length", body === undefined ? 0 : Buffer.byteLength(body));
  res.end(body);
}

/** Headers of the body's encoding: an error that passes on the headers of another server has a body of its own. */
const bodyFields = new Set(["content-encoding", "content-length", "trailer", "transfer-encoding"]);

/** Headers of the representation that is not sent now, and of how long it may be cached. */
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

/**
 * The result of `Errors.Body` as JSON.
 *
 * @throws TypeError for a result that is not a JSON value.
 */
function jsonTextOf(given: unknown): string {
  if (takeRejection(given)) throw unfitBody("a promise");
  const { kind } = classify(given);
  if (kind !== "json" && kind !== "text") throw unfitBody(kind);
  if (typeof given === "number" && !Number.isFinite(given)) throw unfitBody(String(given));
  const text = JSON.stringify(given) as string | undefined;
  if (text === undefined) throw unfitBody(`a value of type ${typeof given}`);
  return text;
}

function unfitBody(what: string): TypeError {
  return new TypeError(`Errors.Body must return a JSON value, got ${what}`);
}
