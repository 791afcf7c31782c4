import type { Request } from "express";
import { collectBody, isBodyUntouched, type Reading } from "./collector";
import { bodyError } from "./parser-errors";

/** True for `application/json` and `application/json; charset=utf-8`, as nearly every client writes it. */
export function isPlainType({ headers }: Request): boolean {
  const type = headers["content-type"] ?? "";
  return type === "application/json" || plainType.test(type);
}

const plainType = /^application\/json(?:; ?charset=utf-8)?$/i;

/**
 * True if a body is uncompressed JSON in UTF-8 that nobody has read.
 *
 * Other bodies need Express's parser, whose setup costs more than the rest of a request.
 */
export function isPlainBody(req: Request): boolean {
  return isPlainType(req) && req.headers["content-encoding"] === undefined && isBodyUntouched(req);
}

/**
 * Reads an uncompressed JSON body in UTF-8 into `req.body`; undefined for an empty body.
 *
 * Rejects with the result of `refusalOf`: of a 413 for too many bytes, of a 400 for malformed JSON or a disconnected
 * client.
 */
export function readPlainBody(reading: Reading, refusalOf: (error: Error) => unknown): Promise<void> {
  const { req } = reading;
  return new Promise((resolve, reject) => {
    collectBody(reading, (error, bytes) => {
      const failure = error ?? parseInto(req, bytes);
      if (!failure) resolve();
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as it was made
      else reject(refusalOf(failure));
    });
  });
}

function parseInto(req: Request, bytes: Buffer): Error | undefined {
  try {
    req.body = bytes.length === 0 ? undefined : (JSON.parse(decodedText(bytes)) as unknown);
    return undefined;
  } catch (error) {
    return bodyError(400, "the body is not valid JSON", error);
  }
}

/** A byte order mark does not belong to the text (RFC 8259, 8.1). */
function decodedText(bytes: Buffer): string {
  const text = bytes.toString();
  return text.startsWith("\u{feff}") ? text.slice(1) : text;
}
