import type { RefusalCode } from "../model/refusals";

/**
 * Finds the error code for an error of an application's body parser, such as `{ type: "entity.parse.failed" }`:
 * https://expressjs.com/en/resources/middleware/body-parser.html#errors.
 */
export function codeOfParserError(error: object): RefusalCode | undefined {
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
