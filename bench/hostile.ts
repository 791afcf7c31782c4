// Requests that are meant to be expensive: how long they take, and how long a server's event loop stands still for them.
import { once } from "node:events";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Request } from "express";
import type * as Routes from "../src/core/compile/matcher";
import type * as Path from "../src/http/path-template";
import type * as Package from "../src/index";
import type * as ServerEntry from "../src/server";
import type { Span } from "../src/core/model/route";
import { spreadOf } from "./statistics";
import { table } from "./table";

/** In milliseconds: what 16 KB may take, and what one request may hold the event loop. */
const limits = { input: 0.5, hold: 10 };

/** Headers and targets just below the 16 KB that Node takes of a request's head. */
const inputs: Readonly<Record<string, { readonly path: string; readonly fields: readonly string[] }>> = {
  "Accept of ` ;`": of("Accept", `a/b${" ;".repeat(7_900)}`),
  "Accept of ` ;` and what is none": of("Accept", `a/b${" ;".repeat(7_900)}"`),
  "Accept of ranges": of("Accept", "a/b;v=1;q=0.1,".repeat(1_130)),
  "Accept of parameters": of("Accept", `a/b${";v=1".repeat(3_950)}`),
  "Accept of commas": of("Accept", ",".repeat(15_800)),
  "Accept of unterminated quotes": of("Accept", 'a/b;v=",'.repeat(1_975)),
  "Accept of one unterminated quote": of("Accept", `a/b;v="${"\\".repeat(15_800)}`),
  "Accept of quoted pairs": of("Accept", `a/b;v="${"\\a".repeat(7_900)}"`),
  "Accept on 800 lines": { path: "/", fields: Array<string[]>(800).fill(["Accept", 'a/b;v="1']).flat() },
  "a version on 800 lines": {
    path: "/",
    fields: Array<string[]>(800).fill(["X-API-Version", "1"]).flat(),
  },
  "a cookie of pairs": of("Cookie", "v=1;".repeat(3_950)),
  "a cookie of malformed escapes": of("Cookie", "v=%zz;".repeat(2_630)),
  "a path of slashes": { path: "/".repeat(15_800), fields: [] },
  "a path of segments": { path: "/a".repeat(7_900), fields: [] },
  "a path of escapes": { path: `/files/${"%2F".repeat(5_260)}`, fields: [] },
  "a path of escapes, the last malformed": { path: `${"/%61".repeat(3_940)}/%zz`, fields: [] },
  "a path with 1,024 routes to go back on": { path: `${"/a".repeat(10)}/c`, fields: [] },
};

function of(name: string, value: string): { readonly path: string; readonly fields: readonly string[] } {
  return { path: "/", fields: [name, value] };
}

/** Prints both tables, of a compiled package. */
export async function printHostile(built: string): Promise<void> {
  const load = createRequire(__filename);
  const read = operationOf(load, built);
  const times = Object.entries(inputs).map(([name, { path, fields }]) => {
    const asked = { path: received(path), rawHeaders: fields.map(received) };
    for (let i = 0; i < 50; i++) read(asked);
    const { median, highest } = spreadOf(Array.from({ length: 200 }, () => timeOf(() => read(asked))));
    return [name, ...[median, highest].map((ms) => (ms * 1000).toFixed(0)), verdict(median, limits.input)];
  });
  console.log(table([`16 KB, read and matched`, "us", "highest", `at most ${limits.input} ms`], times));
  const holds = [];
  for (const name of schemes) {
    holds.push(await holdsOf(load, built, name));
  }
  const head = [
    "a server's event loop",
    "longest hold, ms",
    "for",
    "highest, ms",
    `at most ${limits.hold} ms`,
  ];
  console.log(table(head, holds));
}

function verdict(time: number, limit: number): string {
  return time <= limit ? "yes" : "NO";
}

/** As Node's parser gives it: one piece, where V8 keeps what is put together as its parts. */
function received(text: string): string {
  return Buffer.from(text, "latin1").toString("latin1");
}

function timeOf(action: () => unknown): number {
  const start = performance.now();
  action();
  return performance.now() - start;
}

interface Asked {
  readonly path: string;
  readonly rawHeaders: readonly string[];
}

/** Everything that reads such a request: each kind of version, then the match. */
function operationOf(load: NodeJS.Require, built: string): (asked: Asked) => unknown {
  const { compileRoutes } = load(join(built, "core/compile/matcher.js")) as typeof Routes;
  const { FromCookie, FromHeader, FromMediaType } = load(join(built, "index.js")) as typeof Package;
  const { parseTemplate } = load(join(built, "http/path-template.js")) as typeof Path;
  const spans = templates().map((path): Span => {
    const form = { method: "GET", path, segments: parseTemplate(path) };
    // Matching alone is measured: nothing asks for the rest. Builds from before spans look at `reach`.
    const registration = { ...form, version: "1", reach: { by: "version", version: "1" } } as const;
    return { ...registration, form, reach: { by: "versions", versions: new Set(["1"]) } } as unknown as Span;
  });
  const { match } = compileRoutes(spans, (span) => span);
  const readers = [FromMediaType("v"), FromHeader("X-API-Version"), FromCookie("v")];
  return ({ path, rawHeaders }) => {
    const request = { rawHeaders, headers: {} } as unknown as Request; // the part that readers look at
    for (const reader of readers) void reader(request);
    return match("GET", path, ["1"]);
  };
}

/** Every path of ten segments `a` or `{p}`, then `b`; and a rest. */
function templates(): readonly string[] {
  const all = (left: number): readonly string[] =>
    left === 0 ? [""] : all(left - 1).flatMap((end) => [`/a${end}`, `/{p${left}}${end}`]);
  return [...all(10).map((path) => `${path}/b`), "/files/{rest...}"];
}

const schemes = ["header", "media type", "cookie"] as const;
type Scheme = (typeof schemes)[number];

const repeats = 21;

/** Sends every input, from another thread, to a server of an App. */
async function holdsOf(load: NodeJS.Require, built: string, scheme: Scheme): Promise<readonly string[]> {
  const { App, FromCookie, VersionNeutral, WithVersion, ...types } = load(
    join(built, "index.js"),
  ) as typeof Package;
  const { CreateServer } = load(join(built, "server.js")) as typeof ServerEntry;
  const versioning: Readonly<Record<Scheme, Package.VersioningOptions>> = {
    header: { Type: types.VersioningHeader, Header: "X-API-Version" },
    "media type": { Type: types.VersioningMediaType, Key: "v" },
    cookie: { Type: types.VersioningCustom, Extractor: FromCookie("v") },
  };
  const app = new App({ Versioning: versioning[scheme] });
  app.Get("/", () => "found", WithVersion("1"));
  for (const path of templates()) app.Get(path, () => "found", WithVersion(VersionNeutral));
  const server = CreateServer(app);
  const held = watched(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const names = Object.keys(inputs);
  const requests = Object.values(inputs).map(
    ({ path, fields }) => `GET ${path} HTTP/1.1\r\nHost: t\r\n${linesOf(fields)}Connection: close\r\n\r\n`,
  );
  const { port } = server.address() as AddressInfo;
  const client = new Worker(clientSource, { eval: true, workerData: { port, requests, repeats } });
  const timer = setTimeout(() => void client.terminate(), 60_000);
  await once(client, "exit");
  clearTimeout(timer);
  server.close();
  // Of each input its median: a thread that has to wait for a processor holds nothing by itself.
  const spreads = names.map((name, i) => ({ name, ...spreadOf(held.slice(i * repeats, (i + 1) * repeats)) }));
  const [longest] = spreads.toSorted((a, b) => b.median - a.median);
  const { name = "", median = Number.NaN } = longest ?? {};
  const highest = Math.max(...held);
  return [scheme, median.toFixed(2), name, highest.toFixed(2), verdict(median, limits.hold)];
}

function linesOf(fields: readonly string[]): string {
  return fields.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join("");
}

/** How long the server's listener takes for each request, in milliseconds, in their order. */
function watched(server: Server): readonly number[] {
  const times: number[] = [];
  const listeners = server.listeners("request") as ((...message: unknown[]) => void)[];
  server.removeAllListeners("request").on("request", (...message: unknown[]) => {
    times.push(
      timeOf(() => {
        for (const listener of listeners) listener(...message);
      }),
    );
  });
  return times;
}

/** One after the other, so that each holds the loop by itself. */
const clientSource = `
  const { connect } = require("node:net");
  const { workerData: { port, requests, repeats } } = require("node:worker_threads");
  const send = (text) => new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1").on("close", resolve).on("error", reject);
    socket.resume().write(text, "latin1");
  });
  (async () => {
    for (const text of requests) for (let i = 0; i < repeats; i++) await send(text);
  })();
`;
