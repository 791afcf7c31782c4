import { isAnyArrayBuffer } from "node:util/types";
import type { Response } from "express";
import { isOver, type Exchange } from "./exchange";
import { sendJSON } from "./json";
import { asStream, discard, sendStream } from "./stream";

/**
 * Answers with the value that a handler returned: docs/reference/serving.md, "Values".
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
    takeBack(res, status);
    fail(exchange, error);
  }
}

/** Leaves a response whose value could not be sent to whoever answers the error: not as a success. */
function takeBack(res: Response, status: number): void {
  if (!res.headersSent && res.statusCode === status) res.statusCode = 200;
}

function send(exchange: Exchange, value: unknown, status: number): void {
  const { res } = exchange;
  if (value === undefined) {
    res.status(204).send();
    return;
  }
  // A status other than 200 is the handler's own.
  if (res.statusCode === 200) res.statusCode = status;
  if (isPlain(value)) {
    sendJSON(exchange.req, res, value);
    return;
  }
  const stream = asStream(value);
  if (stream) {
    sendStream(exchange, stream, () => {
      takeBack(res, status);
    });
  } else if (typeof value === "string") sendText(res, value);
  else if (ArrayBuffer.isView(value)) res.send(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
  else if (isAnyArrayBuffer(value)) res.send(Buffer.from(value));
  else sendJSON(exchange.req, res, value);
}

/** Hot path: most of what is returned is no stream and no bytes at first sight. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null || "pipe" in value) return false;
  return Object.getPrototypeOf(value) === Object.prototype;
}

function sendText(res: Response, text: string): void {
  if (!res.get("Content-Type")) res.type("text/plain");
  res.send(text);
}
