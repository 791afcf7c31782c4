import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { serveDatabase } from "./database-server";
import { fetchOnceUp, whileWorkerRuns } from "./workerd";

/** The sample's App as it is; its database stays in a process of its own, as a worker's does. */
const remoteDatabase: Plugin = {
  name: "remote-database",
  setup: (build) => {
    build.onResolve({ filter: /^\.\/database$/ }, () => ({ path: join(__dirname, "remote-database.ts") }));
  },
};

/** Serves sample 32-conduit on workerd, below `/api`, while something asks its origin. */
export async function whileConduitRunsOnTheEdge(
  folder: string,
  ask: (origin: string) => Promise<void>,
): Promise<void> {
  const database = serveDatabase();
  await once(database, "listening");
  const { port } = database.address() as AddressInfo;
  const args = [`--external-addr=database=127.0.0.1:${port}`];
  const program = {
    worker: "conduit-worker",
    config: "conduit",
    folder,
    plugins: [remoteDatabase],
    args,
  };
  try {
    await whileWorkerRuns(program, async (origin) => {
      const { status } = await fetchOnceUp(`${origin}/api/v2/articles`);
      assert.equal(status, 200);
      await ask(origin);
    });
  } finally {
    database.close();
    database.closeAllConnections();
  }
}
