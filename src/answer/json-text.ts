import { hash } from "node:crypto";
import type { Request, Response } from "express";
import { hasContent } from "../http/status";
import type { ClosedMembers } from "../model/schema";
import { isNodeOwn, setHead } from "../request/head-list";
import { draftCopy } from "../schema/plain-copy";

/**
 * Answers with a value as JSON: with the bytes and headers of `res.json`, in about a third of its time.
 *
 * Hot path: `res.json` looks up each setting and header by name, and serializes to a Buffer. If nothing can make a
 * difference (no wrapped method, no own setting of the host, no header set before, no conditional request) the result
 * is known here; otherwise `res.json` itself is called.
 *
 * @throws TypeError before anything is sent, if JSON cannot represent the value.
 */
export function sendJSON(req: Request, res: Response, value: unknown): void {
  if (!isPlainAnswer(req, res)) {
    assertJSON(value);
    res.json(value);
    return;
  }
  assertFinite(value);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw unfit(value);
  sendPlain(req, res, text);
}

/**
 * Answers with a JSON text on one line as `res.json` answers with its value, but without the host's "json replacer",
 * which was called when the text was made.
 */
export function sendJSONText(req: Request, res: Response, text: string): void {
  if (isPlainAnswer(req, res)) sendPlain(req, res, text);
  // A wrapper of `res.json` expects a value.
  else if (!isExpressOwn(res, "json")) withoutReplacer(res, () => res.json(JSON.parse(text)));
  else {
    if (!res.get("Content-Type")) res.type("json");
    res.send(formatted(text, applicationSettings(res)));
  }
}

/** Sends a value to which the host's "json replacer" was already applied: Express's own methods would apply it again. */
export function withoutReplacer(res: Response, send: () => void): void {
  const { app } = res;
  const isOwn = Object.hasOwn(res, "app");
  const get = (name: string): unknown => (name === "json replacer" ? undefined : app.get(name));
  res.app = Object.create(app, { get: { value: get } }) as typeof app;
  try {
    send();
  } finally {
    if (isOwn) res.app = app;
    else Reflect.deleteProperty(res, "app");
  }
}

/** The text with the host's "json spaces" and "json escape", as `res.json` has it. */
function formatted(text: string, settings: Settings): string {
  const spaces = settings["json spaces"] as string | number | undefined;
  const spaced = spaces ? JSON.stringify(JSON.parse(text), undefined, spaces) : text;
  return settings["json escape"] ? spaced.replaceAll(/[<>&]/g, unicodeEscape) : spaced;
}

function unicodeEscape(character: string): string {
  return `\\u00${character.charCodeAt(0).toString(16)}`;
}

function sendPlain(req: Request, res: Response, text: string): void {
  const length = Buffer.byteLength(text);
  const head = ["Content-Type", "application/json; charset=utf-8", "Content-Length", length];
  if (applicationSettings(res)["etag fn"] !== undefined) head.push("ETag", weakETag(text, length));
  setHead(res, head);
  if (req.method === "HEAD") res.end();
  // Where each character is one byte, Node has less to count and to copy.
  else endWith(res, text, length === text.length ? "latin1" : "utf8");
}

/**
 * Ends a response with a text whose length is declared.
 *
 * Hot path: on Node 20, `end(text)` makes one vectored write of two chunks, the head with the text and an empty one. A
 * `write` before `end()` makes a plain write of one chunk, which saves a tenth of the time of a request.
 */
function endWith(res: Response, text: string, encoding: "latin1" | "utf8"): void {
  const { socket } = res;
  // A pipelined response has no socket yet.
  if (!socket?.writable || !isNodeOwn(res, "write") || !isNodeOwn(res, "end")) {
    res.end(text, encoding);
    return;
  }
  socket.cork();
  try {
    res.write(text, encoding);
  } finally {
    // A head that Node refuses throws, and the answer of that error is written next.
    socket.uncork();
  }
  res.end();
}

/**
 * Serializes a value to JSON on one line, without the members that `closed` removes: with the host's "json replacer",
 * without its "json spaces".
 *
 * @throws TypeError if JSON cannot represent the value.
 */
export function jsonText(
  value: unknown,
  res: Response,
  closed?: ClosedMembers,
  replacer: HostReplacer = replacerOf(res),
): string {
  assertFinite(value);
  const text = closed
    ? closed.write(value, replacer)
    : // TypeScript's overloads accept a function or a list, but not their union.
      (JSON.stringify(value, replacer as () => unknown) as string | undefined);
  if (text === undefined) throw unfit(value);
  return text;
}

/**
 * The parsed JSON of {@link jsonText} for a conversion, without an intermediate text if there is no "json replacer"; it shares nothing
 * with the value.
 *
 * @throws TypeError if JSON cannot represent the value.
 */
export function jsonOf(value: unknown, res: Response, closed: ClosedMembers | undefined): unknown {
  if (replacerOf(res)) return JSON.parse(jsonText(value, res, closed));
  assertFinite(value);
  const json = closed ? closed.copy(value) : draftCopy(value);
  if (json === undefined) throw unfit(value);
  return json;
}

type HostReplacer =
  ((this: unknown, key: string, value: unknown) => unknown) | (string | number)[] | null | undefined;

/** The host's "json replacer". */
export function replacerOf(res: Response): HostReplacer {
  return applicationSettings(res)["json replacer"] as HostReplacer;
}

/** True if the answer of `res.json` would depend on nothing but the value. */
function isPlainAnswer(req: Request, res: Response): boolean {
  const settings = applicationSettings(res);
  return (
    isExpressOwn(res, "json") &&
    isExpressOwn(res, "send") &&
    // A wrapper of these methods expects the arguments of `res.send`; a wrapper of only `write` is not called in either
    // case.
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

type Settings = Readonly<Record<string, unknown>>;

function applicationSettings(res: Response): Settings {
  // `app.get(name)` would cost a call and a check of its arguments for each setting.
  return res.app.settings as Settings;
}

// Express's own methods are recognized by their source text, once for each function: comparing by identity would need
// Express to be loaded here, and the host's may be another copy.
const expressMarks = { json: /["'`]json escape["'`]/, send: /["'`]etag fn["'`]/ };
const knownMethods = new WeakMap<object, boolean>();

/** True if a method of a response is Express's own, without a wrapper. */
export function isExpressOwn(res: Response, name: "json" | "send"): boolean {
  const method = res[name];
  const answer = knownMethods.get(method);
  if (answer !== undefined) return answer;
  const isOwn = expressMarks[name].test(Function.prototype.toString.call(method));
  knownMethods.set(method, isOwn);
  return isOwn;
}

/** The weak ETag that Express's own "etag" setting makes: `W/"<length>-<SHA-1, 27 characters>"`. */
function weakETag(text: string, length: number): string {
  return `W/"${length.toString(16)}-${hash("sha1", text, "base64").slice(0, 27)}"`;
}

function assertJSON(value: unknown): void {
  assertFinite(value);
  const isCertain = typeof value !== "function" && typeof value !== "symbol" && !hasToJSON(value);
  if (!isCertain && (JSON.stringify(value) as string | undefined) === undefined) throw unfit(value);
}

/** JSON has no NaN and no Infinity; `JSON.stringify` would silently write null. */
function assertFinite(value: unknown): void {
  if (typeof value === "number" && !Number.isFinite(value)) throw unfit(value);
}

function hasToJSON(value: unknown): boolean {
  return typeof value === "object" && value !== null && "toJSON" in value;
}

function unfit(value: unknown): TypeError {
  return new TypeError(
    `a handler must return a value that JSON can represent, got a value of type ${typeof value}`,
  );
}
