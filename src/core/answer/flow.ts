import type { Response } from "express";
import { hasContent } from "../../http/status";
import type { Exchange } from "../request/exchange";
import { Readable } from "node:stream";
import { takeRejection } from "../model/value";
import { mediaTypes } from "../model/returned-value";

/** A body that is sent piece by piece: a stream, or an async iterable. */
export interface Flow {
  readonly type: string;
  /** Writes the whole body and ends the response. Rejects if the source fails. */
  readonly write: (res: Response) => Promise<void>;
  /** Closes the source, even if nothing was read. If closing fails, `failed` gets the error. May be called twice. */
  readonly discard: (failed: (error: unknown) => void) => void;
}

/** Sends a flow, and closes its source. After a failure, `takeBack` resets status and type, unless bytes were sent. */
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

export function discardFlow(exchange: Exchange, { discard }: Flow): void {
  discard(failureOfSource(exchange));
}

/** A stream that a handler may return: a Node stream, a web stream, or a stream of a package that imitates Node's. */
export type AnyStream = ReadableStream | StreamSource;

export function isStream(value: object): value is AnyStream {
  return value instanceof ReadableStream || isNodeStream(value);
}

/** The flow of a stream of bytes or strings. Throws a TypeError for a locked web stream. */
export function streamFlow(stream: AnyStream): Flow {
  const source: StreamSource = stream instanceof ReadableStream ? Readable.fromWeb(stream) : stream;
  return {
    type: mediaTypes.stream,
    write: (res) => writeChunks(source, res),
    discard: () => {
      destroySource(source);
    },
  };
}

function failureOfSource(exchange: Exchange): (error: unknown) => void {
  return (error) => {
    if (!exchange.res.closed || !isOfClosing(error)) exchange.fail(exchange, error);
  };
}

function isOfClosing(error: unknown): boolean {
  try {
    const { code, name } = error as Partial<NodeJS.ErrnoException>;
    return name === "AbortError" || closingCodes.has(code);
  } catch {
    // Reading a member of `null`, or of some Proxies, throws an error.
    return false;
  }
}

const closingCodes: ReadonlySet<unknown> = new Set([
  "ECONNRESET",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_PREMATURE_CLOSE",
]);

/** Resolves when the response accepts more data, or when the client has disconnected. */
export function drained(res: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      res.off("drain", done).off("close", done);
      resolve();
    };
    res.once("drain", done).once("close", done);
  });
}

type StreamSource = AsyncIterable<unknown> & Pick<Readable, "on" | "destroy">;

function destroySource(source: StreamSource): void {
  try {
    source.on("error", () => undefined);
    takeRejection(source.destroy());
  } catch {
    // A stream may throw when it is closed. This error is ignored, because the response no longer needs the stream.
  }
}

async function writeChunks(source: StreamSource, res: Response): Promise<void> {
  for await (const chunk of source) {
    if (isEmpty(chunk)) continue;
    // `write` throws for a chunk that is neither text nor bytes. The caller then fails the response.
    if (!res.write(chunk)) await drained(res);
  }
  res.end();
}

function isNodeStream(value: object): value is StreamSource {
  if (!(Symbol.asyncIterator in value)) return false;
  return isFunctionIn(value, "pipe") && isFunctionIn(value, "on") && isFunctionIn(value, "destroy");
}

function isFunctionIn(value: object, name: string): boolean {
  return typeof Reflect.get(value, name) === "function";
}

function isEmpty(chunk: unknown): boolean {
  return (typeof chunk === "string" || chunk instanceof Uint8Array) && chunk.length === 0;
}
