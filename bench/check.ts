import { Agent, request as open, type IncomingMessage } from "node:http";
import type { Request } from "./workload";

/** One answer as it came over the wire. */
interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Head and body. */
  readonly bytes: number;
}

/** How a server's answers look: what is the same for all its answers of one kind. */
export interface Look {
  readonly bytes: number;
  readonly headers: ReadonlyMap<string, string>;
}

/**
 * Sends each request once, and holds status and body against what is expected.
 *
 * @throws Error that shows the first answer that is wrong.
 */
export async function check(port: number, requests: readonly Request[]): Promise<Look> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: Answer[] = [];
  for (const request of requests) {
    const answer = await send(agent, port, request);
    const { status, body } = withoutID(answer);
    if (status !== request.status || body !== request.body) {
      throw new Error(
        `${request.method} ${request.path} is answered with ${answer.status} ${answer.body.slice(0, 200)}`,
      );
    }
    answers.push(answer);
  }
  agent.destroy();
  const [first] = answers;
  if (!first) throw new Error("there is nothing to check");
  return first;
}

/** The differences of a server's answers from another's, in words; empty where there are none. */
export function difference(look: Look, from: Look): string {
  const lines = [...new Set([...from.headers.keys(), ...look.headers.keys()])].flatMap((name) => {
    const [theirs, its] = [from.headers.get(name), look.headers.get(name)];
    if (theirs === its || (theirs !== undefined && its !== undefined && varying.has(name))) return [];
    if (its === undefined) return [`no ${name}`];
    return [varying.has(name) ? name : `${name}: ${its}`];
  });
  return lines.join("; ");
}

/** Headers whose values are never the same twice, or belong to the request. */
const varying = new Set(["date", "etag", "x-request-id", "content-length"]);

/** A miss's id has to be a UUID of its own, the same in body and header. */
function withoutID({ status, headers, body }: Answer): Pick<Answer, "status" | "body"> {
  const id = headers.get("x-request-id");
  if (id === undefined || !isUUID.test(id)) return { status, body };
  return { status, body: body.replace(`,"request_id":"${id}"`, "") };
}

const isUUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function send(agent: Agent, port: number, { method, path, headers, content }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = open({ agent, host: "127.0.0.1", port, method, path, headers }, (response) => {
      const { socket } = response;
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => (body += text));
      response.on("end", () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: headersOf(response),
          body,
          bytes: socket.bytesRead - readBefore,
        });
      });
    });
    let readBefore = 0;
    request.on("socket", (socket) => (readBefore = socket.bytesRead));
    request.on("error", reject);
    request.end(content);
  });
}

function headersOf({ rawHeaders }: IncomingMessage): ReadonlyMap<string, string> {
  return new Map(
    rawHeaders.flatMap((name, i) =>
      i % 2 === 0 ? [[name.toLowerCase(), rawHeaders[i + 1] ?? ""] as const] : [],
    ),
  );
}
