import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { pinned, type Core } from "./cores";

/** A node process on its own core that answers each message with one message, one after the other. */
export interface Process {
  /** The message it sent by itself when it was ready. */
  readonly ready: unknown;
  readonly ask: (question: object | string) => Promise<unknown>;
  /** Lets it end by itself, so that what `node --cpu-prof` found is written. */
  readonly stop: () => void;
}

/** Starts `<node> <args>`; fails with what it wrote to stderr when it ends before it is ready. */
export async function startProcess(
  core: Core,
  args: readonly string[],
  node: string = process.execPath,
): Promise<Process> {
  const [command = "", ...rest] = [...pinned(core), node, ...args];
  const child = spawn(command, rest, {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    // As users run it; and Express is slower, and writes more, in development.
    env: { ...process.env, NODE_ENV: "production", NODE_OPTIONS: "" },
  });
  const answer = answersOf(child);
  return {
    ready: await answer(),
    ask: (question) => {
      const answered = answer();
      child.send(question);
      return answered;
    },
    stop: () => {
      child.disconnect();
    },
  };
}

/** In milliseconds: nothing here may wait for ever. */
const longestAnswer = 120_000;

function answersOf(child: ChildProcess): () => Promise<unknown> {
  let said = "";
  child.stderr?.on("data", (text: Buffer) => (said = (said + text.toString()).slice(-2000)));
  const closed = once(child, "close").then(() => {
    throw new Error(`a process ended: ${said}`);
  });
  // Nobody may be waiting when it is stopped.
  closed.catch(() => undefined);
  return async () => {
    const signal = AbortSignal.timeout(longestAnswer);
    const [message] = (await Promise.race([
      once(child, "message", { signal }),
      closed,
    ])) as readonly unknown[];
    return message;
  };
}
