// The process that is measured: one peer, and answers to its parent about itself.
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { answers, type Create, type Setup } from "./peer";

/** One process at one moment. */
export interface Snapshot {
  /** User and system time so far, in microseconds, all threads. */
  readonly cpu: number;
  /** Resident memory, in bytes. */
  readonly rss: number;
}

/** The first message. */
export interface Listening extends Snapshot {
  readonly port: number;
  /** From the start of the process, in milliseconds. */
  readonly listenedAfter: number;
}

async function main(file: string, setup: Setup): Promise<void> {
  const { create } = (await import(pathToFileURL(file).href)) as { readonly create: Create };
  const schemas =
    setup.body === undefined
      ? undefined
      : { ...(await import("./peers/thing.js")), ...(await import("./peers/order-schemas.js")) };
  const server = await create(setup, answers, schemas);
  server.listen(0, "127.0.0.1", () => {
    const listenedAfter = performance.now();
    const { port } = server.address() as AddressInfo;
    tell({ port, listenedAfter, ...look() });
  });
  process.on("message", () => {
    tell(look());
  });
  // The parent has gone.
  process.on("disconnect", () => process.exit());
}

function look(): Snapshot {
  const { user, system } = process.cpuUsage();
  return { cpu: user + system, rss: process.memoryUsage.rss() };
}

function tell(message: Snapshot | Listening): void {
  process.send?.(message);
}

const [file = "", setup = ""] = process.argv.slice(2);
void main(file, JSON.parse(setup) as Setup);
