import type { Request } from "express";
import { bodyError } from "./parser-errors";

/** Whether a request's Content-Type is JSON in UTF-8, as nearly every client writes it. */
export function isPlainType({ headers }: Request): boolean {
  return plainType.test(headers["content-type"] ?? "");
}

const plainType = /^application\/json(?:; ?charset=utf-8)?$/i;

/**
 * Whether a body is JSON in UTF-8 that is not compressed, and that nobody has begun to read.
 *
 * Express's parser takes all others: to prepare for those it takes longer than the rest of an exchange together.
 */
export function isPlainJSON(req: Request): boolean {
  return isPlainType(req) && req.headers["content-encoding"] === undefined && isUntouched(req);
}

function isUntouched(req: Request): boolean {
  return (
    req.readable && !req.readableDidRead && req.readableFlowing === null && req.readableEncoding === null
  );
}

/**
 * Reads such a body: its value, or undefined where it is empty.
 *
 * It rejects with a body error: 413 as soon as more than `most` bytes are declared or have come, 400 where the text is not
 * well-formed, or its client has gone.
 */
export function readPlainJSON(req: Request, most: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (Number(req.headers["content-length"] ?? 0) > most) {
      reject(bodyError(413, "the Content-Length is over the limit"));
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= most) chunks.push(chunk);
      else refuse(bodyError(413, "the body is too large"));
    };
    const finish = (): void => {
      stop();
      try {
        resolve(length === 0 ? undefined : JSON.parse(decodedText(chunks, length)));
      } catch (error) {
        reject(bodyError(400, "the body is not valid JSON", error));
      }
    };
    const refuse = (error: Error): void => {
      stop();
      reject(error);
    };
    const abort = (cause?: unknown): void => {
      refuse(bodyError(400, "the request was aborted", cause));
    };
    const stop = (): void => {
      req.off("data", take).off("end", finish).off("error", abort).off("close", abort);
    };
    req.on("data", take).on("end", finish).on("error", abort).on("close", abort);
  });
}

/** A byte order mark is no part of the text (RFC 8259, 8.1). */
function decodedText(chunks: readonly Buffer[], length: number): string {
  const text = chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks, length).toString();
  return text.startsWith("\u{feff}") ? text.slice(1) : text;
}
