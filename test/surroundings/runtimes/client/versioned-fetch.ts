import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import express, { type RequestHandler } from "express";
import { App, Catalog, VersioningHeader, WithBody, WithVersion } from "versioned-controllers";
import { z } from "zod";
import type { Runtime } from "../runtimes";
import { fetchOnceUp, whileWorkerRuns } from "../worker/workerd";

/** What `callsOf` tells of the API of `whileServed`. */
export const expected = {
  version: "2",
  answers: [{ id: "7" }, { id: "7" }, 200, '{"name":"Felix"}'],
  notices: [
    "deprecated /api/cats/7 2099-01-01T00:00:00.000Z",
    "sunset /api/cats/7 2099-01-01T00:00:00.000Z",
    "unavailable /api/cats ",
    "deprecated /api/cats 2099-01-01T00:00:00.000Z",
    "sunset /api/cats 2099-01-01T00:00:00.000Z",
  ],
};

/** A `VersionedFetch` in a runtime, by the runtime's own `fetch`. */
export async function assertClientRuns({ command, args }: Runtime, folder: string): Promise<void> {
  const outfile = join(folder, "client.js");
  await build({
    entryPoints: [join(__dirname, "program.ts")],
    outfile,
    bundle: true,
    platform: "neutral",
  });
  await whileServed(async (port) => {
    const base = `http://127.0.0.1:${port}/api`;
    const { stdout } = await promisify(execFile)(command, [...args, outfile, base]);
    assert.deepEqual(JSON.parse(stdout), expected);
  });
}

/** The same in a worker of Cloudflare's runtime. */
export async function assertClientRunsOnTheEdge(folder: string): Promise<void> {
  await whileServed((port) =>
    whileWorkerRuns(
      {
        worker: "client-worker",
        config: "client",
        folder,
        args: [`--external-addr=api=127.0.0.1:${port}`],
      },
      async (origin) => {
        assert.deepEqual(await (await fetchOnceUp(origin)).json(), expected);
      },
    ),
  );
}

/** An API whose version 2 is deprecated; the first request to add a cat comes to an instance that does not have it yet. */
export async function whileServed(
  use: (port: number) => Promise<void>,
  middleware: readonly RequestHandler[] = [],
): Promise<void> {
  const app = new App({
    Versioning: {
      Type: VersioningHeader,
      Header: "X-API-Version",
      Lifecycle: { "2": { Deprecated: "2026-01-01", Sunset: "2099-01-01" } },
    },
  })
    .Get("/cats/{id}", (req) => ({ id: req.params.id }), WithVersion("1", "2"))
    .Post("/cats", (req) => req.body, WithVersion("1", "2"), WithBody(z.object({ name: z.string() })));
  let isOld = true;
  const host = express();
  for (const each of middleware) host.use(each);
  const server = host
    .get("/.well-known/api-catalog", Catalog(app, { Base: "https://api.example/api" }))
    .use("/api", (req, res, next) => {
      if (req.method !== "POST" || !isOld) {
        next();
        return;
      }
      isOld = false;
      res.status(503).set({ "Retry-After": "0", "Version-Unavailable": "1" }).end();
    })
    .use("/api", app.Build())
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await use((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
