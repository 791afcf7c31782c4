import type { Response } from "express";
import { hasContent } from "../http/status";
import type { Exchange } from "../request/exchange";

/** A body that is written bit by bit, as its source gives it. */
export interface Flow {
  /** The Content-Type, unless the handler has set one. */
  readonly type: string;
  /** Writes all of it and ends the response; rejects with the source's error. */
  readonly write: (res: Response) => Promise<void>;
  /** Closes the source, begun or not, and tells of an error that only this brings; may be called more than once. */
  readonly discard: (failed: (error: unknown) => void) => void;
}

/**
 * Answers with a flow; the head goes out with its first byte, so that an error before it can still be answered.
 *
 * However it ends, the source is closed: also when the client goes away while it waits for more. `takeBack` is called
 * before an error is told of.
 */
export function sendFlow(exchange: Exchange, { type, write, discard }: Flow, takeBack: () => void): void {
  const { req, res } = exchange;
  const failed = failureOfSource(exchange);
  const isTyped = Boolean(res.get("Content-Type"));
  if (!isTyped) res.type(type);
  const status = exchange.earlier?.sent(res.statusCode) ?? res.statusCode;
  if (req.method === "HEAD" || !hasContent(res.statusCode) || !hasContent(status)) {
    discard(failed);
    res.end();
    return;
  }
  res.once("close", () => {
    discard(failed);
  });
  write(res).catch((error: unknown) => {
    discard(failed);
    takeBack();
    if (!isTyped && !res.headersSent) res.removeHeader("Content-Type");
    failed(error);
  });
}

/** Closes a flow that is never sent. */
export function discardFlow(exchange: Exchange, { discard }: Flow): void {
  discard(failureOfSource(exchange));
}

/** Fails an exchange by its source's error; that a client who has gone closed it before its end is none. */
function failureOfSource(exchange: Exchange): (error: unknown) => void {
  return (error) => {
    if (!exchange.res.closed || !isOfClosing(error)) exchange.fail(exchange, error);
  };
}

/** Whether an error says no more than that a stream, or what it reads from, was closed before its end. */
function isOfClosing(error: unknown): boolean {
  try {
    const { code, name } = error as Partial<NodeJS.ErrnoException>;
    return name === "AbortError" || closingCodes.has(code);
  } catch {
    // Nothing can be read of null, nor of a Proxy whose traps throw.
    return false;
  }
}

const closingCodes: ReadonlySet<unknown> = new Set([
  "ECONNRESET",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_PREMATURE_CLOSE",
]);

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
