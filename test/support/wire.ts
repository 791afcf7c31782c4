import { once } from "node:events";
import type { Server } from "node:http";
import { Server as TLSServer } from "node:https";
import { connect, type AddressInfo, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTLS } from "node:tls";
import { connectInMemory } from "../../src/server/memory-socket";
import { selfSigned } from "./self-signed";

/** A client's next step: it writes bytes (as latin1), or waits until what it has received holds a text. */
export type Step = string | { readonly until: string };

/** A server that listens on a free port until the tests of the file have ended. */
export interface Wire {
  /** Everything that the server sends on one connection until it closes it, as latin1 and masked. */
  send(...steps: readonly Step[]): Promise<string>;
}

/** All that two servers may differ in. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/^Date: .*GMT\r$/gm, "Date: ...\r"],
  [/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>"],
];

const servers = new Set<Server>();

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
  servers.clear();
});

/** Makes a server listen; an https.Server is asked over TLS. */
export async function wireOf(server: Server | TLSServer): Promise<Wire> {
  server.listen(0, "127.0.0.1");
  servers.add(server);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open = server instanceof TLSServer ? openTLS : connect;
  return {
    send: async (...steps) => masked(await exchange(open({ port, host: "127.0.0.1" }), steps)),
  };
}

function masked(text: string): string {
  return masks.reduce((left, [pattern, mask]) => left.replaceAll(pattern, mask), text);
}

/** A server that listens nowhere, on the connections in memory that `CreateFetch` makes. */
export function memoryWireOf(server: Server): Wire {
  return { send: async (...steps) => masked(await exchange(connectInMemory(server), steps)) };
}

export type Headers = Readonly<Record<string, string | readonly string[]>>;

/**
 * The bytes of one request: `request("GET /cats", { Accept: "text/html" })`; a list is sent as several lines.
 *
 * Unless the headers say otherwise, it asks for the connection to be closed, and tells the length of its body.
 */
export function request(line: string, headers: Headers = {}, body?: string): string {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((text) => `${name}: ${text}`),
  );
  const has = (name: string): boolean => given.some((text) => text.startsWith(`${name}: `));
  const lines = [
    /HTTP\/\d/.test(line) ? line : `${line} HTTP/1.1`,
    ...(has("Host") ? [] : ["Host: test"]),
    ...(has("Connection") ? [] : ["Connection: close"]),
    ...(body === undefined || has("Transfer-Encoding") ? [] : [`Content-Length: ${body.length}`]),
    ...given,
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

export function get(path: string, headers?: Headers): string {
  return request(`GET ${path}`, headers);
}

/** An id that an App may trust: where what is sent is packed, a random one would change all of it. */
export const withID: Headers = { "X-Request-Id": "01234567-89ab-4cde-8f01-23456789abcd" };

/** Requests in one write, the last of which closes the connection. */
export function pipelined(...requests: readonly string[]): string {
  return requests.map((one, i) => (i === requests.length - 1 ? one : keptAlive(one))).join("");
}

/** The same request on a connection that stays open. */
export function keptAlive(bytes: string): string {
  return bytes.replace("Connection: close\r\n", "");
}

/** A body in chunks (RFC 9112, 7.1). */
export function chunked(...chunks: readonly string[]): string {
  return [...chunks, ""].map((text) => `${text.length.toString(16)}\r\n${text}\r\n`).join("");
}

/** The bytes of a text in UTF-8, one character each, as a body or a header is written here. */
export function utf8(text: string): string {
  return Buffer.from(text).toString("latin1");
}

function openTLS(to: { port: number; host: string }): Socket {
  return connectTLS({ ...to, servername: "localhost", ca: selfSigned.cert });
}

/** Of a client, in milliseconds: less than jest's, so that what came is told. */
const patience = 60_000;
jest.setTimeout(2 * patience);

class Silence extends Error {
  constructor(received: string) {
    super(`the server neither closed the connection nor sent more than this: ${received}`);
  }
}

async function exchange(
  socket: Duplex & { setTimeout(milliseconds: number, listener: () => void): unknown },
  steps: readonly Step[],
): Promise<string> {
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => (received += text));
  const closed = new Promise<undefined>((resolve) => {
    socket.once("close", () => {
      resolve(undefined);
    });
  });
  // A reset is an end like any other: what came before it counts. Silence is none.
  socket
    .on("error", () => undefined)
    .setTimeout(patience, () => {
      socket.destroy(new Silence(received));
    });
  for (const step of steps) {
    if (typeof step === "string") socket.write(step, "latin1");
    else while (!received.includes(step.until) && !socket.closed) await Promise.race([news(socket), closed]);
  }
  await closed;
  if (socket.errored instanceof Silence) throw socket.errored;
  return received;
}

function news(socket: Duplex): Promise<undefined> {
  return new Promise((resolve) => {
    socket.once("data", () => {
      resolve(undefined);
    });
  });
}
