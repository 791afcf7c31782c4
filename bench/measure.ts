import { join } from "node:path";
import type { Build } from "./build";
import type { Delivery, Order } from "./order";
import type { Setup } from "./peer";
import { startProcess, type Process } from "./processes";
import type { Listening, Snapshot } from "./server";
import { requestsFor, type Kind } from "./workload";

/** A server that is running. */
export interface Running {
  readonly setup: Setup;
  readonly process: Process;
  readonly listening: Listening;
}

/** Starts the server of one file under bench/peers. */
export async function startServer({ bench, node }: Build, file: string, setup: Setup): Promise<Running> {
  const path = file.endsWith(".ts")
    ? join(bench, "peers", file.replace(/ts$/, "js"))
    : join(__dirname, "peers", file);
  const process = await startProcess("server", [join(bench, "server.js"), path, JSON.stringify(setup)], node);
  return { setup, process, listening: process.ready as Listening };
}

/** Starts what drives the servers. */
export async function startLoad({ bench }: Build): Promise<Process> {
  return await startProcess("load", [join(bench, "load.js"), join(__dirname, "package.json")]);
}

/** How much is sent at once. */
export interface Amount {
  readonly seconds: number;
  readonly connections: number;
}

const longestSeconds = 5;

/** One load on one server. */
export interface Cost {
  /** CPU time for one request in microseconds: user and system, of all the server's threads. */
  readonly perRequest: number;
  readonly requests: number;
  /** Of a hundred answers, all but the slowest took at most so many milliseconds. */
  readonly p99: number;
}

/**
 * Drives a server, and tells what that cost it.
 *
 * @throws Error when an answer has the wrong status, or none came.
 */
export async function costOf(load: Process, running: Running, kind: Kind, amount: Amount): Promise<Cost> {
  const { process, setup, listening } = running;
  const { seconds, connections } = amount;
  const order: Order = { seconds, connections, port: listening.port, requests: requestsFor(setup, kind) };
  const before = (await process.ask("look")) as Snapshot;
  const { answered, wrong, p99 } = (await load.ask(order)) as Delivery;
  const after = (await process.ask("look")) as Snapshot;
  // On a machine that is busy enough, nothing may come back in time.
  if (answered === 0 && wrong === 0 && seconds < longestSeconds) {
    return await costOf(load, running, kind, { seconds: seconds * 4, connections });
  }
  if (answered === 0 || wrong > 0) throw new Error(`${wrong} of ${answered} answers are wrong`);
  return { perRequest: (after.cpu - before.cpu) / answered, requests: answered, p99 };
}
