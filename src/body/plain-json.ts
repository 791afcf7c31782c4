import type { Request } from "express";
import { bodyError } from "./parser-errors";

/** True if a request's Content-Type is JSON in UTF-8, as nearly every client writes it. */
export function isPlainType({ headers }: Request): boolean {
  const type = headers["content-type"] ?? "";
  return type === "application/json" || plainType.test(type);
}

const plainType = /^application\/json(?:; ?charset=utf-8)?$/i;

/**
 * True if a body is uncompressed JSON in UTF-8, and still unread.
 *
 * Everything else goes to Express's parser, whose setup costs more than the rest of the request.
 */
export function isPlainJSON(req: Request): boolean {
  return isPlainType(req) && req.headers["content-encoding"] === undefined && isUntouched(req);
}

function isUntouched(req: Request): boolean {
  return (
    req.readable && !req.readableDidRead && req.readableFlowing === null && req.readableEncoding === null
  );
}

/** A body that is to be read, of at most so many bytes. */
interface PlainReading {
  readonly req: Request;
  readonly most: number;
}

/**
 * Reads such a body into `req.body`: its value, or undefined where it is empty.
 *
 * It rejects with what `refusalOf` makes of a body error: 413 as soon as more than `most` bytes are declared or have come, 400
 * where the text is not well-formed, or its client has gone.
 */
export function readPlainJSON(
  { req, most }: PlainReading,
  refusalOf: (error: Error) => unknown,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => {
      stop();
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as it was made
      reject(refusalOf(error));
    };
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= most) chunks.push(chunk);
      else refuse(bodyError(413, "the body is too large"));
    };
    const finish = (): void => {
      try {
        req.body = length === 0 ? undefined : (JSON.parse(decodedText(chunks, length)) as unknown);
      } catch (error) {
        refuse(bodyError(400, "the body is not valid JSON", error));
        return;
      }
      stop();
      resolve();
    };
    const abort = (cause?: unknown): void => {
      refuse(bodyError(400, "the request was aborted", cause));
    };
    const stop = (): void => {
      req.off("data", take).off("end", finish).off("error", abort).off("close", abort);
    };
    if (Number(req.headers["content-length"] ?? 0) > most) {
      refuse(bodyError(413, "the Content-Length is over the limit"));
      return;
    }
    req.on("data", take).on("end", finish).on("error", abort).on("close", abort);
  });
}

/** A byte order mark does not belong to the text (RFC 8259, 8.1). */
function decodedText(chunks: readonly Buffer[], length: number): string {
  const text = chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks, length).toString();
  return text.startsWith("\u{feff}") ? text.slice(1) : text;
}
