import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "./random";

/** A hostile client: it gives what is wrong with the answers that it got, if anything. */
type Fault = (port: number, random: Random) => Promise<string | undefined>;

const version = "X-API-Version: 2\r\n";
const head = (line: string, fields = ""): string =>
  `${line} HTTP/1.1\r\nHost: test\r\n${version}${fields}\r\n`;

/** One hostile client, by chance. */
export function nextFault(port: number, random: Random): Promise<string | undefined> {
  return random.among(faults)(port, random);
}

/** Sends bytes, waits a little, and goes without a word. */
function leaving(bytes: (random: Random) => string): Fault {
  return async (port, random) => {
    const socket = await opened(port);
    socket.write(bytes(random), "latin1");
    const patience = random.below(12);
    if (patience > 4) await Promise.race([news(socket), sleep(patience)]);
    const gone = once(socket, "close");
    socket.destroy();
    await gone;
    return undefined;
  };
}

/** Sends bytes to the end, and holds the statuses of all answers against what there have to be. */
function exactly(bytes: (random: Random) => string, ...statuses: readonly number[]): Fault {
  return async (port, random) => {
    const socket = await opened(port);
    let received = "";
    socket.setEncoding("latin1").on("data", (text: string) => (received += text));
    const sent = bytes(random);
    socket.write(sent, "latin1");
    const isSilent = await Promise.race([
      once(socket, "close").then(() => false),
      sleep(10_000, true, { ref: false }),
    ]);
    socket.destroy();
    const found = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    return String(found) === String(statuses) && !isSilent
      ? undefined
      : `${JSON.stringify(sent.slice(0, 200))}: ${String(found)}${isSilent ? " and silence" : ""}, not ${String(statuses)}`;
  };
}

const json = "Content-Type: application/json\r\n";
const last = head("GET /late/a", "Connection: close\r\n");
/** A body that would be a request, were it read as one. */
const smuggled = "GET /fails HTTP/1.1\r\nHost: test\r\n\r\n";
const tooLarge = smuggled.repeat(500);
const known = "Authorization: Bearer token-1\r\n";
const ofLength = (body: string): string => `Content-Length: ${body.length}\r\n`;
const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

const faults: readonly Fault[] = [
  leaving(() => head("GET /late/a")),
  leaving(() => head("GET /endless")),
  leaving(() => head("GET /events/15")),
  leaving(
    () => head("POST /accounts", `${json}Content-Length: 99\r\nAuthorization: Bearer token-1\r\n`) + '{"fir',
  ),
  leaving(
    () =>
      head("POST /files", "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 999\r\n") +
      "--b\r\n",
  ),
  leaving(
    (random) =>
      head("POST /files", "Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n") +
      `4\r\n--b${random.word()}`,
  ),
  leaving((random) => `${random.word()}\0\xff\r\n\r\n`),
  leaving(() => "GET /late/a HTTP/1.1\r\nHo"),
  exactly((random) => `${random.word()} \x01\r\n\r\n`, 400),
  exactly(
    () => `GET / HTTP/1.1\r\nHost: test\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ),
  // Answers that come before the body is read leave the connection at the next request.
  exactly(() => head("POST /accounts", json + ofLength(smuggled)) + smuggled + last, 401, 200),
  exactly(
    () => head("POST /accounts", `${json}Transfer-Encoding: chunked\r\n`) + chunked(smuggled) + last,
    401,
    200,
  ),
  exactly(() => head("POST /nowhere", json + ofLength(smuggled)) + smuggled + last, 404, 200),
  exactly(() => head("GET /late/b", ofLength(smuggled)) + smuggled + last, 200, 200),
  exactly(
    () => head("POST /files", `Content-Type: text/plain\r\n${ofLength(smuggled)}`) + smuggled + last,
    415,
    200,
  ),
  exactly(() => head("GET /fails2", ofLength(smuggled)) + smuggled + last, 404, 200),
  exactly(
    () => head("GET /admin", `${known}Transfer-Encoding: chunked\r\n`) + chunked(smuggled) + last,
    403,
    200,
  ),
  exactly(() => head("POST /accounts", known + json + ofLength(smuggled)) + smuggled + last, 400, 200),
  exactly(() => head("POST /accounts", known + json + ofLength(tooLarge)) + tooLarge + last, 413, 200),
  exactly(() => head("HEAD /late/b") + last, 200, 200),
];

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

function news(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("data", () => {
      resolve();
    });
    socket.once("close", () => {
      resolve();
    });
  });
}
