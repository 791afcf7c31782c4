import { OutgoingMessage } from "node:http";
import type { Response } from "express";
import { isOriginal } from "./originals";

/** The headers that Node keeps until it writes the head: `{ etag: ["ETag", 'W/"..."'] }`. */
type KeptHeaders = Record<string, readonly [name: string, value: string | number] | undefined>;

type Keeping = Record<symbol, KeptHeaders | null | undefined>;

/**
 * Sets Content-Type, Content-Length and ETag without the checks of `setHeader`. V8 is slow with the object in which
 * Node 20 keeps headers, so a new object replaces it (bench/README.md, "headers in an object with a shape").
 */
export function setJSONHead(res: Response, length: number, etag: string | undefined): void {
  if (key === undefined || !Object.hasOwn(res, key) || res.headersSent || !isOriginal(res, "setHeader")) {
    res.setHeader("Content-Type", jsonType);
    res.setHeader("Content-Length", length);
    if (etag !== undefined) res.setHeader("ETag", etag);
    return;
  }
  const keeping = res as unknown as Keeping;
  const headers = new ShapedHeaders();
  const before = keeping[key];
  for (const name in before) headers[name] = before[name];
  headers["content-type"] = ["Content-Type", jsonType];
  headers["content-length"] = ["Content-Length", length];
  if (etag !== undefined) headers.etag = ["ETag", etag];
  keeping[key] = headers;
}

const jsonType = "application/json; charset=utf-8";

// Creates objects that inherit nothing, like those of `Object.create(null)`, but V8 reads them faster.
const ShapedHeaders = function () {
  // `new` creates the headers, so the function itself does nothing.
} as unknown as new () => KeptHeaders;
ShapedHeaders.prototype = Object.create(null) as object;

/** The property of a response that contains its headers; undefined if this Node keeps headers in another form. */
const key = keyOfHeaders();

function keyOfHeaders(): symbol | undefined {
  const message = new OutgoingMessage().setHeader("A-b", "c") as unknown as Keeping;
  const symbols = Object.getOwnPropertySymbols(message);
  const found = symbols.find(({ description }) => description === "kOutHeaders");
  return found && JSON.stringify(message[found]) === '{"a-b":["A-b","c"]}' ? found : undefined;
}
