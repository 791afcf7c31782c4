import type { Response } from "express";
import type { ResponseTerms } from "../model/serving";
import { mediaTypes } from "../model/value-kind";
import { isOver, type Exchange } from "../request/exchange";
import { discardFlow, sendFlow } from "./flow";
import { itemsFlow, type ItemText } from "./items";
import { jsonText, sendJSON, sendJSONText } from "./json-text";
import { classify, type ReturnedValue, type SerialisedValue } from "./returned-value";
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

/** The status that a value is answered with: a status other than 200 is the handler's own. */
export function statusFor({ res }: Exchange, status: number): number {
  return res.statusCode === 200 ? status : res.statusCode;
}

/**
 * Answers with a value of a known kind, by the terms of its response; closes it, where nobody is left to read it.
 *
 * @throws TypeError where no answer can be made of it; nothing has been sent then.
 */
export function send(
  exchange: Exchange,
  returned: ReturnedValue | SerialisedValue,
  status: number,
  terms?: SendingTerms,
): void {
  const { res } = exchange;
  if (isOver(exchange)) {
    discard(exchange, returned);
    return;
  }
  if (returned.kind === "nothing") {
    res.status(204).send();
    return;
  }
  res.statusCode = statusFor(exchange, status);
  const isTyped = terms?.type === undefined || Boolean(res.get("Content-Type"));
  if (!isTyped) res.type(terms.type);
  const undo = (): void => {
    takeBack(res, status);
    if (!isTyped && !res.headersSent) res.removeHeader("Content-Type");
  };
  try {
    sendContent(exchange, returned, { closed: terms?.closed, itemText: terms?.itemText, undo });
  } catch (error) {
    undo();
    throw error;
  }
}

/** The part of a response's terms that sending needs. */
export type SendingTerms = Pick<ResponseTerms, "type" | "closed"> & {
  /** Writes an async iterable's items in other words than the handler's. */
  readonly itemText?: ItemText | undefined;
};

interface Sending extends Omit<SendingTerms, "type"> {
  /** Takes back the head of an answer that could not be sent. */
  readonly undo: () => void;
}

function sendContent(
  exchange: Exchange,
  returned: Exclude<ReturnedValue, { readonly kind: "nothing" }> | SerialisedValue,
  { closed, itemText, undo }: Sending,
): void {
  const { req, res } = exchange;
  switch (returned.kind) {
    case "json":
      if (closed) sendJSONText(req, res, jsonText(returned.value, res, closed));
      else sendJSON(req, res, returned.value);
      return;
    case "json text":
      sendJSONText(req, res, returned.text);
      return;
    case "text":
      closed?.strip(returned.text);
      sendText(res, returned.text);
      return;
    case "bytes":
      res.send(returned.bytes);
      return;
    case "stream":
      sendFlow(exchange, streamFlow(returned.stream), undo);
      return;
    case "items":
      sendFlow(exchange, itemsFlow(returned.items, closed, itemText), undo);
      return;
    case "unsupported":
      throw new TypeError(`a handler must return what can be answered, got ${returned.what}`);
  }
}

/** Closes a value that is never sent: nobody else would. */
export function discard(exchange: Exchange, returned: ReturnedValue | SerialisedValue): void {
  if (returned.kind === "stream") discardFlow(exchange, streamFlow(returned.stream));
  else if (returned.kind === "items") discardFlow(exchange, itemsFlow(returned.items));
}

function sendText(res: Response, text: string): void {
  if (!res.get("Content-Type")) res.type(mediaTypes.text);
  res.send(text);
}
