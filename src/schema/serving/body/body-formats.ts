import { json, raw, text } from "express";
import type { Request, RequestHandler } from "express";
import { fieldsOfForm } from "../../../http/form";
import { isHTTPError } from "../../../core/model/http-error";
import { bodyFormatNames, bodyMediaTypes, type BodyType } from "../../interface/schema";
import { bodyError } from "../../../core/errors/foreign-errors";
import { isPlainBody, isPlainType } from "./plain-body";
import { refusal } from "../../../core/model/refusals";
import { longestHead, mostParts } from "./limits";

export interface BodyFormat {
  readonly name: string;
  readonly isNamedBy: (req: Request) => boolean;
  /** True if `readPlainBody` can read the body, which takes less time than Express's parser. */
  readonly isPlain?: (req: Request) => boolean;
  readonly parse: RequestHandler;
  readonly finish?: (parsed: ParsedBody) => unknown;
}

/** A body that Express's parser has read. */
export interface ParsedBody {
  readonly body: unknown;
  readonly contentType: string;
  /** The charset in lower case; undefined for a body that is read as bytes. */
  readonly charset: string | undefined;
}

/** Creates a format for bodies of at most `limit` bytes. `verify` gets the bytes of each body. */
export function bodyFormat(type: BodyType, limit: number, verify: Verify): BodyFormat {
  const { parser, charsets, ...format } = formats[type];
  const verifyCharset: Verify = (req, res, bytes, charset) => {
    if (charsets && !charsets.test(charset)) throw bodyError(415, `the charset is ${charset}`);
    verify(req, res, bytes, charset);
  };
  return {
    isNamedBy: isNamedByOneOf([...bodyMediaTypes[type]]),
    // The parser accepts every type, because `isNamedBy` has already compared the request's type.
    parse: parser({ limit, verify: verifyCharset, type: () => true }),
    ...format,
  };
}

/** The first of the types that the request's Content-Type names. */
export function namedBodyType(req: Request, types: readonly BodyType[]): BodyType | undefined {
  return types.find((type) => (formats[type].isNamedBy ?? isNamedByOneOf([...bodyMediaTypes[type]]))(req));
}

const isOtherJSON = isNamedByOneOf([...bodyMediaTypes.json]);

function isNamedByOneOf(types: string[]): BodyFormat["isNamedBy"] {
  return (req) => Boolean(req.is(types));
}

/** Gets the bytes and the charset of each body, before the body is parsed. Throws to reject the body. */
export type Verify = (req: object, res: object, bytes: Buffer, charset: string) => void;

interface ParserOptions {
  readonly limit: number;
  readonly verify: Verify;
  readonly type: () => boolean;
}

interface FormatParts
  extends Pick<BodyFormat, "name" | "isPlain" | "finish">, Partial<Pick<BodyFormat, "isNamedBy">> {
  readonly parser: (options: ParserOptions) => RequestHandler;
  /** Undefined if the format allows every charset that the parser knows. */
  readonly charsets?: RegExp;
}

const formats: Readonly<Record<BodyType, FormatParts>> = {
  json: {
    name: bodyFormatNames.json,
    // Hot path: `isPlainType` saves parsing the Content-Type, which takes as long as reading a small body.
    isNamedBy: (req) => isPlainType(req) || isOtherJSON(req),
    isPlain: isPlainBody,
    // A firewall that does not know UTF-7 would not find an attack in such a body, so UTF-7 is not allowed.
    charsets: /^utf-(?:8|(?:16|32)(?:le|be)?)$/,
    // With `strict: true`, the parser would accept only objects and lists. Here the schema decides what is valid.
    parser: (options) => json({ ...options, strict: false }),
  },
  // `text` only decodes the body, and `finish` parses it: Express's form parser takes quadratic time for many fields.
  form: {
    name: bodyFormatNames.form,
    charsets: /^(?:utf-8|iso-8859-1)$/,
    parser: text,
    finish: ({ body, charset }) => fieldsOfForm(String(body), charset === "iso-8859-1"),
  },
  multipart: { name: bodyFormatNames.multipart, parser: raw, finish: fieldsOfMultipart },
  text: { name: bodyFormatNames.text, parser: text },
  // A body of bytes may have no Content-Type (RFC 9110, 8.3), so this format accepts every request.
  bytes: { name: bodyFormatNames.bytes, parser: raw, isNamedBy: () => true },
};

async function fieldsOfMultipart({ body, contentType }: ParsedBody): Promise<object> {
  try {
    return await parseMultipart(body as Buffer, contentType);
  } catch (error) {
    if (isHTTPError(error)) throw error;
    throw bodyError(400, "malformed multipart", error);
  }
}

/**
 * Parses the fields and files (web `File`s) of a multipart/form-data body (RFC 7578). Fields of the same name become a
 * list. Node's parser needs much memory for each part, so there may be at most 1,000 parts.
 *
 * @throws HTTPError 413 `payload_too_large` for more parts, and TypeError for a malformed body.
 */
async function parseMultipart(bytes: Buffer, contentType: string): Promise<object> {
  const boundary = boundaryIn(contentType);
  assertBounded(bytes, `--${boundary}`);
  // Node's parser could read another boundary from the client's header, so it gets a header with this boundary.
  const headers = { "Content-Type": `multipart/form-data; boundary="${boundary}"` };
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- for unbounded bodies; this one is bounded, and read
  const form = await new Response(bytes, { headers }).formData();
  await readJSONFiles(form);
  const values = Object.create(null) as Record<string, unknown>;
  for (const name of new Set(form.keys())) {
    const [value, ...more] = form.getAll(name);
    values[name] = more.length === 0 ? value : [value, ...more];
  }
  return values;
}

const jsonTexts = new WeakMap<object, string>();

/** Browsers send a `Blob` of JSON as a file. Its text is read here, since schemas are asked without waiting. */
async function readJSONFiles(form: FormData): Promise<void> {
  for (const value of form.values()) {
    if (typeof value !== "string" && /^application\/json\b/i.test(value.type)) {
      jsonTexts.set(value, await value.text());
    }
  }
}

/** The text of a part with the type `application/json` and a file name. */
export function jsonTextOfFile(file: object): string | undefined {
  return jsonTexts.get(file);
}

function assertBounded(bytes: Buffer, delimiter: string): void {
  let delimiters = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    // The last delimiter ends the body, so a body of two parts has three delimiters.
    if (++delimiters > mostParts + 1) throw refusal("tooManyParts", [String(mostParts)]);
    const head = bytes.subarray(at, at + delimiter.length + longestHead);
    if (head.length > longestHead && !head.includes("\r\n\r\n")) {
      throw new TypeError("a part's header fields are too long");
    }
  }
}

/** Reads the boundary in a Content-Type (RFC 2046, 5.1.1). Throws a TypeError for a missing or malformed boundary. */
function boundaryIn(contentType: string): string {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? token ?? "";
  if (!/^[\w'()+,\-./:=? ]{1,70}$/.test(boundary)) throw new TypeError("multipart without a boundary");
  return boundary;
}
