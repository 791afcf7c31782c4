import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whileRunning } from "../../support/samples/run-sample";
import { ROOT } from "../../support/samples/sample";
import { startBalancer } from "../nginx/proxy";

const SAMPLE = "38-usage";
const key = "1 GET /cats/{name}";
const description = "A cat's `born` is `birthday`.";

/** What the table holds of one key. */
interface Count {
  readonly calls: number;
  readonly clients: Readonly<Record<string, number>>;
  readonly changes: Readonly<Record<string, number>>;
}

type Table = Readonly<Record<string, Count>>;

/** Sample 38-usage, three processes behind nginx: what each has counted, and adds as it ends, stands in one table that the command reads. */
export async function testCountedTogether(url: string): Promise<void> {
  const before = (await tableOf(url))[key];
  await whileServed(url, 3, async (proxy) => {
    // Tom has been touched by the change, Felix is the same in both versions.
    for (let i = 0; i < 60; i += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, n) => call(proxy, i + n)));
    }
  });
  const table = await tableOf(url);
  assert.deepEqual(added(before, table[key]), {
    calls: 60,
    clients: { acme: 40, globex: 20 },
    changes: { [description]: 30 },
  });
  assertRead(table);
}

async function call(proxy: string, n: number): Promise<void> {
  const headers = { "X-API-Version": "1", "X-API-Key": n % 3 === 0 ? "key-of-globex" : "key-of-acme" };
  const answer = await fetch(`${proxy}/cats/${n % 2 === 0 ? "Tom" : "Felix"}`, { headers });
  await answer.text();
  assert.equal(answer.status, 200);
}

/** Runs processes of the sample, and ends all of them: each adds what it has counted. */
async function whileServed(
  url: string,
  processes: number,
  action: (proxy: string) => Promise<void>,
): Promise<void> {
  const run = async (origins: readonly number[]): Promise<void> => {
    if (origins.length < processes) {
      const { exitCode, errors } = await whileRunning(
        SAMPLE,
        (origin) => run([...origins, Number(new URL(origin).port)]),
        { DATABASE_URL: url },
      );
      assert.deepEqual({ exitCode, errors }, { exitCode: 0, errors: "" });
      return;
    }
    const proxy = await startBalancer(origins);
    try {
      await action(proxy.url);
    } finally {
      await proxy.stop();
    }
  };
  await run([]);
}

async function tableOf(url: string): Promise<Table> {
  let table: Table = {};
  await whileRunning(
    SAMPLE,
    async (origin) => {
      table = (await (await fetch(`${origin}/usage`)).json()) as Table;
    },
    { DATABASE_URL: url },
  );
  return table;
}

function added(before: Count | undefined, after: Count | undefined): object {
  assert(after);
  const less = (now: Readonly<Record<string, number>>, then: Readonly<Record<string, number>> = {}): object =>
    Object.fromEntries(Object.entries(now).map(([name, calls]) => [name, calls - (then[name] ?? 0)]));
  return {
    calls: after.calls - (before?.calls ?? 0),
    clients: less(after.clients, before?.clients),
    changes: less(after.changes, before?.changes),
  };
}

/** `impact` and `check --unused-for` take what `/usage` gives as their file. */
function assertRead(table: Table): void {
  const folder = mkdtempSync(join(tmpdir(), "usage-"));
  const file = join(folder, "usage.json");
  writeFileSync(file, JSON.stringify(table));
  const command = (...args: readonly string[]): string =>
    execFileSync(process.execPath, ["--import", "tsx", "src/cli.ts", ...args, "--usage", file], {
      cwd: ROOT,
      encoding: "utf8",
    });
  const module = `samples/${SAMPLE}/app.ts`;
  const { calls = 0, changes = {} } = table[key] ?? {};
  const impact = command("impact", module);
  assert.match(impact, /^version 1: \d+ calls, last .*, by acme \(\d+\), globex \(\d+\)$/m);
  assert(impact.includes(`GET /cats/{name}: ${String(calls)} calls`));
  assert(impact.includes(`${String(changes[description])} touched by: ${description}`));
  assert.match(command("routes", module), new RegExp(`served, ${String(calls)} calls, last `));
  rmSync(folder, { recursive: true });
}
