import { Readable } from "node:stream";
import type { Request, RequestHandler, Response } from "express";
import { declaresBody } from "../../../http/header-lines";
import { isHTTPError, type HTTPError } from "../../../core/model/http-error";
import { refusal } from "../../../core/model/refusals";
import {
  bodyMediaTypes,
  bodyTypesOf,
  defaultLimit,
  mediaTypesOf,
  type BodyOptions,
} from "../../interface/schema";
import { isObject } from "../../../core/model/value";
import { bodyFormat, type BodyFormat, type ParsedBody, type Verify } from "./body-formats";
import { collectBody, type Reading } from "./collector";
import { bytesIn, mostCompressed } from "./limits";
import { readPlainBody } from "./plain-body";

/**
 * Creates a 415 if the application's own parser has read a form, but the route accepts none. Browsers send forms from
 * any site without a CORS preflight (https://fetch.spec.whatwg.org/#cors-safelisted-request-header).
 */
export function givenForm(req: Request, options: BodyOptions): HTTPError | undefined {
  if (req.body === undefined) return undefined;
  if (!declaresBody(req) && isEmpty(req.body)) {
    // For a request without a body, Express's parsers have set `{}` or `""`, although the client sent no value.
    req.body = undefined;
    return undefined;
  }
  const type = mediaTypeOf(req);
  if (!bodyMediaTypes.form.includes(type) && !type.startsWith("multipart/")) return undefined;
  const types = mediaTypesOf(options);
  return types.includes(type) || types.includes("*/*") ? undefined : wrongType(options);
}

function isEmpty(body: unknown): boolean {
  return body === "" || (isObject(body) && Object.keys(body).length === 0);
}

function mediaTypeOf({ headers }: Request): string {
  return (headers["content-type"] ?? "").replace(/;.*/, "").trim().toLowerCase();
}

function wrongType(options: BodyOptions): HTTPError {
  return refusal("bodyType", [mediaTypesOf(options).join(" or ")]);
}

/** Reads a request's body into `req.body`. Returns undefined without a body, or if a middleware has set `req.body`. */
export type BodyReader = (req: Request, res: Response) => Promise<void> | undefined;

/** Creates a route's reader for bodies. A wrong type throws a 415 at once; other HTTP errors reject the promise. */
export function bodyReader(options: BodyOptions): BodyReader {
  const { Limit = defaultLimit } = options;
  const most = bytesIn(Limit);
  const formats = bodyTypesOf(options).map((type) => bodyFormat(type, most, noteParsed));
  return (req, res) => {
    if (req.body !== undefined || !declaresBody(req)) return undefined;
    const format = formats.find(({ isNamedBy }) => isNamedBy(req));
    if (!format) throw wrongType(options);
    const reading = { req, most };
    const refusalOf = (error: unknown): unknown => asRefusal(error, format, Limit);
    // Hot path: an async function would create another promise.
    if (format.isPlain?.(req)) return readPlainBody(reading, refusalOf);
    return readByParser(format, reading, res).catch((error: unknown) => {
      throw refusalOf(error);
    });
  };
}

async function readByParser(format: BodyFormat, { req, most }: Reading, res: Response): Promise<void> {
  if (!req.readable || req.readableEncoding !== null) {
    // If the stream has ended, or the application has set its encoding, Express's parser throws its usual error.
    await runParser(format.parse, req, res);
    req.body = undefined;
    return;
  }
  const whole = new WholeBody({ req, most });
  await runParser(format.parse, whole, res);
  // For an empty body, Express's parsers return `{}` or `""`, although the client sent no value.
  if (whole.isEmpty) req.body = undefined;
  else req.body = format.finish ? await format.finish(whole) : whole.body;
}

function runParser(parse: RequestHandler, from: Request | WholeBody, res: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    // After an error of the stream, a parser that decompresses the body would wait for ever without this listener.
    if (from instanceof WholeBody) from.on("error", reject);
    // The cast is safe: a parser uses only the headers and the stream of a request.
    void parse(from as Request, res, (error?: unknown) => {
      if (error === undefined) resolve();
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as it was passed
      else reject(error);
    });
  });
}

/** Gives Express's parsers a body in one piece, because they need hundreds of bytes of memory for each piece. */
class WholeBody extends Readable implements ParsedBody {
  readonly headers: Request["headers"];
  body: unknown;
  charset: string | undefined;
  isEmpty = false;
  readonly #reading: Reading;

  constructor({ req, most }: Reading) {
    super();
    const { "content-encoding": coding = "identity" } = req.headers;
    this.headers = req.headers;
    this.#reading = { req, most: coding.toLowerCase() === "identity" ? most : mostCompressed(most) };
  }

  get contentType(): string {
    return String(this.headers["content-type"]);
  }

  override _read(): void {
    collectBody(this.#reading, (error, bytes) => {
      if (error) {
        this.destroy(error);
        return;
      }
      if (bytes.length > 0) this.push(bytes);
      this.push(null);
    });
  }
}

const noteParsed: Verify = (whole, _res, bytes, charset) => {
  // The cast is safe: a parser calls `verify` only with a `WholeBody`.
  Object.assign(whole as WholeBody, { isEmpty: bytes.length === 0, charset });
};

function asRefusal(error: unknown, { name }: BodyFormat, limit: string): unknown {
  if (isHTTPError(error)) return error;
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
