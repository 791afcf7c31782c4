import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "../../../support/samples/sample";

const WORKERD = join(__dirname, "../node_modules/@cloudflare/workerd-linux-64/bin/workerd");

/** An App with a change, bundled for Cloudflare's runtime: each version is read and answered in its own form. */
export async function assertRunsOnTheEdge(folder: string): Promise<void> {
  await bundle(folder);
  const port = await freePort();
  const args = ["serve", join(folder, "config.capnp"), `--socket-addr=http=127.0.0.1:${port}`];
  const child = spawn(WORKERD, args, { stdio: "inherit" });
  try {
    const url = `http://127.0.0.1:${port}/cats`;
    assert.deepEqual(await ask(url, "1"), [200, { name: "Tom" }]);
    assert.deepEqual(await ask(url, "2"), [200, { first: "Tom" }]);
    assert.equal((await ask(url, "3"))[0], 404);
    assert.deepEqual(await ask(url, "1", { name: "Felix" }), [201, { name: "Felix" }]);
    assert.equal((await ask(url, "1", { first: "Felix" }))[0], 400);
  } finally {
    child.kill();
    await once(child, "close");
  }
}

async function bundle(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  cpSync(join(__dirname, "config.capnp"), join(folder, "config.capnp"));
  await build({
    absWorkingDir: ROOT,
    entryPoints: [join(__dirname, "worker.ts")],
    outfile: join(folder, "worker.js"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    external: ["node:*", "cloudflare:*"],
    banner: {
      js: `import { createRequire } from "node:module"; const require = createRequire("/");`,
    },
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Asks until somebody listens, for ten seconds. */
async function ask(url: string, version: string, body?: object): Promise<[status: number, body: unknown]> {
  const headers = { "X-API-Version": version, "Content-Type": "application/json" };
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await fetch(url, init);
      return [response.status, await response.json()];
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
