import { json, text, type Request, type RequestHandler, type Response } from "express";
import { fieldsOfForm } from "../http/form";
import { HTTPError } from "../model/http-error";
import { refusal } from "../model/refusals";
import type { BodyOptions } from "../model/schema";

/** Reads a request's body into `req.body`, unless somebody has read it before. */
export type BodyReader = (req: Request, res: Response) => Promise<void>;

interface Format {
  readonly types: readonly string[];
  readonly parser: typeof json | typeof text;
  /** In words, for the client. */
  readonly name: string;
  /** Gives the handler its value, where the parser leaves text. */
  readonly read?: (text: string, charset: string) => unknown;
}

const formats: Record<NonNullable<BodyOptions["Type"]>, Format> = {
  json: { types: ["application/json", "application/*+json"], parser: json, name: "JSON" },
  form: { types: ["application/x-www-form-urlencoded"], parser: text, name: "form", read: readForm },
};

/**
 * Makes what reads bodies as a route declares them.
 *
 * It rejects with a refusal: 415 `unsupported_media_type`, 413 `payload_too_large`, 400 `malformed_body`.
 */
export function bodyReader({ Limit = "1mb", Type = "json" }: BodyOptions): BodyReader {
  const format = formats[Type];
  const types = [...format.types];
  const most = bytesIn(Limit);
  const empty = new WeakSet<object>();
  const charsets = new WeakMap<object, string>();
  const parse = format.parser({
    limit: most,
    type: types,
    // Any JSON text: what it has to be is the schema's matter.
    strict: false,
    verify: (req, _res, bytes, charset) => {
      if (bytes.length === 0) empty.add(req);
      if (format.read) charsets.set(req, charset);
    },
  });
  return async (req, res) => {
    if (req.body !== undefined || !hasBody(req)) return;
    if (!req.is(types)) {
      throw refusal("bodyType", [format.types.join(" or ")]);
    }
    try {
      await run(parse, { req, res, most, limit: Limit });
    } catch (error) {
      throw asRefusal(error, format, Limit);
    }
    if (format.read) req.body = format.read(String(req.body), charsets.get(req) ?? "utf-8");
    // The parsers make an empty object of it, which nobody sent.
    if (empty.has(req)) req.body = undefined;
  };
}

/** In the two charsets that forms are sent in. */
function readForm(fields: string, charset: string): unknown {
  if (charset !== "utf-8" && charset !== "iso-8859-1") throw refusal("bodyEncoding", []);
  return fieldsOfForm(fields, charset === "iso-8859-1");
}

/** RFC 9112, 6.3: whether the request declares one, if not of length 0. */
function hasBody({ headers }: Request): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Bytes by the units that `bytes`, which the parsers use, has them in. */
function bytesIn(limit: string): number {
  const unit = limit.toLowerCase().replaceAll(/[\d. ]/g, "");
  return Math.floor(Number.parseFloat(limit) * 1024 ** ["b", "kb", "mb", "gb"].indexOf(unit));
}

interface Reading {
  readonly req: Request;
  readonly res: Response;
  /** In bytes, and as it was written. */
  readonly most: number;
  readonly limit: string;
}

/**
 * Runs a parser, but tells at once of what is too large: the parser would first read all of it, and a client that
 * waits for the answer, or never comes to an end, would get none. What is compressed only the parser can measure.
 */
function run(parse: RequestHandler, { req, res, most, limit }: Reading): Promise<void> {
  const { "content-encoding": coding = "identity", "content-length": declared } = req.headers;
  const isMeasured = coding.toLowerCase() === "identity";
  return new Promise((resolve, reject) => {
    if (isMeasured && Number(declared ?? 0) > most) {
      reject(refusal("bodyTooLarge", [limit]));
      return;
    }
    let length = 0;
    const measure = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > most) reject(refusal("bodyTooLarge", [limit]));
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

/** The parsers' errors, which have a status by http-errors, as refusals; other errors as they are. */
function asRefusal(error: unknown, { name }: Format, limit: string): unknown {
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
