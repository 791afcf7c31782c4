import assert from "node:assert/strict";
import { fetchOnceUp, whileWorkerRuns } from "./workerd";

/** An App with a change, bundled for Cloudflare's runtime: each version is read and answered in its own form. */
export function assertRunsOnTheEdge(folder: string): Promise<void> {
  return whileWorkerRuns({ worker: "worker", config: "config", folder }, async (origin) => {
    const url = `${origin}/cats`;
    assert.deepEqual(await ask(url, "1"), [200, { name: "Tom" }]);
    assert.deepEqual(await ask(url, "2"), [200, { first: "Tom" }]);
    assert.equal((await ask(url, "3"))[0], 404);
    assert.deepEqual(await ask(url, "1", { name: "Felix" }), [201, { name: "Felix" }]);
    assert.equal((await ask(url, "1", { first: "Felix" }))[0], 400);
  });
}

async function ask(url: string, version: string, body?: object): Promise<[status: number, body: unknown]> {
  const headers = { "X-API-Version": version, "Content-Type": "application/json" };
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  const response = await fetchOnceUp(url, init);
  return [response.status, await response.json()];
}
