import { Agent, request as send } from "node:http";
import type { ClientRequest, IncomingMessage, Server } from "node:http";
import { Readable } from "node:stream";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isObject, misfit } from "../core/model/value";
import { connectInMemory } from "./memory-socket";
import { bodyOf } from "./response-body";

/** Headers that Node sets, so they are not copied: Content-Length, and those of one connection (RFC 9110, 7.6.1). */
const ofConnection: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
  "content-length",
]);

/** The statuses for which the constructor of Response throws if it gets a body (Fetch standard). */
const withoutBody: ReadonlySet<number | undefined> = new Set([204, 205, 304]);

/** A function that sends a Request and returns its Response, as `fetch` does. */
export type MemoryFetch = (request: Request) => Promise<Response>;

/** Sends Requests to a server without a port. Both ends use Node's own HTTP, over a stream in memory. */
export function memoryFetch(server: Server): MemoryFetch {
  const agents = { plain: agentOf(server, false), encrypted: agentOf(server, true) };
  return async (request) => {
    // Unlike `fetch`, the function takes no URL: a Request of another realm or library has the same members.
    if (!isObject(request) || !("signal" in request)) {
      throw misfit("CreateFetch: the argument", "a Request", request);
    }
    const { signal } = request;
    signal.throwIfAborted();
    const { protocol, hostname, host, pathname, search } = new URL(request.url);
    const headers = [...request.headers].filter(([name]) => !ofConnection.has(name));
    const outgoing = send({
      agent: protocol === "https:" ? agents.encrypted : agents.plain,
      host: hostname,
      method: request.method,
      path: pathname + search,
      headers: { host, ...Object.fromEntries(headers) },
    });
    try {
      return responseOf(await answerTo(outgoing, request), request);
    } catch (error) {
      outgoing.destroy();
      signal.throwIfAborted();
      throw new TypeError("fetch failed", { cause: error });
    }
  };
}

function agentOf(server: Server, encrypted: boolean): Agent {
  return Object.assign(new Agent({ keepAlive: true }), {
    createConnection: (): Duplex => connectInMemory(server, encrypted),
  });
}

/** Resolves when the response begins. An abort destroys the outgoing request, or the response once it has begun. */
function answerTo(outgoing: ClientRequest, request: Request): Promise<IncomingMessage> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined;
    const abort = (): void => {
      (answer ?? outgoing).destroy(new Error("the request was aborted"));
    };
    signal.addEventListener("abort", abort);
    outgoing
      .on("response", (incoming) => {
        answer = incoming;
        resolve(incoming);
      })
      .on("upgrade", (_incoming, socket) => {
        socket.destroy();
        reject(new Error("the server changed the protocol"));
      })
      .on("error", reject)
      .on("close", () => {
        signal.removeEventListener("abort", abort);
      });
    sendBody(request, outgoing).catch(reject);
  });
}

/** Sends `Content-Length` for a body that is complete at once, as `fetch` does. Otherwise sends chunks. */
async function sendBody(request: Request, outgoing: ClientRequest): Promise<void> {
  const body: ReadableStream<Uint8Array> | null = request.body;
  if (!body) {
    outgoing.end();
    return;
  }
  const reader = body.getReader();
  const first = await reader.read();
  const second = reader.read();
  if (first.done || (await Promise.race([second.then(({ done }) => done), nextTurn()]))) {
    // By itself, Node adds neither `Content-Length` nor chunks to a DELETE: a server would read the body as a request.
    outgoing.setHeader("Content-Length", first.value?.length ?? 0).end(first.value);
    return;
  }
  outgoing.setHeader("Transfer-Encoding", "chunked");
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield first.value;
      for (let part = await second; !part.done; part = await reader.read()) yield part.value;
    } finally {
      await reader.cancel();
    }
  };
  await pipeline(Readable.from(parts(), { objectMode: false }), outgoing);
}

function nextTurn(): Promise<false> {
  return new Promise((resolve) => {
    setImmediate(resolve, false);
  });
}

function responseOf(incoming: IncomingMessage, { method, signal, url }: Request): Response {
  const { statusCode = 0, statusMessage = "", rawHeaders } = incoming;
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
  const isEmpty = method === "HEAD" || withoutBody.has(statusCode);
  if (isEmpty) incoming.resume();
  const response = new Response(isEmpty ? null : bodyOf(incoming, signal), {
    status: statusCode,
    statusText: statusMessage,
    headers,
  });
  // `fetch` returns a Response that has a URL, but the constructor of Response sets none.
  return Object.defineProperty(response, "url", { value: url });
}
