import { Readable } from "node:stream";
import type { Response } from "express";
import type { Exchange } from "./exchange";
import { hasContent } from "../http/status";

/** What a handler may return to be streamed, as one kind. */
export type Source = AsyncIterable<unknown> & Pick<Readable, "on" | "destroy">;

/** A stream of Node, of the web, or of a package that follows Node's; undefined for anything else. */
export function asStream(value: unknown): Source | undefined {
  if (value instanceof ReadableStream) {
    return Readable.fromWeb(value);
  }
  return isNodeStream(value) ? value : undefined;
}

/** Whether a value is what `asStream` makes one kind of; it is not touched. */
export function isStream(value: unknown): boolean {
  return value instanceof ReadableStream || isNodeStream(value);
}

/**
 * Streams the body; the head goes out with its first byte, so that an error before it can still be answered.
 *
 * However it ends, the source is closed: also when the client goes away while it waits for more. `takeBack` is called
 * before an error is told of.
 */
export function sendStream(exchange: Exchange, source: Source, takeBack: () => void): void {
  const { req, res, fail } = exchange;
  const isTyped = Boolean(res.get("Content-Type"));
  if (!isTyped) res.type("application/octet-stream");
  if (req.method === "HEAD" || !hasContent(res.statusCode)) {
    discard(source);
    res.end();
    return;
  }
  res.once("close", () => {
    discard(source);
  });
  copy(source, res).catch((error: unknown) => {
    // A client that has gone closes the source before its end: nothing has failed.
    if (res.closed) return;
    takeBack();
    if (!isTyped && !res.headersSent) res.removeHeader("Content-Type");
    fail(exchange, error);
  });
}

/** Closes a source that nobody reads any more, whatever it then says of an error. */
export function discard(source: Source): void {
  try {
    source.on("error", () => undefined);
    source.destroy();
  } catch {
    // A stream of another package that can't be closed: nothing more can be done to it.
  }
}

async function copy(source: Source, res: Response): Promise<void> {
  for await (const chunk of source) {
    if (isEmpty(chunk)) continue;
    // Whatever is no text and no bytes makes write throw.
    if (!res.write(chunk)) await drained(res);
  }
  res.end();
}

/** Resolves when the response takes more, or when its client has gone. */
function drained(res: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      res.off("drain", done).off("close", done);
      resolve();
    };
    res.once("drain", done).once("close", done);
  });
}

function isNodeStream(value: unknown): value is Source {
  if (typeof value !== "object" || value === null || !(Symbol.asyncIterator in value)) return false;
  return isFunctionIn(value, "pipe") && isFunctionIn(value, "on") && isFunctionIn(value, "destroy");
}

function isFunctionIn(value: object, name: string): boolean {
  return typeof Reflect.get(value, name) === "function";
}

function isEmpty(chunk: unknown): boolean {
  return (typeof chunk === "string" || chunk instanceof Uint8Array) && chunk.length === 0;
}
