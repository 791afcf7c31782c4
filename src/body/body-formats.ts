import { json, raw, text, type Request, type RequestHandler } from "express";
import { fieldsOfForm } from "../http/form";
import { isHTTPError } from "../model/http-error";
import { bodyMediaTypes, type BodyType } from "../model/schema";
import { bodyError } from "./parser-errors";
import { parseMultipart } from "./multipart";
import { isPlainJSON, isPlainType } from "./plain-json";

/** One format of bodies. */
export interface BodyFormat {
  /** Its name in error messages: `JSON`. */
  readonly name: string;
  /** True if the request's Content-Type names it. */
  readonly isNamedBy: (req: Request) => boolean;
  /** True if a body can be read without the parser. */
  readonly isPlain?: (req: Request) => boolean;
  /** Parses a body that has been read. */
  readonly parse: RequestHandler;
  /** Prepares the parsed body for the schema. */
  readonly finish?: (parsed: ParsedBody) => unknown;
}

/** A body as Express's parser leaves it. */
export interface ParsedBody {
  readonly body: unknown;
  readonly contentType: string;
  /** In lower case; undefined for bytes. */
  readonly charset: string | undefined;
}

/** Creates a format whose parser calls `verify` with the bytes, and accepts at most `limit` of them. */
export function bodyFormat(type: BodyType, limit: number, verify: Verify): BodyFormat {
  const { parser, charsets, ...format } = formats[type];
  const verifyCharset: Verify = (req, res, bytes, charset) => {
    if (charsets && !charsets.test(charset)) throw bodyError(415, `the charset is ${charset}`);
    verify(req, res, bytes, charset);
  };
  return {
    isNamedBy: isNamedByOneOf([...bodyMediaTypes[type]]),
    // `isNamedBy` has already checked the request's type.
    parse: parser({ limit, verify: verifyCharset, type: () => true }),
    ...format,
  };
}

const isOtherJSON = isNamedByOneOf([...bodyMediaTypes.json]);

function isNamedByOneOf(types: string[]): BodyFormat["isNamedBy"] {
  return (req) => Boolean(req.is(types));
}

/** Called with the bytes of each body, and its charset, before they are parsed. */
export type Verify = (req: object, res: object, bytes: Buffer, charset: string) => void;

interface ParserOptions {
  readonly limit: number;
  readonly verify: Verify;
  readonly type: () => boolean;
}

interface FormatParts
  extends Pick<BodyFormat, "name" | "isPlain" | "finish">, Partial<Pick<BodyFormat, "isNamedBy">> {
  readonly parser: (options: ParserOptions) => RequestHandler;
  /** The charsets that it may have; undefined for all that the parser knows. */
  readonly charsets?: RegExp;
}

const formats: Readonly<Record<BodyType, FormatParts>> = {
  json: {
    name: "JSON",
    // Parsing an arbitrary type costs as much as reading a small body.
    isNamedBy: (req) => isPlainType(req) || isOtherJSON(req),
    isPlain: isPlainJSON,
    // A filter in front that looks at the bytes sees another text in UTF-7.
    charsets: /^utf-(?:8|(?:16|32)(?:le|be)?)$/,
    // Any JSON text: the schema judges its kind.
    parser: (options) => json({ ...options, strict: false }),
  },
  // Express reads the text, and this package parses it: then the limit is the only bound, also for the number of fields,
  // for which the time of Express's parser grows quadratically.
  form: {
    name: "form",
    charsets: /^(?:utf-8|iso-8859-1)$/,
    parser: text,
    finish: ({ body, charset }) => fieldsOfForm(String(body), charset === "iso-8859-1"),
  },
  multipart: { name: "multipart form", parser: raw, finish: fieldsOfMultipart },
  text: { name: "text", parser: text },
  // A request without a Content-Type has bytes too (RFC 9110, 8.3).
  bytes: { name: "body", parser: raw, isNamedBy: () => true },
};

async function fieldsOfMultipart({ body, contentType }: ParsedBody): Promise<object> {
  try {
    return await parseMultipart(body as Buffer, contentType);
  } catch (error) {
    if (isHTTPError(error)) throw error;
    throw bodyError(400, "malformed multipart", error);
  }
}
