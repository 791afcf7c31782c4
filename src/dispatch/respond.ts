import { isAnyArrayBuffer } from "node:util/types";
import type { Response } from "express";
import { isOver, type Exchange } from "./exchange";
import { asStream, discard, sendStream } from "./stream";

/**
 * Answers with what a handler returned: see API.md, section 5.
 *
 * Ignored where the response has begun, and where the value is the response itself.
 */
export function respondWith(exchange: Exchange, value: unknown, status: number): void {
  const { res, fail } = exchange;
  if (value === res || res.headersSent) return;
  try {
    if (!isOver(exchange)) {
      send(exchange, value, status);
      return;
    }
    // Nobody is left to read it, and nobody else would close it.
    const stream = asStream(value);
    if (stream) discard(stream);
  } catch (error) {
    fail(exchange, error);
  }
}

function send(exchange: Exchange, value: unknown, status: number): void {
  const { res } = exchange;
  if (value === undefined) {
    res.status(204).send();
    return;
  }
  // A status other than 200 is the handler's own.
  if (res.statusCode === 200) res.status(status);
  const stream = asStream(value);
  if (stream) sendStream(exchange, stream);
  else if (typeof value === "string") sendText(res, value);
  else if (ArrayBuffer.isView(value)) res.send(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
  else if (isAnyArrayBuffer(value)) res.send(Buffer.from(value));
  else sendJSON(res, value);
}

function sendText(res: Response, text: string): void {
  if (!res.get("Content-Type")) res.type("text/plain");
  res.send(text);
}

function sendJSON(res: Response, value: unknown): void {
  if (!fitsJSON(value)) throw new TypeError(`a handler returned what JSON cannot hold: ${String(value)}`);
  res.json(value);
}

/** Whether JSON has a text for a value: none for a function, a symbol, NaN, or what `toJSON` turns into nothing. */
function fitsJSON(value: unknown): boolean {
  switch (typeof value) {
    case "function":
    case "symbol":
      return false;
    case "number":
      return Number.isFinite(value);
    case "object":
      return (
        value === null || !("toJSON" in value) || (JSON.stringify(value) as string | undefined) !== undefined
      );
    default:
      return true;
  }
}
