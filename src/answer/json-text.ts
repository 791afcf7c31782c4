import { hash } from "node:crypto";
import type { Request, Response } from "express";
import { hasContent } from "../http/status";
import type { ClosedMembers } from "../model/schema";
import { plainCopy } from "../schema/plain-copy";

/**
 * Answers with a value as JSON: the bytes and headers of `res.json`, in about a third of its time.
 *
 * Hot path: `res.json` asks for each setting and each header by name, and serialises to a Buffer. Where
 * nothing can make a difference (no wrapped function, no setting of the host's own, no header set before, no
 * conditional request) all that is known here; everywhere else `res.json` itself is called.
 *
 * @throws TypeError where JSON cannot hold the value; nothing has been sent then.
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
 * Answers with a JSON text on one line as `res.json` answers with its value, but that the host's "json replacer" is not
 * asked: whoever made the text has asked it.
 */
export function sendJSONText(req: Request, res: Response, text: string): void {
  if (isPlainAnswer(req, res)) sendPlain(req, res, text);
  // Who wraps it expects a value.
  else if (!isExpressOwn(res, "json")) withoutReplacer(res, () => res.json(JSON.parse(text)));
  else {
    if (!res.get("Content-Type")) res.type("json");
    res.send(formatted(text, applicationSettings(res)));
  }
}

/** Sends a value that the host's "json replacer" has seen already: Express's own methods would ask it once more. */
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
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", length);
  if (applicationSettings(res)["etag fn"] !== undefined) res.setHeader("ETag", weakETag(text, length));
  if (req.method === "HEAD") res.end();
  // Where each character is one byte, Node has less to count and to copy.
  else res.end(text, length === text.length ? "latin1" : "utf8");
}

/**
 * A value as JSON on one line, without the members that `closed` leaves out: by the host's "json replacer", without its
 * "json spaces".
 *
 * @throws TypeError where JSON cannot hold the value.
 */
export function jsonText(
  value: unknown,
  res: Response,
  closed?: ClosedMembers,
  replacer: Replacer = replacerOf(res),
): string {
  assertFinite(value);
  const text = closed
    ? closed.write(value, replacer)
    : // Its overloads want to be told which of the two it is.
      (JSON.stringify(value, replacer as () => unknown) as string | undefined);
  if (text === undefined) throw unfit(value);
  return text;
}

/**
 * The JSON of {@link jsonText}, made without a text in between where no "json replacer" is asked; it shares nothing with the
 * value.
 *
 * @throws TypeError where JSON cannot hold the value.
 */
export function jsonOf(value: unknown, res: Response, closed: ClosedMembers | undefined): unknown {
  if (replacerOf(res)) return JSON.parse(jsonText(value, res, closed));
  assertFinite(value);
  const json = closed ? closed.copy(value) : plainCopy(value);
  if (json === undefined) throw unfit(value);
  return json;
}

type Replacer =
  ((this: unknown, key: string, value: unknown) => unknown) | (string | number)[] | null | undefined;

/** The host's "json replacer". */
export function replacerOf(res: Response): Replacer {
  return applicationSettings(res)["json replacer"] as Replacer;
}

/** Whether the answer of `res.json` would depend on nothing but the value. */
function isPlainAnswer(req: Request, res: Response): boolean {
  const settings = applicationSettings(res);
  return (
    isExpressOwn(res, "json") &&
    isExpressOwn(res, "send") &&
    // Who wraps it expects what `res.send` gives it; who wraps `write` alone is called by neither.
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
  // Not `app.get(name)`: it costs a call and a look at its arguments for each.
  return res.app.settings as Settings;
}

// Functions are told by their text, and each is looked at once: comparing them with Express's own would need
// Express to be loaded here, and the host's may be another copy.
const marks = { json: /["'`]json escape["'`]/, send: /["'`]etag fn["'`]/ };
const knownMethods = new WeakMap<object, boolean>();

/** Whether a method of a response is Express's own, which nobody has wrapped. */
export function isExpressOwn(res: Response, name: "json" | "send"): boolean {
  const method = res[name];
  const answer = knownMethods.get(method);
  if (answer !== undefined) return answer;
  const isOwn = marks[name].test(Function.prototype.toString.call(method));
  knownMethods.set(method, isOwn);
  return isOwn;
}

/** The weak validator that Express's own "etag" setting makes: `W/"<length>-<SHA-1, 27 characters>"`. */
function weakETag(text: string, length: number): string {
  return `W/"${length.toString(16)}-${hash("sha1", text, "base64").slice(0, 27)}"`;
}

function assertJSON(value: unknown): void {
  assertFinite(value);
  const isCertain = typeof value !== "function" && typeof value !== "symbol" && !hasToJSON(value);
  if (!isCertain && (JSON.stringify(value) as string | undefined) === undefined) throw unfit(value);
}

/** JSON has no NaN and no Infinity; `JSON.stringify` would make null of them without a word. */
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
