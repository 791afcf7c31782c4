import { once } from "node:events";
import { Agent, createServer, request, type IncomingHttpHeaders, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type RequestHandler,
  type Response,
} from "express";
import { App } from "versioned-controllers";

/** One response as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly reason: string;
  /** By lower-case name, as Node joins them. */
  readonly headers: IncomingHttpHeaders;
  /** The header lines in the order received: names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  readonly text: string;
  /** The body parsed; throws where it is no JSON. */
  readonly json: unknown;
}

/** A server that listens on a free port until the test has ended. */
export interface Served {
  readonly port: number;
  /**
   * `ask("GET /cats?a=1", { "X-Version": ["1", "2"] }, body)`: a list is sent as several lines, an empty one leaves out what is
   * sent otherwise: `Host: test` and `Connection: close`. With `keptOpen`, requests share connections.
   */
  ask(line: string, headers?: Headers, body?: string): Promise<Answer>;
  /** Sends bytes as they are, and gives every answer until the server closes: say `Connection: close`. */
  send(bytes: string): Promise<readonly Answer[]>;
  /** Sends a request and leaves the connection to the test. */
  open(line: string, headers?: Headers): Socket;
}

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** For tests of many requests, which are not about connections. */
export const keptOpen = { Connection: "keep-alive" };

const servers = new Set<Server>();

// Whoever serves in a test file has everything closed after each of its tests.
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
  servers.clear();
});

/** Serves an App on an Express application that holds nothing else, or the handlers of a host in their order. */
export async function serve(...handlers: readonly (App | RequestHandler)[]): Promise<Served> {
  const host = express();
  for (const handler of handlers) host.use(handler instanceof App ? handler.Build() : handler);
  return listen(createServer(host));
}

/** An error handler of a host, which Express tells from others by its four parameters. */
export function onError(
  handle: (error: unknown, res: Response, next: NextFunction) => unknown,
): RequestHandler {
  const handler: ErrorRequestHandler = (error, _req, res, next) => {
    void handle(error, res, next);
  };
  return handler as unknown as RequestHandler;
}

/** Serves whatever Node would. */
export async function listen(server: Server): Promise<Served> {
  server.listen(0, "127.0.0.1");
  servers.add(server);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  return {
    port,
    ask: async (line, headers, body) => ask({ port, agent }, line, headers, body),
    send: async (bytes) => send(port, bytes),
    open: (line, headers) => {
      const socket = connect(port, "127.0.0.1");
      const lines = linesOf({ Host: "test" }, headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`${line} HTTP/1.1\r\n${lines.join("")}\r\n`);
      // A reset is what some tests are after.
      return socket.on("error", () => undefined);
    },
  };
}

function ask(
  { port, agent }: { readonly port: number; readonly agent: Agent },
  line: string,
  headers: Headers | undefined,
  body?: string,
): Promise<Answer> {
  const [method, path] = line.split(" ");
  return new Promise((resolve, reject) => {
    const lines = linesOf({ Host: "test", Connection: "close" }, headers).flat();
    const length = body === undefined ? [] : ["Content-Length", String(Buffer.byteLength(body))];
    const outgoing = request({
      port,
      host: "127.0.0.1",
      method,
      path,
      agent: headers?.Connection === keptOpen.Connection ? agent : false,
      headers: [...lines, ...length],
    });
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.once("error", reject);
      incoming.once("end", () => {
        resolve(
          answer({
            status: incoming.statusCode ?? 0,
            reason: incoming.statusMessage ?? "",
            headers: incoming.headers,
            rawHeaders: incoming.rawHeaders,
            bytes: Buffer.concat(chunks),
          }),
        );
      });
    });
    outgoing.end(body);
  });
}

/** The header lines of a request: those of a test stand in the place of the usual ones of the same name. */
function linesOf(
  usual: Readonly<Record<string, string>>,
  given: Headers = {},
): readonly (readonly [name: string, value: string])[] {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const kept = Object.entries(usual).filter(([name]) => !names.has(name.toLowerCase()));
  const own = Object.entries(given).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).map((text) => [name, text] as const),
  );
  return [...kept, ...own];
}

function answer(parts: Omit<Answer, "text" | "json">): Answer {
  return {
    ...parts,
    get text() {
      return parts.bytes.toString("utf8");
    },
    get json(): unknown {
      return JSON.parse(parts.bytes.toString("utf8")) as unknown;
    },
  };
}

async function send(port: number, bytes: string): Promise<readonly Answer[]> {
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.on("error", () => undefined);
  socket.write(bytes, "latin1");
  await once(socket, "close");
  return parse(Buffer.concat(chunks), bytes.startsWith("HEAD "));
}

/** Responses one after the other (RFC 9112, 6); interim ones (1xx) are no answers. */
function parse(bytes: Buffer, isHead: boolean): readonly Answer[] {
  if (bytes.length === 0) return [];
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) throw new Error(`no response: ${bytes.toString("latin1")}`);
  const [statusLine = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const [, status = "", ...reason] = statusLine.split(" ");
  const rawHeaders = lines.flatMap((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const headers: IncomingHttpHeaders = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    headers[(rawHeaders[i] ?? "").toLowerCase()] = rawHeaders[i + 1];
  }
  const rest = bytes.subarray(end + 4);
  if (status.startsWith("1")) return parse(rest, isHead);
  const [body, after] =
    isHead || status === "204" || status === "304" ? [Buffer.alloc(0), rest] : bodyOf(rest, headers);
  return [
    answer({ status: Number(status), reason: reason.join(" "), headers, rawHeaders, bytes: body }),
    ...parse(after, false),
  ];
}

function bodyOf(bytes: Buffer, headers: IncomingHttpHeaders): readonly [Buffer, Buffer] {
  if (headers["transfer-encoding"] === "chunked") return chunked(bytes);
  const length = headers["content-length"] === undefined ? bytes.length : Number(headers["content-length"]);
  return [bytes.subarray(0, length), bytes.subarray(length)];
}

function chunked(bytes: Buffer): readonly [Buffer, Buffer] {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const eol = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.subarray(at, eol).toString("latin1"), 16);
    if (eol === -1 || Number.isNaN(size)) throw new Error("an unfinished response");
    chunks.push(bytes.subarray(eol + 2, eol + 2 + size));
    at = eol + 2 + size + 2;
    if (size === 0) return [Buffer.concat(chunks), bytes.subarray(at)];
  }
}
