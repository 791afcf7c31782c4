import type { Request } from "express";
import { collectBody, isBodyUntouched, type Reading } from "./collector";
import { bodyError } from "../../../core/errors/foreign-errors";

/** True for `application/json` and `application/json; charset=utf-8`, which nearly every client sends. */
export function isPlainType({ headers }: Request): boolean {
  const type = headers["content-type"] ?? "";
  return type === "application/json" || plainType.test(type);
}

const plainType = /^application\/json(?:; ?charset=utf-8)?$/i;

/** True for unread, uncompressed JSON in UTF-8. Other bodies need Express's parser, which is slower. */
export function isPlainBody(req: Request): boolean {
  return isPlainType(req) && req.headers["content-encoding"] === undefined && isBodyUntouched(req);
}

/** Reads a plain JSON body into `req.body`. An empty body leaves `req.body` undefined. */
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

/** Decodes a body without its byte order mark, because the mark is not part of the JSON (RFC 8259, 8.1). */
function decodedText(bytes: Buffer): string {
  const text = bytes.toString();
  return text.startsWith("\u{feff}") ? text.slice(1) : text;
}
