import { hash } from "node:crypto";
import { OutgoingMessage } from "node:http";
import type { Request, Response } from "express";
import { bodyForLatin1 } from "../../http/field-values";
import { hasContent } from "../../http/status";
import { hostSettingsOf } from "../answer/json-text";
import type { DirectJSON } from "../request/exchange";

/** Writes JSON directly where `res.json` is Express's own. */
export const directJSON: DirectJSON = {
  isPlain: isPlainJSON,
  write: writePlainJSON,
  isOriginal: (res) => isOriginal(res, "json"),
};

/** True if `res.json` would send plain JSON: its methods are original, and no setting or header changes the result. */
function isPlainJSON(req: Request, res: Response): boolean {
  const settings = hostSettingsOf(res);
  return (
    isOriginal(res, "json") &&
    isOriginal(res, "send") &&
    // A library that has replaced `end` expects the arguments of `res.send`, which `writePlainJSON` does not pass.
    !Object.hasOwn(res, "end") &&
    !settings["json replacer"] &&
    !settings["json spaces"] &&
    !settings["json escape"] &&
    (settings.etag === "weak" || settings["etag fn"] === undefined) &&
    req.headers["if-none-match"] === undefined &&
    req.headers["if-modified-since"] === undefined &&
    !res.hasHeader("Content-Type") &&
    !res.hasHeader("ETag") &&
    !res.hasHeader("Transfer-Encoding") &&
    hasContent(res.statusCode)
  );
}

/**
 * Answers with the bytes and the headers of `res.json`, in a third of its time (bench/README.md, "JSON that is written
 * directly"). The caller must have checked {@link isPlainJSON}.
 */
function writePlainJSON(req: Request, res: Response, text: string): void {
  const length = Buffer.byteLength(text);
  const hasETag = hostSettingsOf(res)["etag fn"] !== undefined;
  setJSONHead(res, length, hasETag ? weakETag(text, length) : undefined);
  if (req.method === "HEAD") res.end();
  // Node writes ASCII faster as latin1. For other text, `bodyForLatin1` returns bytes.
  else endWith(res, bodyForLatin1(text, length));
}

/**
 * Ends a response with a body, whose length the head declares.
 *
 * Hot path: on Node 20, `end(text)` writes two chunks: the head with the text, and an empty one. After a corked
 * `write`, `end()` adds no chunk, which saves a tenth of a request's time (bench/README.md, "an answer as one chunk").
 */
function endWith(res: Response, body: string | Uint8Array): void {
  const { socket } = res;
  // A pipelined response has no socket while it waits for the response before it.
  if (!socket?.writable || !isOriginal(res, "write") || !isOriginal(res, "end")) {
    res.end(body, "latin1");
    return;
  }
  socket.cork();
  try {
    res.write(body, "latin1");
  } finally {
    // If Node rejects the head, `write` throws. The caller then needs an uncorked socket to answer with the error.
    socket.uncork();
  }
  res.end();
}

/** Creates the weak ETag that Express sends by default: `W/"<length>-<SHA-1, 27 characters>"`. */
function weakETag(text: string, length: number): string {
  return `W/"${length.toString(16)}-${hash("sha1", text, "base64").slice(0, 27)}"`;
}

/** The headers that Node keeps until it writes the head: `{ etag: ["ETag", 'W/"..."'] }`. */
type KeptHeaders = Record<string, readonly [name: string, value: string | number] | undefined>;

type Keeping = Record<symbol, KeptHeaders | null | undefined>;

/**
 * Sets Content-Type, Content-Length and ETag without the checks of `setHeader`. V8 is slow with the object in which
 * Node 20 keeps headers, so a new object replaces it (bench/README.md, "headers in an object with a shape").
 */
function setJSONHead(res: Response, length: number, etag: string | undefined): void {
  if (
    headersKey === undefined ||
    !Object.hasOwn(res, headersKey) ||
    res.headersSent ||
    !isOriginal(res, "setHeader")
  ) {
    res.setHeader("Content-Type", jsonType);
    res.setHeader("Content-Length", length);
    if (etag !== undefined) res.setHeader("ETag", etag);
    return;
  }
  const keeping = res as unknown as Keeping;
  const headers = new ShapedHeaders();
  const before = keeping[headersKey];
  for (const name in before) headers[name] = before[name];
  headers["content-type"] = ["Content-Type", jsonType];
  headers["content-length"] = ["Content-Length", length];
  if (etag !== undefined) headers.etag = ["ETag", etag];
  keeping[headersKey] = headers;
}

const jsonType = "application/json; charset=utf-8";

// Creates objects that inherit nothing, like those of `Object.create(null)`, but V8 reads them faster.
const ShapedHeaders = function () {
  // `new` creates the headers, so the function itself does nothing.
} as unknown as new () => KeptHeaders;
ShapedHeaders.prototype = Object.create(null) as object;

/** The property of a response that contains its headers; undefined if this Node keeps headers in another form. */
const headersKey = keyOfHeaders();

function keyOfHeaders(): symbol | undefined {
  const message = new OutgoingMessage().setHeader("A-b", "c") as unknown as Keeping;
  const symbols = Object.getOwnPropertySymbols(message);
  const found = symbols.find(({ description }) => description === "kOutHeaders");
  return found && JSON.stringify(message[found]) === '{"a-b":["A-b","c"]}' ? found : undefined;
}

/** A method is original, and not replaced by other code, if its source code matches the pattern. */
const marks = {
  setHeader: /\[kOutHeaders\]/,
  write: /\[kNeedDrain\]/,
  end: /\bonFinish\b/,
  json: /["'`]json escape["'`]/,
  send: /["'`]etag fn["'`]/,
};

type MethodName = keyof typeof marks;

/* eslint-disable @typescript-eslint/unbound-method -- the methods are compared, and not called */

/** Each method has a function of its own, because V8 reads a member by a variable name several times more slowly. */
const methods: Readonly<Record<MethodName, (res: Response) => unknown>> = {
  setHeader: (res) => res.setHeader,
  write: (res) => res.write,
  end: (res) => res.end,
  json: (res) => res.json,
  send: (res) => res.send,
};

/* eslint-enable @typescript-eslint/unbound-method */

const recognized: Partial<Record<MethodName, unknown>> = {};

/** True if a method of the response is the original method of Node or Express. */
function isOriginal(res: Response, name: MethodName): boolean {
  const method = methods[name](res);
  if (method === recognized[name]) return true;
  if (typeof method !== "function" || !marks[name].test(Function.prototype.toString.call(method))) {
    return false;
  }
  recognized[name] = method;
  return true;
}
