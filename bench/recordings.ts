/* What a Recorder costs a request, and what 10,000 records cost Replay: `npm run bench:recordings`. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";
import type * as Check from "../src/check";
import type * as Package from "../src/index";
import type * as RecordingsEntry from "../src/recordings";
import type * as ServerEntry from "../src/server";
import { buildPackage, top } from "./build";
import { inTurn, turnHead } from "./in-turn";
import { table } from "./table";

async function main(): Promise<void> {
  const built = buildPackage(top);
  const load = createRequire(__filename);
  const pack = load(join(built, "index.js")) as typeof Package;
  const { CreateFetch } = load(join(built, "server.js")) as typeof ServerEntry;
  const { Recorder } = load(join(built, "recordings.js")) as typeof RecordingsEntry;
  const { Replay } = load(join(built, "check.js")) as typeof Check;
  const lines: string[] = [];
  const asking = (Share?: number, Redact: readonly string[] = []) => {
    const Write = (line: string): void => {
      if (lines.length < 10_000) lines.push(line);
    };
    const options = Share === undefined ? {} : Recorder({ Write, Redact, Share }).Options;
    const ask = CreateFetch(apiOf(pack, options));
    return (version: string) => async (): Promise<string> => {
      const body = JSON.stringify(version === "3" ? newest : oldest);
      const headers = { "Content-Type": "application/json", "X-API-Version": version };
      const answer = await ask(new Request("http://localhost/orders", { method: "POST", body, headers }));
      return answer.text();
    };
  };
  const plain = asking();
  assert.equal(await plain("1")(), JSON.stringify(oldest));
  const rows: (readonly string[])[] = [];
  for (const [name, of, version] of [
    ["no recorder again, version 1", asking(), "1"],
    ["Share: 0, version 1", asking(0), "1"],
    ["Share: 0.01, version 1", asking(0.01), "1"],
    ["Share: 1, newest version", asking(1), "3"],
    ["Share: 1, version 1, two links each way", asking(1), "1"],
    ["the same, one text redacted", asking(1, ["customer.name"]), "1"],
  ] as const) {
    await inTurn(rows, name, of(version), plain(version), 1000);
  }
  console.log(table(turnHead("a request by CreateFetch"), rows));
  while (lines.length < 10_000) await asking(1)("1")();
  await printReplay(() => Replay(apiOf(pack, {}), lines));
}

async function printReplay(replay: () => ReturnType<typeof Check.Replay>): Promise<void> {
  const before = process.cpuUsage();
  const { Replayed, Differences } = await replay();
  const { user, system } = process.cpuUsage(before);
  assert.deepEqual([Replayed, Differences], [10_000, []]);
  console.log(
    `\nReplay of 10,000 records, two links each way: ${((user + system) / 1e6).toFixed(2)} s of CPU`,
  );
}

const newest = {
  id: 7,
  customer: { name: "Ann Lee", email: "ann@example.com" },
  lines: Array.from({ length: 5 }, (_, i) => ({ sku: `sku-${i}`, cents: 1999, count: i + 1 })),
  placedAt: "2026-05-17T10:00:00.000Z",
};
const oldest = {
  id: 7,
  customer: "Ann Lee",
  email: "ann@example.com",
  lines: newest.lines.map(({ sku, cents, count }) => ({ sku, price: cents / 100, count })),
  placedAt: newest.placedAt,
};

/** Orders in three versions, of which each changes requests and answers. */
function apiOf(
  { App, DefineVersions, Versioned, VersioningHeader, WithBody, WithResponse }: typeof Package,
  options: Package.AppOptions,
): Package.App {
  const V = DefineVersions("1", "2", "3");
  const Cents = V.Change("2", "A price is in `cents`.");
  const Named = V.Change("3", "`customer` is an object.");
  const lineOf = <Price extends z.ZodRawShape>(price: Price) =>
    z.array(z.object({ sku: z.string(), ...price, count: z.int() }));
  const base = { id: z.int(), placedAt: z.string() };
  const Order = Versioned(
    z.object({
      ...base,
      customer: z.object({ name: z.string(), email: z.string() }),
      lines: lineOf({ cents: z.int() }),
    }),
  )
    .Before(
      Named,
      z.object({ ...base, customer: z.string(), email: z.string(), lines: lineOf({ cents: z.int() }) }),
      {
        Up: ({ id, customer, email, ...rest }) => ({ id, customer: { name: customer, email }, ...rest }),
        Down: ({ id, customer: { name, email }, ...rest }) => ({ id, customer: name, email, ...rest }),
      },
    )
    .Before(
      Cents,
      z.object({ ...base, customer: z.string(), email: z.string(), lines: lineOf({ price: z.number() }) }),
      {
        Up: ({ id, customer, email, lines, placedAt }) => ({
          id,
          customer,
          email,
          lines: lines.map(({ sku, price, count }) => ({ sku, cents: Math.round(price * 100), count })),
          placedAt,
        }),
        Down: ({ id, customer, email, lines, placedAt }) => ({
          id,
          customer,
          email,
          lines: lines.map(({ sku, cents, count }) => ({ sku, price: cents / 100, count })),
          placedAt,
        }),
      },
    );
  return new App({
    ...options,
    Versioning: { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List },
  }).Post(
    "/orders",
    (req) => req.body as z.output<typeof Order>,
    V.Since("1"),
    WithBody(Order),
    WithResponse(200, Order),
  );
}

void main().then(() => process.exit());
