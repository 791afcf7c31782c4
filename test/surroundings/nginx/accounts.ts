import assert from "node:assert/strict";
import { whileRunning } from "../../support/samples/run-sample";
import { startProxy } from "./proxy";

const SAMPLE = "33-pinned-accounts";

const older = [{ name: "Tom Cat", born: 2019 }];
const newest = [{ first: "Tom", last: "Cat", birthday: "2019-04-01" }];

/** Who asks, and what each is shown: one address, and a cache that keeps every answer. */
const callers: readonly { readonly headers: Record<string, string>; readonly shown: unknown }[] = [
  { headers: { "X-API-Key": "key-of-acme" }, shown: older },
  { headers: { "X-API-Key": "key-of-globex" }, shown: newest },
  { headers: { "X-API-Key": "key-of-acme", "X-API-Version": "2025-09-01" }, shown: newest },
  { headers: { "X-API-Key": "key-of-globex", "X-API-Version": "2024-05-01" }, shown: older },
  { headers: { "X-API-Key": "key-of-nobody" }, shown: "unauthorized" },
  { headers: {}, shown: "unauthorized" },
];

/** Sample 33-pinned-accounts behind a cache: accounts are kept apart, and a raised version is shown at once. */
export async function testAccounts(): Promise<void> {
  await whileRunning(SAMPLE, async (origin) => {
    const proxy = await startProxy(Number(new URL(origin).port));
    try {
      for (const round of ["MISS", "HIT", "HIT"]) {
        for (const { headers, shown } of callers) {
          const { body, cache } = await told(`${proxy.url}/cats`, { headers });
          assert.deepEqual({ body, cache }, { body: shown, cache: round }, JSON.stringify(headers));
        }
      }
      await testRaise(proxy.url);
    } finally {
      await proxy.stop();
    }
  });
}

async function testRaise(proxy: string): Promise<void> {
  const headers = { "X-API-Key": "key-of-acme", "Content-Type": "application/json" };
  const shown = async (): Promise<unknown> => (await told(`${proxy}/version`, { headers })).body;
  assert.deepEqual(await shown(), { version: "2024-05-01", newest: "2025-09-01" });
  const raised = await fetch(`${proxy}/version`, {
    method: "PUT",
    headers,
    body: JSON.stringify({ version: "2025-09-01" }),
  });
  assert.equal(raised.status, 200);
  assert.deepEqual(await shown(), { version: "2025-09-01", newest: "2025-09-01" });
}

/** A body, or an error's code, and whether the cache had it. */
async function told(url: string, init: RequestInit): Promise<{ body: unknown; cache: string | null }> {
  const response = await fetch(url, init);
  const body = (await response.json()) as { readonly error?: { readonly code: string } };
  return { body: body.error?.code ?? body, cache: response.headers.get("x-cache") };
}
