import { codeOf, errorPhrase } from "../../http/status";
import { isObject } from "../model/value";
import type { ErrorAnswer } from "./error-answer";
import type { RefusalCode } from "../model/refusals";

/** Returns the response that an error of another library describes; undefined if the error describes none. */
export type ErrorReading = (thrown: unknown) => ErrorAnswer | undefined;

/** Reads errors with `expose: true`, such as those of http-errors and body parsers. Clients may see their messages. */
export const exposedAnswer: ErrorReading = (thrown) => {
  if (!isObject(thrown) || !("expose" in thrown) || thrown.expose !== true) return undefined;
  const { message } = thrown as { readonly message?: unknown };
  return clientAnswer(thrown, typeof message === "string" ? message : undefined);
};

/** Reads the status of any error, as Express does. Clients get the error's message only with `expose: true`. */
export const hostAnswer: ErrorReading = (thrown) =>
  exposedAnswer(thrown) ?? (isObject(thrown) ? clientAnswer(thrown, undefined) : undefined);

/** Returns a hint for the log if an error with a status such as 404 became a 500, because it lacks `expose: true`. */
export function unexposedHint(thrown: unknown): string {
  const status = isObject(thrown) ? errorStatusOf(thrown) : undefined;
  if (status === undefined || status > 499) return "";
  return (
    `; the error has the status ${status}, but not \`expose: true\`, so the client got a 500: ` +
    `throw an HTTPError(${status}), or convert the error in MapError`
  );
}

function clientAnswer(error: object, message: string | undefined): ErrorAnswer | undefined {
  const status = errorStatusOf(error);
  if (status === undefined || status > 499) return undefined;
  return {
    status,
    code: codeOfParserError(error) ?? codeOf(status),
    message: message ?? errorPhrase(status),
    headers: ownHeadersOf(error),
  };
}

/** Returns `status`, or else `statusCode`, if it is from 400 to 599. Libraries for Express use both names. */
function errorStatusOf(error: object): number | undefined {
  const { status, statusCode } = error as { readonly status?: unknown; readonly statusCode?: unknown };
  return [status, statusCode].find(
    (code): code is number =>
      typeof code === "number" && Number.isInteger(code) && code >= 400 && code <= 599,
  );
}

function ownHeadersOf(error: object): NonNullable<ErrorAnswer["headers"]> {
  const { headers } = error as { readonly headers?: unknown };
  // The cast is safe: `setHeader` throws for an invalid header, and the client then gets a 500.
  return isObject(headers) ? { ...(headers as NonNullable<ErrorAnswer["headers"]>) } : {};
}

/**
 * Finds the error code for an error of an application's body parser, such as `{ type: "entity.parse.failed" }`:
 * https://expressjs.com/en/resources/middleware/body-parser.html#errors.
 */
function codeOfParserError(error: object): RefusalCode | undefined {
  const { type, code } = error as { readonly type?: unknown; readonly code?: unknown };
  if (typeof type === "string") return codes.get(type);
  return typeof code === "string" && zlibCode.test(code) ? "malformed_body" : undefined;
}

const codes: ReadonlyMap<string, RefusalCode> = new Map([
  ["entity.parse.failed", "malformed_body"],
  ["querystring.parse.rangeError", "malformed_body"],
  ["request.aborted", "malformed_body"],
  ["request.size.invalid", "malformed_body"],
  ["entity.too.large", "payload_too_large"],
  ["parameters.too.many", "payload_too_large"],
  ["charset.unsupported", "unsupported_media_type"],
  ["encoding.unsupported", "unsupported_media_type"],
]);

/** Matches the error codes of zlib, such as `Z_DATA_ERROR`, and of brotli, such as `ERR__ERROR_FORMAT_PADDING_1`. */
const zlibCode = /^(?:Z_|ERR__ERROR_)/;

export function bodyError(status: 400 | 413 | 415, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { status });
}
