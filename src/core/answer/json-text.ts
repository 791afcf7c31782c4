import { isNativeError } from "node:util/types";
import type { Response } from "express";
import { withoutCarry } from "../../schema/interface/carried";
import type { ClosedMembers } from "../../schema/interface/schema";
import { isObject, takeRejectionsWithin, takingRejections } from "../model/value";
import { ValueError } from "../model/fault";
import type { Exchange } from "../request/exchange";
import { draftCopy } from "../../schema/interface/plain-copy";

/**
 * Sends a value like `res.json`, but faster. If anything could change the bytes, such as a setting, calls `res.json`.
 *
 * @throws ValueError before anything is sent, if JSON cannot represent the value.
 */
export function sendJSON({ req, res, direct }: SentExchange, value: unknown): void {
  if (!direct.isPlain(req, res)) {
    serialized(value, () => {
      assertJSON(value);
      res.json(value);
    });
    return;
  }
  assertFinite(value);
  const text = serialized(value, () => JSON.stringify(value) as string | undefined);
  if (text === undefined) throw unfit(value);
  direct.write(req, res, text);
}

type SentExchange = Pick<Exchange, "req" | "res" | "direct">;

/** Sends JSON text like `res.json`, but without Express's "json replacer", which was applied when the text was made. */
export function sendJSONText({ req, res, direct }: SentExchange, text: string): void {
  if (direct.isPlain(req, res)) direct.write(req, res, text);
  // A middleware that has replaced `res.json` expects a value instead of text.
  else if (!direct.isOriginal(res)) withoutReplacer(res, () => res.json(JSON.parse(text)));
  else {
    if (!res.get("Content-Type")) res.type("json");
    res.send(formatted(text, hostSettingsOf(res)));
  }
}

/** Calls `send` while Express has no "json replacer", because the replacer has already been applied. */
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

function formatted(text: string, settings: HostSettings): string {
  const spaces = settings["json spaces"] as string | number | undefined;
  const spaced = spaces ? JSON.stringify(JSON.parse(text), undefined, spaces) : text;
  return settings["json escape"] ? spaced.replaceAll(/[<>&]/g, unicodeEscape) : spaced;
}

function unicodeEscape(character: string): string {
  return `\\u00${character.charCodeAt(0).toString(16)}`;
}

/**
 * Serializes a value, using Express's setting "json replacer". `closed` leaves out members that the value's schema does
 * not name. Throws a ValueError if JSON cannot represent the value.
 */
export function jsonText(
  value: unknown,
  res: Response,
  closed?: ClosedMembers,
  replacer: HostReplacer = replacerOf(res),
): string {
  assertFinite(value);
  // A replacer may have removed a promise, so that the text does not tell.
  if (replacer) takeRejectionsWithin(value);
  const text = serialized(value, () =>
    closed
      ? closed.write(value, replacer)
      : // The overloads of `JSON.stringify` accept a function or a list, but not a union of both.
        (JSON.stringify(value, replacer as () => unknown) as string | undefined),
  );
  if (text === undefined) throw unfit(value);
  return text;
}

/** Copies a value as `JSON.parse(JSON.stringify(value))` does. Conversions may change the copy. */
export function jsonOf(value: unknown, res: Response, closed: ClosedMembers | undefined): unknown {
  if (replacerOf(res)) return JSON.parse(jsonText(value, res, closed));
  assertFinite(value);
  const json = serialized(value, () => (closed ? closed.draft(value) : draftCopy(value)));
  if (json === undefined) throw unfit(value);
  return json;
}

type HostSettings = Readonly<Record<string, unknown>>;

/** The settings of the Express application that has the response. */
export function hostSettingsOf(res: Response): HostSettings {
  // Hot path: `app.get(name)` would take a call and a check for each setting.
  return res.app.settings as HostSettings;
}

type HostReplacer =
  ((this: unknown, key: string, value: unknown) => unknown) | (string | number)[] | null | undefined;

export function replacerOf(res: Response): HostReplacer {
  return hostSettingsOf(res)["json replacer"] as HostReplacer;
}

function serialized<Made>(value: unknown, make: () => Made): Made {
  try {
    return takingRejections(value, () => withoutCarry(make));
  } catch (error) {
    if (!isNativeError(error) || !v8Refusal.test(error.message)) throw error;
    throw new ValueError(error.message, { cause: error });
  }
}

const v8Refusal = /^(?:Converting circular structure to JSON|Do not know how to serialize a BigInt)/;

function assertJSON(value: unknown): void {
  assertFinite(value);
  const hasToJSON = isObject(value) && "toJSON" in value;
  const isCertain = typeof value !== "function" && typeof value !== "symbol" && !hasToJSON;
  if (!isCertain && (JSON.stringify(value) as string | undefined) === undefined) throw unfit(value);
}

/** Without this check, `JSON.stringify` would silently write `null`. */
function assertFinite(value: unknown): void {
  if (typeof value === "number" && !Number.isFinite(value)) throw unfit(value);
}

function unfit(value: unknown): ValueError {
  return new ValueError(
    `a handler must return a value that JSON can represent, got a value of type ${typeof value}`,
  );
}
