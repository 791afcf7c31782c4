import type { Request } from "express";
import { firstRoom } from "./limits";
import { setTaker, type BodyTaker } from "../../../http/body-taker";
import { bodyError } from "../../../core/errors/foreign-errors";

/** `most` is the maximum size of the body, in bytes. */
export interface Reading {
  readonly req: Request;
  readonly most: number;
}

/** A callback that gets the whole body, or an error. It is called once. */
type Collected = (error: Error | undefined, bytes: Buffer) => void;

/**
 * Reads a whole body, and needs at most four times its size in memory. The error is a 413 if the body has more than
 * `most` bytes, and a 400 if the client has disconnected.
 */
export function collectBody(reading: Reading, collected: Collected): void {
  new Collector(reading, collected).start();
}

export function isBodyUntouched(req: Request): boolean {
  return (
    req.readable && !req.readableDidRead && req.readableFlowing === null && req.readableEncoding === null
  );
}

/** Takes a body directly from Node's HTTP parser in a server of `CreateServer(app)`, otherwise from the stream. */
class Collector implements BodyTaker {
  readonly #req: Request;
  readonly #most: number;
  readonly #collected: Collected;
  readonly #bytes = new GrowingBytes();
  /** The Content-Length; NaN for a body without this header. */
  readonly #declared: number;
  #isListening = false;
  #isOver = false;

  constructor({ req, most }: Reading, collected: Collected) {
    this.#req = req;
    this.#most = most;
    this.#collected = collected;
    this.#declared = Number(req.headers["content-length"]);
  }

  start(): void {
    if (this.#declared > this.#most) {
      this.#settle(bodyError(413, "the Content-Length is over the limit"));
    } else if (isBodyUntouched(this.#req) && setTaker(this.#req, this)) {
      // Hot path: Node has passed most bodies to `take` before this microtask runs. Only the others need listeners.
      queueMicrotask(() => {
        if (this.#bytes.length !== this.#declared) this.#watch();
      });
    } else {
      this.#listen();
    }
  }

  take(piece: Buffer): boolean {
    if (this.#bytes.length > 0 || isBodyUntouched(this.#req)) return this.#add(piece);
    // Other code has begun to read the stream. `false` makes the caller push this piece into the stream.
    this.#listen();
    return false;
  }

  readonly end = (): void => {
    const { length } = this.#bytes;
    // Another reader of the stream may have taken a part of the body, so that fewer bytes arrive than declared.
    const isShort = length < this.#declared;
    this.#settle(isShort ? bodyError(400, "the body is shorter than its Content-Length") : undefined);
  };

  #listen(): void {
    this.#req.on("data", this.#add).on("end", this.end);
    this.#watch();
  }

  #watch(): void {
    if (this.#isListening || this.#isOver) return;
    this.#isListening = true;
    this.#req.on("error", this.#abort).on("close", this.#abort);
  }

  readonly #add = (piece: Uint8Array): boolean => {
    if (this.#bytes.length + piece.length <= this.#most) this.#bytes.add(bufferOf(piece), this.#most);
    else this.#settle(bodyError(413, "the body is too large"));
    return !this.#isOver;
  };

  readonly #abort = (cause?: unknown): void => {
    this.#settle(bodyError(400, "the request was aborted", cause));
  };

  #settle(error?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#isListening) {
      this.#req
        .off("data", this.#add)
        .off("end", this.end)
        .off("error", this.#abort)
        .off("close", this.#abort);
    }
    this.#collected(error, this.#bytes.take());
  }
}

/** Node's pieces are Buffers, but those of other runtimes and of other streams may be plain bytes. */
function bufferOf(piece: Uint8Array): Buffer {
  return Buffer.isBuffer(piece) ? piece : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
}

/** Copies the pieces of a body into one buffer, because a list of many small Buffers would need far more memory. */
class GrowingBytes {
  #room: Buffer | undefined;
  #first: Buffer | undefined;
  length = 0;

  add(piece: Buffer, most: number): void {
    if (this.length === 0) this.#first = piece;
    else {
      const room = this.#roomFor(this.length + piece.length, most);
      piece.copy(room, this.length);
    }
    this.length += piece.length;
  }

  take(): Buffer {
    const bytes = this.#room?.subarray(0, this.length) ?? this.#first ?? Buffer.alloc(0);
    this.#room = undefined;
    this.#first = undefined;
    return bytes;
  }

  #roomFor(length: number, most: number): Buffer {
    if (this.#room && this.#room.length >= length) return this.#room;
    const larger = Buffer.allocUnsafe(Math.min(most, Math.max(firstRoom, 2 * length)));
    (this.#room ?? this.#first)?.copy(larger);
    this.#first = undefined;
    return (this.#room = larger);
  }
}
