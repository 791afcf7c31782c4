// What counting calls costs: `npm run bench:usage`, `npm run bench:usage -- 40` for 40 slices of each server.
//
// It compiles itself: the servers run in plain node. Servers take turns of a second, so that what else the machine does meets all of them.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { connect, type AddressInfo } from "node:net";
import { join } from "node:path";
import { buildSync } from "esbuild";
import express from "express";
import type * as Package from "../src/index";
import type * as ServerEntry from "../src/server";
import type * as UsageEntry from "../src/usage";
import { bundle } from "../tools/bundle";
import { spreadOf, mean } from "./statistics";
import { table } from "./table";

/** A server that is measured. */
interface Setup {
  readonly built: string;
  readonly host: "Express" | "CreateServer(App)";
  readonly isCounting: boolean;
}

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}

const connections = 32;
const clients = ["acme", "old-app", "importer", "phone"];

if (process.send) serve(JSON.parse(process.argv[2] ?? "") as Setup);
else void main(Number(process.argv[2] ?? 24));

async function main(slices: number): Promise<void> {
  const { built, script, remove } = compiled();
  const rows: (readonly string[])[] = [];
  for (const host of ["Express", "CreateServer(App)"] as const) {
    const plain = { built, host, isCounting: false };
    const servers = await Promise.all(
      [plain, plain, { ...plain, isCounting: true }].map((setup) => started(script, setup)),
    );
    for (const version of ["2", "1"]) {
      const [one = [], same = [], counting = []] = await costsInTurn(servers, version, slices);
      const name = `${host}, ${version === "2" ? "newest version" : "older version, one Down"}`;
      rows.push([name, best(one).toFixed(1), ...ratios(counting, one), ...ratios(same, one)]);
    }
    for (const { child } of servers) child.disconnect();
  }
  remove();
  const head = ["counting", "us a request", "best quarter", "median", "not counting again", "median"];
  console.log(table(head, rows));
}

/** The ratio of the best quarters, and the median of the ratios of neighbours. */
function ratios(ours: readonly number[], others: readonly number[]): [string, string] {
  const pairs = ours.map((cost, i) => cost / (others[i] ?? Number.NaN));
  return [(best(ours) / best(others)).toFixed(3), spreadOf(pairs).median.toFixed(3)];
}

function best(costs: readonly number[]): number {
  return mean(costs.toSorted((a, b) => a - b).slice(0, Math.ceil(costs.length / 4)));
}

/** CPU time of a request in microseconds, slice by slice, of each server; the order turns with each round. */
async function costsInTurn(
  servers: readonly Running[],
  version: string,
  slices: number,
): Promise<readonly (readonly number[])[]> {
  const costs = servers.map((): number[] => []);
  // The first ones are to be compiled by.
  for (let slice = -3; slice < slices; slice++) {
    const order = servers.map((_, i) => (i + slice + 3) % servers.length);
    for (const i of slice % 2 === 0 ? order : order.toReversed()) {
      const server = servers[i];
      if (!server) continue;
      const before = await cpuOf(server);
      const answered = await drive(server.port, version, 1000);
      const cost = ((await cpuOf(server)) - before) / answered;
      if (slice >= 0) costs[i]?.push(cost);
    }
  }
  return costs;
}

async function cpuOf({ child }: Running): Promise<number> {
  child.send("look");
  return (await nextMessage(child)) as number;
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, "message")) as readonly unknown[];
  return message;
}

async function started(script: string, setup: Setup): Promise<Running> {
  const env = { ...process.env, NODE_ENV: "production", NODE_OPTIONS: "" };
  const child = fork(script, [JSON.stringify(setup)], { env, execArgv: [...profiling()] });
  return { child, port: (await nextMessage(child)) as number };
}

/** `PROFILE=<folder> npm run bench:usage` writes a profile of each server there. */
function profiling(): readonly string[] {
  const folder = process.env.PROFILE;
  return folder === undefined ? [] : ["--cpu-prof", "--cpu-prof-dir", folder];
}

/** Sends requests one after the other on each connection, and gives how many were answered. */
async function drive(port: number, version: string, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  const counts = await Promise.all(
    Array.from({ length: connections }, (_, i) => driveOne(port, request(version, i), end)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function driveOne(port: number, text: string, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let count = 0;
    let length = 0;
    socket.on("error", reject);
    socket.on("connect", () => socket.write(text));
    socket.on("data", (answer: Buffer) => {
      // All answers of a connection are of one length; the first one tells it.
      if (count === 0 && !answer.toString().startsWith("HTTP/1.1 200")) reject(new Error(answer.toString()));
      if (length === 0) length = answer.length;
      if (answer.length !== length) reject(new Error(`an answer of ${answer.length} bytes, not ${length}`));
      count++;
      if (performance.now() < end) socket.write(text);
      else {
        socket.destroy();
        resolve(count);
      }
    });
  });
}

function request(version: string, n: number): string {
  const client = clients[n % clients.length] ?? "";
  return `GET /cats/${10 + n} HTTP/1.1\r\nHost: localhost\r\nX-API-Version: ${version}\r\nX-Client: ${client}\r\n\r\n`;
}

/** The process of a server. */
function serve({ built, host, isCounting }: Setup): void {
  const load = createRequire(__filename);
  const loaded = load(join(built, "index.js")) as typeof Package;
  const { CreateServer } = load(join(built, "server.js")) as typeof ServerEntry;
  const { UsageCounter } = load(join(built, "usage.js")) as typeof UsageEntry;
  const usage = UsageCounter({ Client: (req) => String(req.headers["x-client"]) });
  const app = appOf(loaded, isCounting ? usage.Options : {});
  const server = host === "Express" ? createServer(express().use(app.Build())) : CreateServer(app);
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.on("disconnect", () => process.exit());
}

/** Two versions of a small answer; one change, with an Up and a Down. */
function appOf(
  { App, DefineVersions, Rename, Since, Versioned, VersioningHeader, WithResponse }: typeof Package,
  observers: Package.AppOptions,
): Package.App {
  const V = DefineVersions("1", "2");
  const text = { type: "string" };
  const catWith = (name: string): object => ({
    type: "object",
    properties: { id: text, name: text, [name]: text },
  });
  const Cat = Versioned(catWith("birthday")).Before(
    V.Change("2", "A cat's `born` is `birthday`."),
    catWith("born"),
    Rename("born", "birthday"),
  );
  const Versioning = { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List };
  return new App({ Versioning, ...observers }).Get(
    "/cats/{id}",
    (req) => ({ id: req.params.id, name: "Tom", birthday: "2020-05-01" }),
    Since("1"),
    WithResponse(200, Cat),
  );
}

/** This file and the package as it is published, in a folder whose `node_modules` are the top's too. */
function compiled(): { readonly built: string; readonly script: string; readonly remove: () => void } {
  const top = join(__dirname, "..");
  const cache = join(top, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "usage-"));
  bundle(top, join(folder, "package"));
  const script = join(folder, "usage.js");
  const settings = {
    format: "cjs",
    platform: "node",
    target: "node20",
    bundle: true,
    packages: "external",
  } as const;
  buildSync({ ...settings, entryPoints: [__filename], outfile: script });
  return {
    built: join(folder, "package"),
    script,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
