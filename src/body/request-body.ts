import { Readable } from "node:stream";
import type { Request, RequestHandler, Response } from "express";
import { declaresBody } from "../http/header-lines";
import { isHTTPError, type HTTPError } from "../model/http-error";
import { refusal } from "../model/refusals";
import { bodyMediaTypes, bodyTypesOf, type BodyOptions } from "../model/schema";
import { bodyFormat, type BodyFormat, type ParsedBody, type Verify } from "./body-formats";
import { collectBody, type Reading } from "./collector";
import { bytesIn, defaultLimit, mostCompressed } from "./limits";
import { readPlainBody } from "./plain-body";

/**
 * Creates the 415 for a form that another parser has read, if the route accepts no forms. Pages of other sites can send
 * forms without a CORS preflight (https://fetch.spec.whatwg.org/#cors-safelisted-request-header).
 */
export function givenForm(req: Request, options: BodyOptions): HTTPError | undefined {
  if (req.body === undefined) return undefined;
  const type = mediaTypeOf(req);
  if (!bodyMediaTypes.form.includes(type) && !type.startsWith("multipart/")) return undefined;
  const types = mediaTypesOf(options);
  return types.includes(type) || types.includes("*/*") ? undefined : wrongType(options);
}

function mediaTypeOf({ headers }: Request): string {
  return (headers["content-type"] ?? "").replace(/;.*/, "").trim().toLowerCase();
}

function mediaTypesOf(options: BodyOptions): readonly string[] {
  return bodyTypesOf(options).flatMap((type) => bodyMediaTypes[type]);
}

function wrongType(options: BodyOptions): HTTPError {
  return refusal("bodyType", [mediaTypesOf(options).join(" or ")]);
}

/** Reads a body into `req.body`. Returns undefined if there is no body, or if another parser has already read it. */
export type BodyReader = (req: Request, res: Response) => Promise<void> | undefined;

/** Creates the reader for the bodies of a route. The reader throws a refusal, or rejects with one: 415, 413 or 400. */
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
    // Hot path: this function is not async, so a plain body takes only one promise.
    if (format.isPlain?.(req)) return readPlainBody(reading, refusalOf);
    return readByParser(format, reading, res).catch((error: unknown) => {
      throw refusalOf(error);
    });
  };
}

async function readByParser(format: BodyFormat, { req, most }: Reading, res: Response): Promise<void> {
  if (!req.readable || req.readableEncoding !== null) {
    // Express's parser itself throws if the stream has ended, or if the application has set an encoding.
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
    // The stream's errors need this listener, because a parser that decompresses does not listen for them.
    if (from instanceof WholeBody) from.on("error", reject);
    // The cast: a parser uses only the headers and the stream of a request.
    void parse(from as Request, res, (error?: unknown) => {
      if (error === undefined) resolve();
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as it was passed
      else reject(error);
    });
  });
}

/**
 * The request that Express's parsers get. It yields the whole body as one piece, because the parsers keep a Buffer of
 * hundreds of bytes for each piece. Reading begins when the parser reads.
 */
class WholeBody extends Readable implements ParsedBody {
  readonly headers: Request["headers"];
  /** The body, set by Express's parser. */
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
  // The cast: the parsers get no other requests than `WholeBody` objects.
  Object.assign(whole as WholeBody, { isEmpty: bytes.length === 0, charset });
};

/** Converts a parser's error to a refusal. Returns other errors unchanged. */
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
