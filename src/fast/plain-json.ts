import { hash } from "node:crypto";
import type { Request, Response } from "express";
import { bodyForLatin1 } from "../http/field-values";
import { hasContent } from "../http/status";
import { setJSONHead } from "./json-head";
import { isOriginal } from "./originals";

/**
 * True if `res.json` depends only on the value: no wrapped method, no setting, no earlier header, no conditional
 * request. Hot path: `res.json` looks up each setting and header by name, and serializes to a Buffer.
 */
export function isPlainJSON(req: Request, res: Response): boolean {
  const settings = hostSettingsOf(res);
  return (
    isOriginal(res, "json") &&
    isOriginal(res, "send") &&
    // A wrapper of one of these methods expects the arguments of `res.send`.
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
 * Answers with the bytes and headers of `res.json`, in a third of its time ("JSON that is written directly" of
 * bench/README.md). Requires {@link isPlainJSON}.
 */
export function writePlainJSON(req: Request, res: Response, text: string): void {
  const length = Buffer.byteLength(text);
  const hasETag = hostSettingsOf(res)["etag fn"] !== undefined;
  setJSONHead(res, length, hasETag ? weakETag(text, length) : undefined);
  if (req.method === "HEAD") res.end();
  // If each character is one byte, Node has less to count and to copy in the encoding latin1.
  else endWith(res, bodyForLatin1(text, length));
}

/**
 * Ends a response with a body of declared length.
 *
 * Hot path: on Node 20, `end(text)` writes two chunks: the head with the text, and an empty one. A `write` before
 * `end()` writes only one chunk, which saves a tenth of a request's time: "an answer as one chunk" of bench/README.md.
 */
function endWith(res: Response, body: string | Buffer): void {
  const { socket } = res;
  // A pipelined response has no socket yet.
  if (!socket?.writable || !isOriginal(res, "write") || !isOriginal(res, "end")) {
    res.end(body, "latin1");
    return;
  }
  socket.cork();
  try {
    res.write(body, "latin1");
  } finally {
    // If Node rejects the head, `write` throws, and the error is answered next.
    socket.uncork();
  }
  res.end();
}

export type HostSettings = Readonly<Record<string, unknown>>;

export function hostSettingsOf(res: Response): HostSettings {
  // `app.get(name)` would cost a call and a check for each setting.
  return res.app.settings as HostSettings;
}

/** The weak ETag of Express's setting "etag": `W/"<length>-<SHA-1, 27 characters>"`. */
function weakETag(text: string, length: number): string {
  return `W/"${length.toString(16)}-${hash("sha1", text, "base64").slice(0, 27)}"`;
}
