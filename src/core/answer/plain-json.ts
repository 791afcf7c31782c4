import { hash } from "node:crypto";
import type { Request, Response } from "express";
import { bodyForLatin1 } from "../http/field-values";
import { hasContent } from "../http/status";
import { hostSettingsOf } from "./json-text";
import type { DirectJSON } from "../request/exchange";
import { setJSONHead } from "./json-head";
import { isOriginal } from "./originals";

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
