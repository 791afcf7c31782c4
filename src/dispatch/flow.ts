import type { Response } from "express";
import { hasContent } from "../http/status";
import type { Exchange } from "./exchange";

/** A body that is written bit by bit, as its source gives it. */
export interface Flow {
  /** The Content-Type, unless the handler has set one. */
  readonly type: string;
  /** Writes all of it and ends the response; rejects with the source's error. */
  readonly write: (res: Response) => Promise<void>;
  /** Closes the source, begun or not, whatever that says of an error; may be called more than once. */
  readonly discard: () => void;
}

/**
 * Answers with a flow; the head goes out with its first byte, so that an error before it can still be answered.
 *
 * However it ends, the source is closed: also when the client goes away while it waits for more. `takeBack` is called
 * before an error is told of.
 */
export function sendFlow(exchange: Exchange, { type, write, discard }: Flow, takeBack: () => void): void {
  const { req, res, fail } = exchange;
  const isTyped = Boolean(res.get("Content-Type"));
  if (!isTyped) res.type(type);
  const status = exchange.earlier?.sent(res.statusCode) ?? res.statusCode;
  if (req.method === "HEAD" || !hasContent(res.statusCode) || !hasContent(status)) {
    discard();
    res.end();
    return;
  }
  res.once("close", discard);
  write(res).catch((error: unknown) => {
    // A client that has gone closes the source before its end: nothing has failed.
    if (res.closed) return;
    discard();
    takeBack();
    if (!isTyped && !res.headersSent) res.removeHeader("Content-Type");
    fail(exchange, error);
  });
}

/** Resolves when the response takes more, or when its client has gone. */
export function drained(res: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      res.off("drain", done).off("close", done);
      resolve();
    };
    res.once("drain", done).once("close", done);
  });
}
