import type { Response } from "express";
import { mediaTypes } from "../model/value-kind";
import { isOver, type Exchange } from "../request/exchange";
import type { Body } from "./body";
import { discardFlow, sendFlow } from "./flow";
import { itemsFlow } from "./items";
import { unhooked } from "./json-hook";
import { sendJSON, sendJSONText } from "./json-text";
import { streamFlow } from "./stream";

/**
 * Answers with a body; discards it where nobody is left to read it.
 *
 * @param status what the value is answered with, unless the handler has set a status of its own.
 * @param type the declared media type, unless the handler has set one; undefined where the body's kind decides it.
 * @throws TypeError where no answer can be made of it; nothing has been sent then.
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

/** The same past the hook on `res.json`: the body is in the version's form already. */
export const writeUnhooked: typeof write = (exchange, ...rest) => {
  unhooked(exchange.res, () => {
    write(exchange, ...rest);
  });
};

/** From kind to bytes; `undo` takes back the head of an answer whose source fails later. */
function writeKind(exchange: Exchange, body: Body, undo: () => void): void {
  const { req, res } = exchange;
  switch (body.kind) {
    // 0. JSON: the bytes of `res.json`, and usually without its cost.
    case "json":
      sendJSON(req, res, body.value);
      return;
    // 1. JSON that a stage has written.
    case "jsonText":
      sendJSONText(req, res, body.text);
      return;
    // 2. Nothing: 204; where only an older version has no body, its own status, and no type of a body.
    case "nothing":
      if (body.keepsStatus) res.removeHeader("Content-Type");
      else res.statusCode = 204;
      res.send();
      return;
    // 3. Text: plain, where Express would call it HTML.
    case "text":
      if (!res.get("Content-Type")) res.type(mediaTypes.text);
      res.send(body.text);
      return;
    // 4. Bytes: `application/octet-stream`, by Express.
    case "bytes":
      res.send(body.bytes);
      return;
    // 5. A stream: its chunks, as they come.
    case "stream":
      sendFlow(exchange, streamFlow(body.stream), undo);
      return;
    // 6. Items: a line or a server-sent event for each, as soon as it is there.
    case "items":
      sendFlow(exchange, itemsFlow(body), undo);
      return;
    // 7. Whatever JSON would lose: a 500.
    case "unsupported":
      throw new TypeError(
        `a handler must return JSON, text, bytes, a stream or an async iterable, got ${body.what}`,
      );
  }
}

/** Closes the source of a body that is never sent: nobody else would. */
export function discard(exchange: Exchange, body: Body): void {
  if (body.kind === "stream") discardFlow(exchange, streamFlow(body.stream));
  else if (body.kind === "items") discardFlow(exchange, itemsFlow(body));
}

/** The status that a value is answered with: a status other than 200 is the handler's own. */
export function statusFor({ res }: Exchange, status: number): number {
  return res.statusCode === 200 ? status : res.statusCode;
}

/** Leaves a response whose value could not be sent to whoever answers the error: not as a success. */
export function takeBackStatus(res: Response, status: number): void {
  if (!res.headersSent && res.statusCode === status) res.statusCode = 200;
}
