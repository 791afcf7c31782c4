import { Readable } from "node:stream";
import type { Response } from "express";
import { takeRejection } from "../model/value";
import { mediaTypes } from "../model/returned-value";
import { drained, type Flow } from "./flow";

/** A stream that a handler may return: Node's, the web's, or one of a package that imitates Node's. */
export type AnyStream = ReadableStream | StreamSource;

/** A stream that can be read. */
type StreamSource = AsyncIterable<unknown> & Pick<Readable, "on" | "destroy">;

/** True if a value is a stream; the stream is not touched. */
export function isStream(value: object): value is AnyStream {
  return value instanceof ReadableStream || isNodeStream(value);
}

/**
 * A stream's bytes and texts, as they come.
 *
 * @throws TypeError for a locked web stream.
 */
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

function destroySource(source: StreamSource): void {
  try {
    source.on("error", () => undefined);
    takeRejection(source.destroy());
  } catch {
    // A stream of another package may not be closable.
  }
}

async function writeChunks(source: StreamSource, res: Response): Promise<void> {
  for await (const chunk of source) {
    if (isEmpty(chunk)) continue;
    // Values other than text and bytes make `write` throw.
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
