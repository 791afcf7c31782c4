import { Agent } from "node:http";
import { Agent as TLSAgent } from "node:https";
import { selfSigned } from "../../support/self-signed";
import { send, type Answer, type Sent } from "../../support/send";

/** The outcome of a load. */
export interface Load {
  readonly sent: number;
  /** By status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests that got no answer. */
  readonly lost: readonly string[];
  /** Answers that are not as expected. */
  readonly wrong: readonly string[];
  /** In milliseconds, once the server is warm. */
  readonly p50: number;
  readonly p99: number;
}

/** A request, and what has to be answered to it. */
interface Expected {
  readonly sent: Sent;
  readonly answer: Answer;
}

export interface Drive {
  readonly port: number;
  readonly connections: number;
  /** In milliseconds. */
  readonly time: number;
  readonly isTLS?: boolean;
  /** The n-th request. */
  readonly next: (n: number) => Expected;
}

/** Sends requests over connections that stay open, one at a time on each, and looks at every answer. */
export async function drive({ port, connections, time, isTLS = false, next }: Drive): Promise<Load> {
  const kept = { keepAlive: true, maxSockets: connections };
  const agent = isTLS
    ? new TLSAgent({ ...kept, ca: selfSigned.cert, servername: "localhost" })
    : new Agent(kept);
  const took: number[] = [];
  const statuses = new Map<number, number>();
  const lost: string[] = [];
  const wrong: string[] = [];
  const begun = performance.now();
  const end = begun + time;
  let made = 0;
  const client = async (): Promise<void> => {
    // Twice at least: on a busy machine the time may be over before every connection is open.
    for (let own = 0; own < 2 || performance.now() < end; own++) {
      const { sent, answer } = next(made++);
      const line = `${sent.method} ${sent.path} ${JSON.stringify(sent.headers)}`;
      const start = performance.now();
      const received = await send(agent, port, sent);
      // The first tenth is that of a server whose code is not compiled yet, and that opens connections.
      if (start > begun + time / 10) took.push(performance.now() - start);
      if (typeof received === "string") {
        lost.push(`${line}: ${received}`);
        continue;
      }
      statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1);
      if (received.status !== answer.status || received.body !== answer.body) {
        wrong.push(`${line}: ${received.status} ${received.body}, not ${answer.status} ${answer.body}`);
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  took.sort((a, b) => a - b);
  const at = (share: number): number => took[Math.floor(took.length * share)] ?? NaN;
  return { sent: made, statuses, lost, wrong, p50: at(0.5), p99: at(0.99) };
}
