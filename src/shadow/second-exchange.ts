import { ServerResponse, type OutgoingHttpHeader } from "node:http";
import type { Socket } from "node:net";
import { Writable } from "node:stream";
import type { Request, Response } from "express";
import { shareAdmissions } from "../request/admissions";
import { shareState } from "../request/request-state";

/**
 * A view of the request for a second handler, created before the first handler's input is written: neither handler sees
 * the other's writes. The second handler must not read the body's stream, which both share.
 */
export function secondView(req: Request): Request {
  const { params, headers, query } = req;
  const body: unknown = req.body;
  const { cookies } = req as { readonly cookies?: unknown };
  const view = Object.create(req, {
    params: ownProperty(Object.assign(Object.create(null) as Request["params"], params)),
    headers: ownProperty({ ...headers }),
    query: ownProperty(copied(query)),
    body: ownProperty(copied(body)),
    ...(cookies === undefined ? {} : { cookies: ownProperty(copied(cookies)) }),
    next: ownProperty(undefined),
    // A conditional request would empty the answers (304), which are compared.
    fresh: ownProperty(false),
    stale: ownProperty(true),
  }) as Request;
  shareState(req, view);
  shareAdmissions(req, view);
  return view;
}

/** Connects a view of a request with its own response. */
export function answeredBy(view: Request, res: Response): void {
  Object.defineProperty(view, "res", ownProperty(res));
}

/** The answer of a handler. */
export interface GivenAnswer {
  /** Undefined if the handler passed the request on. */
  readonly status: number | undefined;
  /** Undefined for HEAD, and if the body is longer than the limit or was closed before its end. */
  readonly body: string | undefined;
  /** False if the response was closed before its end. */
  readonly isWhole: boolean;
}

/** How many bytes of an answer are kept for the comparison. */
const mostBytes = 1024 * 1024;

/** A response that goes nowhere: it starts as a copy of the real one, and drops everything written to it. */
export function detachedResponse(real: Response, view: Request): Response {
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      setImmediate(done);
    },
  });
  // `res.destroy(error)`, which `pipeline` calls for a file that does not exist, would end the process without a
  // listener. Node's server has one on each of its sockets.
  nowhere.on("error", () => undefined);
  // The prototype of an Express application's responses.
  const { response } = view.app as unknown as { readonly response: object };
  const res = Object.setPrototypeOf(new ServerResponse(view), response) as Response;
  // Node needs no more of a socket than any stream has, as its own tests of responses show.
  res.assignSocket(nowhere as unknown as Socket);
  res.req = view;
  res.locals = { ...real.locals };
  res.statusCode = real.statusCode;
  // The cast is true because each name has a value.
  const headers = Object.entries(real.getHeaders() as Readonly<Record<string, OutgoingHttpHeader>>);
  for (const [name, value] of headers) res.setHeader(name, value);
  // A real connection would close here, and listeners for the end of a response wait for `close`.
  res.once("finish", () => {
    nowhere.destroy();
  });
  return res;
}

/**
 * Records the writes to a response from now on, and resolves when it is closed: with undefined if no head was sent.
 * `wrote` is called for each write that does not end the response.
 */
export function givenAnswer(res: Response, wrote?: () => void): Promise<GivenAnswer | undefined> {
  const body = new KeptBody();

  const { write, end } = res as unknown as Record<"write" | "end", (...args: unknown[]) => unknown>;

  Object.assign(res, {
    write(this: Response, ...args: unknown[]) {
      body.add(args);
      wrote?.();
      return write.apply(this, args);
    },
    end(this: Response, ...args: unknown[]) {
      body.add(args);
      return end.apply(this, args);
    },
  });
  return new Promise((resolve) => {
    const answered = (isWhole: boolean): void => {
      const isBodied = isWhole && res.req.method !== "HEAD";
      resolve({ status: res.statusCode, body: isBodied ? body.text() : undefined, isWhole });
    };
    res.once("finish", () => {
      answered(true);
    });
    res.once("close", () => {
      if (res.headersSent) answered(false);
      else resolve(undefined);
    });
  });
}

class KeptBody {
  #chunks: Buffer[] = [];
  #length = 0;

  /** Adds the first argument of `write` or `end`, if any. */
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

function ownProperty(value: unknown): PropertyDescriptor {
  return { value, configurable: true, enumerable: true, writable: true };
}

/** Copies a value, because a validator may write to it; a value that cannot be copied, such as a stream, is shared. */
function copied(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}
