import type { Request } from "express";
import { bodyForLatin1 } from "../../http/field-values";
import { reasonPhrase } from "../../http/reason-phrase";
import { hasContent } from "../../http/status";
import type { ErrorExample, ErrorFormat } from "../model/error-format";
import { HTTPError } from "../model/http-error";
import type { ErrorDowns } from "../model/serving";
import { type Exchange, namingRequest } from "../request/exchange";
import type { Version } from "../model/version";
import { findIDBy, RequestID } from "../request/request-state";
import { takeRejection, takeRejectionsWithin } from "../model/value";
import { classify } from "../answer/body";

/** The data of an error response. An HTTPError fits this type, too. */
export interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly version?: Explanation | undefined;
  readonly headers?: Readonly<Record<string, number | string | readonly string[]>>;
}

/** The facts about versions that a 404 contains with the option `AppOptions.Versioning.Explain`. */
export interface Explanation {
  /** The versions that the client named, the most preferred version first. */
  readonly requested: readonly Version[];
  /** The places whose text names no version: `header X-API-Version: sent on 2 lines`; undefined if there are none. */
  readonly unreadable?: readonly string[];
  /** The origin of the version: a place in the request, such as `header X-API-Version`, or `AssumeVersion`. */
  readonly source: string;
  /** The versions that have a route for the method and the path. */
  readonly served: readonly Version[];
  /** The present and future brownouts of the served versions, with times in ISO 8601; undefined if there are none. */
  readonly brownouts?: readonly { readonly version: Version; readonly from: string; readonly to: string }[];
}

/** Sends an error response. `thrown` is the original error, for `Errors.Body`. If it throws, nothing was sent. */
export type AnswerError = (exchange: Exchange, error: ErrorAnswer, thrown: unknown) => void;

/** Creates the function that sends errors. If `Errors.Body` or a `Down` throws, the default body is sent. */
export function errorAnswerer(
  { Body, Type, Schema }: ErrorFormat,
  downs: ErrorDowns | undefined,
  report: (exchange: Exchange, failure: unknown) => void,
): AnswerError {
  const textOf = errorText(Body, downs);
  return (exchange, newestError, thrown) => {
    const error = renumbered(exchange, newestError);
    if (exchange.ending) exchange.ending.code = newestError.code;
    let text: string | undefined;
    try {
      const texts = textOf(exchange, { error, newestError, thrown });
      text = texts.sent;
      exchange.notes?.noteError(Schema && texts.newest, Schema && text, newestError.status);
    } catch (failure) {
      if (exchange.res.headersSent) return;
      const standIn = defaultText(exchange.req, error);
      report(exchange, failure);
      sendErrorBody(exchange, error, standIn, undefined);
      return;
    }
    // `Errors.Body` may already have sent a response itself, by `req.res`.
    if (exchange.res.headersSent) return;
    sendErrorBody(exchange, error, text, downs?.(exchange.errorVersion)?.type ?? Type);
  };
}

/** Creates the examples of error bodies in documents. They are made as for responses, so both are the same. */
export function errorExamples({ Body }: ErrorFormat, downs: ErrorDowns | undefined): ErrorExample {
  const textOf = errorText(Body, downs);
  return ({ error, status, version, method, path }) => {
    const req = exampleRequest(method, path);
    const answered = { error: { ...error, status }, newestError: error, thrown: undefined };
    try {
      const text = textOf({ req, errorVersion: version, touched: undefined }, answered).sent;
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    } catch {
      // `Errors.Body` may need more of the request than an example has.
      return undefined;
    }
  };
}

function exampleRequest(method: string, path: string): Request {
  const none = (): undefined => undefined;
  const given = { method, path, url: path, originalUrl: path, baseUrl: "", get: none, header: none };
  // The cast is safe: if `Errors.Body` reads another member and throws, there is no example.
  const req = { ...given, headers: {}, params: {}, query: {} } as unknown as Request;
  findIDBy(req, () => "0190a5b4-7f3e-7c2a-9d41-5e8f1b6c2d70");
  return req;
}

function errorText(Body: ErrorFormat["Body"], downs: ErrorDowns | undefined): ErrorTexts {
  const newestText: ErrorText = Body
    ? ({ req }, { error, newestError, thrown }) => {
        // `Restatus` can turn an error into a success for older clients; `Errors.Body` always gets an error status.
        const known = knownToClients(error.status < 400 ? newestError : error);
        return jsonTextOf(Body(known, { RequestID: RequestID(req), Request: req, Cause: thrown }));
      }
    : ({ req }, { error }) => defaultText(req, error);
  if (downs) return converting(newestText, downs);
  return (exchange, answered) => {
    const newest = newestText(exchange, answered);
    return { newest, sent: newest };
  };
}

function renumbered({ earlier }: Exchange, error: ErrorAnswer): ErrorAnswer {
  if (!earlier) return error;
  const { status, code, message, details, version, headers = {} } = error;
  return { status: earlier.statusOfError(status), code, message, details, version, headers };
}

type ErrorText = (exchange: Pick<Exchange, "req">, answered: AnsweredError) => string;

/** Serializes an error for the newest version and for the client, whose version may have no error bodies. */
type ErrorTexts = (
  exchange: Pick<Exchange, "req" | "errorVersion" | "touched">,
  answered: AnsweredError,
) => { readonly newest: string; readonly sent: string | undefined };

interface AnsweredError {
  readonly error: ErrorAnswer;
  /** The same error with the status of the newest version; `error` may have the status of an older version. */
  readonly newestError: ErrorAnswer;
  readonly thrown: unknown;
}

function converting(newestText: ErrorText, downs: ErrorDowns): ErrorTexts {
  return (exchange, answered) => {
    const newest = newestText(exchange, answered);
    const down = downs(exchange.errorVersion);
    if (!down) return { newest, sent: newest };
    try {
      const sent = JSON.stringify(down.convert(JSON.parse(newest), undefined, undefined, exchange.touched));
      return { newest, sent };
    } catch (failure) {
      throw namingRequest(failure, exchange.req, exchange.errorVersion);
    }
  };
}

/** Serializes the body `{ "error": { "code", "message", "status" [, "details"] [, "version"] }, "request_id" }`. */
function defaultText(req: Request, { status, code, message, details, version }: ErrorAnswer): string {
  return JSON.stringify({ error: { code, message, status, details, version }, request_id: RequestID(req) });
}

/** Copies an error for `Errors.Body`, which must not see its other members, such as the cause. */
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
  // A message may quote text of the client, so browsers must not run it as a script. Express sends these headers, too.
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
  const length = body === undefined ? 0 : Buffer.byteLength(body);
  res.setHeader("Content-Length", length);
  if (body === undefined) res.end();
  else res.end(bodyForLatin1(body, length), "latin1");
}

/** Headers that describe a body. They are not sent, because an error may have them from another server's response. */
const bodyFields = new Set(["content-encoding", "content-length", "trailer", "transfer-encoding"]);

/** Headers that a handler may have set for a successful response, and that would be wrong for an error. */
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

function jsonTextOf(given: unknown): string {
  if (takeRejection(given)) throw unfitBody("a promise");
  takeRejectionsWithin(given);
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
