import { request, type Agent, type IncomingMessage } from "node:http";
import { Agent as TLSAgent, request as requestTLS } from "node:https";

/** The bytes that are sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The answer that there has to be; a request's id aside. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** The answer, or why there is none. */
export function send(
  agent: Agent,
  port: number,
  { method, path, headers, body }: Sent,
): Promise<Answer | string> {
  return new Promise((resolve) => {
    const open = agent instanceof TLSAgent ? requestTLS : request;
    const outgoing = open({ agent, host: "127.0.0.1", port, method, path, headers, timeout: 10_000 });
    outgoing.once("timeout", () => {
      resolve("no answer within 10 s");
      outgoing.destroy();
    });
    outgoing.once("error", ({ message }) => {
      resolve(message);
    });
    outgoing.once("response", (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      incoming.once("error", ({ message }) => {
        resolve(message);
      });
      incoming.once("end", () => {
        resolve({ status: incoming.statusCode ?? 0, body: withoutID(incoming, text) });
      });
    });
    outgoing.end(body);
  });
}

const uuid = /"request_id":"([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})"/;
const known = new Set<string>();

/** An id has to be a UUID that no other answer has, the same in body and header: then it is left out. */
function withoutID({ headers }: IncomingMessage, text: string): string {
  const [, id] = uuid.exec(text) ?? [];
  if (id === undefined || headers["x-request-id"] !== id || known.has(id)) return text;
  known.add(id);
  return text.replace(id, "...");
}
