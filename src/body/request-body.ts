import { declaresBody } from "../http/header-lines";
import type { Request, RequestHandler, Response } from "express";
import { HTTPError } from "../model/http-error";
import { refusal } from "../model/refusals";
import { bodyTypesOf, type BodyOptions } from "../model/schema";
import { bodyError } from "./parser-errors";
import { bodyFormat, type BodyFormat, type Verify } from "./body-formats";
import { readPlainJSON } from "./plain-json";

/** Reads a request's body into `req.body`; undefined where there is none, or somebody has read it before. */
export type BodyReader = (req: Request, res: Response) => Promise<void> | undefined;

/**
 * Creates the reader of a route's bodies: the request's Content-Type selects the format.
 *
 * It throws a refusal, or rejects with one: 415 `unsupported_media_type`, 413 `payload_too_large`, 400 `malformed_body`.
 */
export function bodyReader(options: BodyOptions): BodyReader {
  const { Limit = "1mb" } = options;
  const most = bytesIn(Limit);
  const empty = new WeakSet<object>();
  const noteEmpty: Verify = (req, _res, bytes) => {
    if (bytes.length === 0) empty.add(req);
  };
  const formats = bodyTypesOf(options).map((type) => bodyFormat(type, most, noteEmpty));
  const expected = formats.flatMap(({ types }) => types).join(" or ");
  const parse = async (format: BodyFormat, reading: Reading): Promise<void> => {
    const { req } = reading;
    try {
      await runParser(format.parse, reading);
      // The parsers turn an empty body into an empty object or text, which nobody sent.
      if (empty.has(req)) req.body = undefined;
      else await format.finish?.(req);
    } catch (error) {
      throw asRefusal(error, format, Limit);
    }
  };
  return (req, res) => {
    if (req.body !== undefined || !declaresBody(req)) return undefined;
    const format = formats.find(({ isNamedBy }) => isNamedBy(req));
    if (!format) throw refusal("bodyType", [expected]);
    const reading = { req, res, most };
    // Hot path: one promise, and no async function.
    return format.isPlain?.(req)
      ? readPlainJSON(reading, (error) => asRefusal(error, format, Limit))
      : parse(format, reading);
  };
}

/** Converts a limit to bytes, with the units of the package `bytes`, which the parsers use. */
function bytesIn(limit: string): number {
  const unit = limit.toLowerCase().replaceAll(/[\d. ]/g, "");
  return Math.floor(Number.parseFloat(limit) * 1024 ** ["b", "kb", "mb", "gb"].indexOf(unit));
}

interface Reading {
  readonly req: Request;
  readonly res: Response;
  /** In bytes. */
  readonly most: number;
}

/**
 * Runs a parser, but rejects a body that is too large at once: the parser would first read all of it, and a client that
 * waits for the answer, or never finishes, would get none. Only the parser can measure a compressed body.
 */
function runParser(parse: RequestHandler, { req, res, most }: Reading): Promise<void> {
  const { "content-encoding": coding = "identity", "content-length": declared } = req.headers;
  const isMeasured = coding.toLowerCase() === "identity";
  return new Promise((resolve, reject) => {
    if (isMeasured && Number(declared ?? 0) > most) {
      reject(bodyError(413, "the body is too large"));
      return;
    }
    let length = 0;
    const measure = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > most) reject(bodyError(413, "the body is too large"));
    };
    if (isMeasured && declared === undefined) req.on("data", measure);
    void parse(req, res, (error?: unknown) => {
      req.off("data", measure);
      if (error === undefined) resolve();
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as it was passed
      else reject(error);
    });
  });
}

/** Converts the parsers' errors, which have a status of http-errors, to refusals; other errors stay unchanged. */
function asRefusal(error: unknown, { name }: BodyFormat, limit: string): unknown {
  if (error instanceof HTTPError) return error;
  const { status } = error as { readonly status?: unknown };
  switch (status) {
    case 413:
      return refusal("bodyTooLarge", [limit], { cause: error });
    case 415:
      return refusal("bodyEncoding", [], { cause: error });
    case 400:
      return refusal("malformedBody", [name], { cause: error });
    default:
      return error;
  }
}
