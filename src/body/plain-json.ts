import type { Request } from "express";
import { setTaker, type BodyTaker } from "./direct-body";
import { bodyError } from "./parser-errors";

/** True if a request's Content-Type is JSON in UTF-8, as nearly every client writes it. */
export function isPlainType({ headers }: Request): boolean {
  const type = headers["content-type"] ?? "";
  return type === "application/json" || plainType.test(type);
}

const plainType = /^application\/json(?:; ?charset=utf-8)?$/i;

/**
 * True if a body is uncompressed JSON in UTF-8, and still unread.
 *
 * Everything else goes to Express's parser, whose setup costs more than the rest of the request.
 */
export function isPlainJSON(req: Request): boolean {
  return isPlainType(req) && req.headers["content-encoding"] === undefined && isBodyUntouched(req);
}

function isBodyUntouched(req: Request): boolean {
  return (
    req.readable && !req.readableDidRead && req.readableFlowing === null && req.readableEncoding === null
  );
}

/** A body that is to be read, of at most so many bytes. */
interface PlainReading {
  readonly req: Request;
  readonly most: number;
}

/**
 * Reads such a body into `req.body`: its value, or undefined where it is empty.
 *
 * It rejects with what `refusalOf` makes of a body error: 413 as soon as more than `most` bytes are declared or have come, 400
 * where the text is not well-formed, or its client has gone.
 */
export function readPlainJSON(reading: PlainReading, refusalOf: (error: Error) => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    new PlainBody(reading, (error) => {
      if (!error) resolve();
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as it was made
      else reject(refusalOf(error));
    }).start();
  });
}

/** Collects a body: directly from the server's parser where the server allows that, otherwise from the request's stream. */
class PlainBody implements BodyTaker {
  readonly #req: Request;
  readonly #most: number;
  readonly #settled: (error?: Error) => void;
  readonly #pieces: Buffer[] = [];
  /** The Content-Length; NaN for a chunked body. */
  readonly #declared: number;
  #length = 0;
  #isListening = false;
  #isOver = false;

  constructor({ req, most }: PlainReading, settled: (error?: Error) => void) {
    this.#req = req;
    this.#most = most;
    this.#settled = settled;
    this.#declared = Number(req.headers["content-length"]);
  }

  start(): void {
    if (this.#declared > this.#most) {
      this.#settle(bodyError(413, "the Content-Length is over the limit"));
    } else if (setTaker(this.#req, this)) {
      // By then most bodies are complete, and cannot be aborted any more.
      queueMicrotask(() => {
        if (this.#length !== this.#declared) this.#watch();
      });
    } else {
      this.#listen();
    }
  }

  take(piece: Buffer): boolean {
    if (this.#length > 0 || isBodyUntouched(this.#req)) return this.#add(piece);
    // Another listener has started to read the stream since.
    this.#listen();
    return false;
  }

  readonly end = (): void => {
    try {
      const text = decodedText(this.#pieces, this.#length);
      this.#req.body = this.#length === 0 ? undefined : (JSON.parse(text) as unknown);
    } catch (error) {
      this.#settle(bodyError(400, "the body is not valid JSON", error));
      return;
    }
    this.#settle();
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

  readonly #add = (piece: Buffer): boolean => {
    this.#length += piece.length;
    if (this.#length <= this.#most) this.#pieces.push(piece);
    else this.#settle(bodyError(413, "the body is too large"));
    return !this.#isOver;
  };

  readonly #abort = (cause?: unknown): void => {
    this.#settle(bodyError(400, "the request was aborted", cause));
  };

  #settle(error?: Error): void {
    this.#isOver = true;
    if (this.#isListening) {
      this.#req
        .off("data", this.#add)
        .off("end", this.end)
        .off("error", this.#abort)
        .off("close", this.#abort);
    }
    this.#settled(error);
  }
}

/** A byte order mark does not belong to the text (RFC 8259, 8.1). */
function decodedText(chunks: readonly Buffer[], length: number): string {
  const text = chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks, length).toString();
  return text.startsWith("\u{feff}") ? text.slice(1) : text;
}
