import { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Writable } from "node:stream";
import type { Request, Response } from "express";

/** The answer that a handler gave. */
export interface GivenAnswer {
  /** Undefined where it passed the request on. */
  readonly status: number | undefined;
  /** Undefined where it is longer than what is kept, and of HEAD. */
  readonly body: string | undefined;
}

/** The bytes of an answer that are kept to be compared. */
const mostBytes = 1024 * 1024;

/** A response that goes nowhere: it has what the real one has so far, and whatever is written to it is thrown away. */
export function detachedResponse(real: Response, view: Request): Response {
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      setImmediate(done);
    },
  });
  // The prototype is the one that an Express application gives its responses.
  const { response } = view.app as unknown as { readonly response: object };
  const res = Object.setPrototypeOf(new ServerResponse(view), response) as Response;
  // Node's own tests of responses hand it any stream; of a socket it needs no more.
  res.assignSocket(nowhere as unknown as Socket);
  res.req = view;
  res.locals = { ...real.locals };
  res.statusCode = real.statusCode;
  for (const name of real.getHeaderNames()) {
    const value = real.getHeader(name);
    if (value !== undefined) res.setHeader(name, value);
  }
  // As a connection does: who waits for the end of a response waits for this.
  res.once("finish", () => {
    nowhere.destroy();
  });
  return res;
}

/** Keeps what is written to a response from now on; resolves when it has ended, and with undefined where its client has gone. */
export function givenAnswer(res: Response): Promise<GivenAnswer | undefined> {
  const body = new KeptBody();

  const { write, end } = res as unknown as Record<"write" | "end", (...args: unknown[]) => unknown>;

  Object.assign(res, {
    write(this: Response, ...args: unknown[]) {
      body.add(args);
      return write.apply(this, args);
    },
    end(this: Response, ...args: unknown[]) {
      body.add(args);
      return end.apply(this, args);
    },
  });
  return new Promise((resolve) => {
    res.once("finish", () => {
      resolve({ status: res.statusCode, body: res.req.method === "HEAD" ? undefined : body.text() });
    });
    res.once("close", () => {
      resolve(undefined);
    });
  });
}

class KeptBody {
  #chunks: Buffer[] = [];
  #length = 0;

  /** Adds the chunk that `write` or `end` was given first, if any. */
  add([chunk, encoding]: readonly unknown[]): void {
    const bytes =
      typeof chunk === "string"
        ? Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8")
        : chunk instanceof Uint8Array
          ? Buffer.from(chunk)
          : undefined;
    if (!bytes) return;
    this.#length += bytes.length;
    if (this.#length > mostBytes) this.#chunks = [];
    else this.#chunks.push(bytes);
  }

  text(): string | undefined {
    return this.#length > mostBytes ? undefined : Buffer.concat(this.#chunks).toString();
  }
}
