import type { Response } from "express";
import { mediaTypes } from "../model/returned-value";
import { ValueError } from "../model/fault";
import { isOver, type Exchange } from "../request/exchange";
import type { Body } from "./body";
import { discardFlow, sendFlow, streamFlow } from "./flow";
import { itemsFlow } from "./items";
import { sendJSON, sendJSONText } from "./json-text";
import { sharedByCopies } from "../model/copies";

/** A replacement of `res.json`, which sees the values that a handler sends itself. */
export interface Hook {
  /** Calls `send` without the hook, so that a converted value is not converted again. */
  lift(send: () => void): void;
}

// Hot path: V8 sets a property of the response far faster than it adds an entry to a WeakMap.
// Several copies of the package may answer one request: histories of another copy bring the conversions of that copy.
export const hookKey: unique symbol = Symbol.for("versioned-controllers.json-hook");

export interface HookedResponse {
  [hookKey]?: Hook | undefined;
}

function unhooked(res: Response, send: () => void): void {
  const hook = (res as HookedResponse)[hookKey];
  if (hook) hook.lift(send);
  else send();
}

/** The responses for which a call of `res.json` waits for a promise. */
export const awaited = sharedByCopies("awaited-answers", () => new WeakSet<Response>());

/**
 * Sends a body, or discards it if the client has disconnected. A status or Content-Type set by the handler is kept.
 *
 * @throws ValueError before anything is sent, if the body cannot be written.
 */
export function write(exchange: Exchange, body: Body, status: number, type?: string): void {
  const { res } = exchange;
  if (isOver(exchange)) {
    discard(exchange, body);
    return;
  }
  res.statusCode = statusFor(exchange, status);
  const isTyped = type === undefined || body.kind === "nothing" || Boolean(res.get("Content-Type"));
  if (!isTyped) res.type(type);
  const undo = (): void => {
    takeBackStatus(res, status);
    if (!isTyped && !res.headersSent) res.removeHeader("Content-Type");
  };
  try {
    writeKind(exchange, body, undo);
  } catch (error) {
    undo();
    throw error;
  }
}

/** Sends a converted body. `unhooked` prevents the hook on `res.json` from converting the body again. */
export const writeUnhooked: typeof write = (exchange, ...rest) => {
  unhooked(exchange.res, () => {
    write(exchange, ...rest);
  });
};

function writeKind(exchange: Exchange, body: Body, undo: () => void): void {
  const { res } = exchange;
  const intended = res.statusCode;
  switch (body.kind) {
    case "json":
      sendJSON(exchange, body.value);
      exchange.notes?.noteUnconverted(body.value, intended);
      return;
    case "jsonText":
      sendJSONText(exchange, body.text);
      if (exchange.notes) exchange.notes.noteUnconverted(JSON.parse(body.text), intended);
      return;
    // No body: the status becomes 204, except with `keepsStatus`.
    case "nothing":
      if (body.keepsStatus) res.removeHeader("Content-Type");
      else res.statusCode = 204;
      res.send();
      return;
    // Text: sent as `text/plain`, because Express's default is HTML.
    case "text":
      if (!res.get("Content-Type")) res.type(mediaTypes.text);
      res.send(body.text);
      return;
    // Bytes: Express's default type is `application/octet-stream`, so no type is set here.
    case "bytes":
      res.send(body.bytes);
      return;
    case "stream":
      sendFlow(exchange, streamFlow(body.stream), undo);
      return;
    // An async iterable: each item is sent as soon as it is there, as a line or as a server-sent event.
    case "items":
      sendFlow(exchange, itemsFlow(body), undo);
      return;
    // A Map, a Set or another value that JSON would lose: the answer is a 500.
    case "unsupported":
      throw new ValueError(
        `a handler must return JSON, text, bytes, a stream or an async iterable, got ${body.what}`,
      );
  }
}

export function discard(exchange: Exchange, body: Body): void {
  if (body.kind === "stream") discardFlow(exchange, streamFlow(body.stream));
  else if (body.kind === "items") discardFlow(exchange, itemsFlow(body));
}

/** Returns the status that the handler has set, or else `status`. 200 is Express's default, so it counts as not set. */
export function statusFor({ res }: Exchange, status: number): number {
  return res.statusCode === 200 ? status : res.statusCode;
}

/** Sets the status back to 200, which means "not set", so that an error is sent with its own status. */
export function takeBackStatus(res: Response, status: number): void {
  if (!res.headersSent && res.statusCode === status) res.statusCode = 200;
}
