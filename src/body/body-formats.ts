import { json, raw, text, type Request, type RequestHandler } from "express";
import { fieldsOfForm } from "../http/form";
import { HTTPError } from "../model/http-error";
import { refusal } from "../model/refusals";
import { bodyMediaTypes, type BodyType } from "../model/schema";
import { bodyError } from "./parser-errors";
import { parseMultipart } from "./multipart";
import { isPlainJSON, isPlainType } from "./plain-json";

/** One format of bodies. */
export interface BodyFormat {
  /** Its media types, for the error message. */
  readonly types: readonly string[];
  /** Its name in error messages: `JSON`. */
  readonly name: string;
  /** True if the request's Content-Type names it. */
  readonly isNamedBy: (req: Request) => boolean;
  /** True if a body can be read without the parser. */
  readonly isPlain?: (req: Request) => boolean;
  /** Reads the body into `req.body`. */
  readonly parse: RequestHandler;
  /** Prepares the parsed body for the schema. */
  readonly finish?: (req: Request) => Promise<void> | void;
}

/** Creates a format whose parser calls `verify` with the bytes, and accepts at most `limit` of them. */
export function bodyFormat(type: BodyType, limit: number, verify: Verify): BodyFormat {
  const types = [...bodyMediaTypes[type]];
  const named = { types, isNamedBy: isNamedByOneOf(types) };
  // `isNamedBy` has already checked the request's type.
  return { ...named, ...parsers[type]({ limit, verify, type: () => true }) };
}

const isOtherJSON = isNamedByOneOf([...bodyMediaTypes.json]);

function isNamedByOneOf(types: string[]): BodyFormat["isNamedBy"] {
  return (req) => Boolean(req.is(types));
}

/** Called with the bytes of each body, before they are parsed. */
export type Verify = (req: object, res: object, bytes: Buffer) => void;

interface ParserOptions {
  readonly limit: number;
  readonly verify: Verify;
  readonly type: () => boolean;
}

type Parser = (options: ParserOptions) => Omit<BodyFormat, "types" | "isNamedBy"> & Partial<BodyFormat>;

const parsers: Readonly<Record<BodyType, Parser>> = {
  // Any JSON text: the schema judges its kind.
  json: (options) => ({
    name: "JSON",
    // Parsing an arbitrary type costs as much as reading a small body.
    isNamedBy: (req) => isPlainType(req) || isOtherJSON(req),
    isPlain: isPlainJSON,
    parse: json({ ...options, strict: false }),
  }),
  form: formParser,
  multipart: (options) => ({ name: "multipart form", parse: raw(options), finish: finishMultipart }),
  text: (options) => ({ name: "text", parse: text(options) }),
  // A request without a Content-Type has bytes too (RFC 9110, 8.3).
  bytes: (options) => ({ name: "body", parse: raw(options), isNamedBy: () => true }),
};

/**
 * Reads forms as text and parses them here: then the limit is the only bound, also for the number of fields, for which
 * the time of Express's parser grows quadratically.
 */
function formParser({ verify, ...options }: ParserOptions): ReturnType<Parser> {
  const charsets = new WeakMap<object, string>();
  const noteCharset = (req: object, res: object, bytes: Buffer, charset: string): void => {
    charsets.set(req, charset);
    verify(req, res, bytes);
  };
  return {
    name: "form",
    parse: text({ ...options, verify: noteCharset }),
    finish: (req) => {
      const charset = charsets.get(req) ?? "utf-8";
      // The two charsets of forms.
      if (charset !== "utf-8" && charset !== "iso-8859-1") throw refusal("bodyEncoding", []);
      req.body = fieldsOfForm(String(req.body), charset === "iso-8859-1");
    },
  };
}

async function finishMultipart(req: Request): Promise<void> {
  try {
    req.body = await parseMultipart(req.body as Buffer, String(req.headers["content-type"]));
  } catch (error) {
    if (error instanceof HTTPError) throw error;
    throw bodyError(400, "malformed multipart", error);
  }
}
