import { ServerResponse } from "node:http";
import type { OutgoingHttpHeader } from "node:http";
import type { Socket } from "node:net";
import { Writable } from "node:stream";
import type { Request, Response } from "express";
import { shareAdmissions, shareState } from "../../core/request/request-state";

/**
 * Copies a request for the handler whose answer is not sent, before validation changes the request's parts. The copy
 * shares the stream of the body, and must not read it.
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
    // Without these members, an answer to a conditional request could be an empty 304, which cannot be compared.
    fresh: ownProperty(false),
    stale: ownProperty(true),
  }) as Request;
  shareState(req, view);
  shareAdmissions(req, view);
  return view;
}

export function answeredBy(view: Request, res: Response): void {
  Object.defineProperty(view, "res", ownProperty(res));
}

/** The answer of a handler, as it was recorded. */
export interface GivenAnswer {
  readonly status: number | undefined;
  /** The body; undefined for HEAD, for more than `mostBytes`, and if the response was closed before its end. */
  readonly body: string | undefined;
  readonly isWhole: boolean;
}

const mostBytes = 1024 * 1024;

/** Creates a response that is never sent, and whose body is dropped. It begins with `real`'s status and headers. */
export function detachedResponse(real: Response, view: Request): Response {
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      setImmediate(done);
    },
  });
  // Without a listener, an error such as `res.destroy(error)` would end the process.
  nowhere.on("error", () => undefined);
  const { response } = view.app as unknown as { readonly response: object };
  const res = Object.setPrototypeOf(new ServerResponse(view), response) as Response;
  // The cast is safe: Node uses only the members of a socket that every stream has.
  res.assignSocket(nowhere as unknown as Socket);
  res.req = view;
  res.locals = { ...real.locals };
  res.statusCode = real.statusCode;
  // The cast is safe: each name in `getHeaders()` has a value.
  const headers = Object.entries(real.getHeaders() as Readonly<Record<string, OutgoingHttpHeader>>);
  for (const [name, value] of headers) res.setHeader(name, value);
  // A real connection would close here, and some listeners wait for `close`.
  res.once("finish", () => {
    nowhere.destroy();
  });
  return res;
}

/** Records a response until it closes. Resolves to undefined if no headers were sent. `res.write` calls `wrote`. */
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

/** Copies a value, because a validator may change it. A value that cannot be copied, such as a stream, is shared. */
function copied(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}
