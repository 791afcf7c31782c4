import type { Response } from "express";
import { mediaTypes } from "../model/value-kind";
import { isOver, type Exchange } from "./exchange";
import { sendFlow } from "./flow";
import { itemsFlow } from "./items";
import { sendJSON } from "./json";
import { classify, type ReturnedValue } from "./returned-value";
import { streamFlow } from "./stream";

/** Answers with the value that a handler returned (docs/reference/serving.md, "Values"); never throws. */
export type Respond = (exchange: Exchange, value: unknown, status: number) => void;

/** Ignores a value where the response has begun, and the response itself. */
export const respondWith: Respond = (exchange, value, status) => {
  if (isAnswered(exchange, value)) return;
  try {
    send(exchange, classify(value), status);
  } catch (error) {
    failUnsent(exchange, error, status);
  }
};

/** Whether a returned value means nothing any more. */
export function isAnswered({ res }: Exchange, value: unknown): boolean {
  return value === res || res.headersSent;
}

/** Answers the error of a value that could not be sent. */
export function failUnsent(exchange: Exchange, error: unknown, status: number): void {
  takeBack(exchange.res, status);
  exchange.fail(exchange, error);
}

/** Leaves a response whose value could not be sent to whoever answers the error: not as a success. */
function takeBack(res: Response, status: number): void {
  if (!res.headersSent && res.statusCode === status) res.statusCode = 200;
}

/**
 * Answers with a value of a known kind; closes it, where nobody is left to read it.
 *
 * @throws TypeError where no answer can be made of it; nothing has been sent then.
 */
export function send(exchange: Exchange, returned: ReturnedValue, status: number): void {
  const { req, res } = exchange;
  if (isOver(exchange)) {
    discard(returned);
    return;
  }
  // A status other than 200 is the handler's own.
  if (returned.kind !== "nothing" && res.statusCode === 200) res.statusCode = status;
  switch (returned.kind) {
    case "nothing":
      res.status(204).send();
      return;
    case "json":
      sendJSON(req, res, returned.value);
      return;
    case "text":
      sendText(res, returned.text);
      return;
    case "bytes":
      res.send(returned.bytes);
      return;
    case "stream":
      sendFlow(exchange, streamFlow(returned.stream), () => {
        takeBack(res, status);
      });
      return;
    case "items":
      sendFlow(exchange, itemsFlow(returned.items), () => {
        takeBack(res, status);
      });
      return;
    case "unsupported":
      throw new TypeError(`a handler must return what can be answered, got ${returned.what}`);
  }
}

/** Closes a value that is never sent: nobody else would. */
function discard(returned: ReturnedValue): void {
  if (returned.kind === "stream") streamFlow(returned.stream).discard();
  else if (returned.kind === "items") itemsFlow(returned.items).discard();
}

function sendText(res: Response, text: string): void {
  if (!res.get("Content-Type")) res.type(mediaTypes.text);
  res.send(text);
}
