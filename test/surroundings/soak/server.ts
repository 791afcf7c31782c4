import type { AddressInfo } from "node:net";
import { CreateServer } from "versioned-controllers/server";
import { soakApp } from "./app";

/** What the server's process says of itself, once all that can go has gone. */
export interface Report {
  readonly heap: number;
  readonly rss: number;
  /** Handles besides the server's own and the pipe to the parent. */
  readonly handles: number;
  readonly generators: number;
  readonly logged: number;
  readonly uncaught: readonly string[];
}

const uncaught: string[] = [];
for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => uncaught.push(`${event}: ${String(error)}`));
}

let logged = 0;
const { app, open } = soakApp({ warn: () => undefined, error: () => (logged += 1) });
const server = CreateServer(app).listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});

process.on("message", () => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().filter((name) => /TCPSocket|FS/.test(name)).length;
  const report: Report = { heap: heapUsed, rss, handles, generators: open(), logged, uncaught };
  process.send?.(report);
});
process.once("disconnect", () => process.exit());
