// The process of the figures that need no server: `node in-process.js <folder of the compiled modules>`.
import { createRequire } from "node:module";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import express, { type Request, type Response } from "express";
import type * as Readers from "../src/core/compile/readers";
import type * as PlainJSON from "../src/core/host/plain-json";
import type * as Routes from "../src/core/compile/matcher";
import type * as Respond from "../src/core/answer/respond";
import type * as Vary from "../src/core/request/head";
import type * as Path from "../src/http/path-template";
import type { Span } from "../src/core/model/route";
import type { VersioningOptions } from "../src/core/model/versioning";
import type * as Versioning from "../src/core/resolve/versioning-defaults";
import { printHostile } from "./hostile";
import { printLeavingOut } from "./leaving-out";
import { nanosecondsOf } from "./nanoseconds";
import { answers } from "./peer";
import { table } from "./table";

const [built = ""] = process.argv.slice(2);
const load = createRequire(__filename);
// The package's inner modules, compiled as they are published: no entry exports them.
const { compileRoutes } = load(join(built, "core/compile/matcher.js")) as typeof Routes;
const { compileReading } = load(join(built, "core/compile/readers.js")) as typeof Readers;
const { respondWith } = load(join(built, "core/answer/respond.js")) as typeof Respond;
const { directJSON } = load(join(built, "core/host/plain-json.js")) as typeof PlainJSON;
const { varyKeeper } = load(join(built, "core/request/head.js")) as typeof Vary;
const { parseTemplate } = load(join(built, "http/path-template.js")) as typeof Path;
const { versioningOf } = load(join(built, "core/resolve/versioning-defaults.js")) as typeof Versioning;

/** For what leaves its request as it was. */
const often = 50;
const rows: (readonly string[])[] = [];
measureMatching();
measureReading();
measureWriting();
console.log(table(["in process", "ns", "low-high"], rows));
void printLeavingOut(built).then(() => printHostile(built));

function measure<Thing>(
  name: string,
  make: (n: number) => Thing,
  operation: (thing: Thing) => unknown,
  repeat?: number,
): void {
  const { median, lowest, highest } = nanosecondsOf(make, operation, repeat);
  rows.push([name, median.toFixed(0), `${lowest.toFixed(0)}-${highest.toFixed(0)}`]);
}

function measureMatching(): void {
  for (const [size, template, what] of [
    [1, "/things-0/{id}", "one parameter, 1 path"],
    [1000, "/things-{}/{id}", "one parameter, 1000 paths"],
    [1000, "/things-{}/list", "no parameter, 1000 paths"],
  ] as const) {
    const pathOf = (n: number): string => template.replace("{}", String(n % size));
    const { match } = compileRoutes(
      Array.from({ length: size }, (_, n) => n).flatMap((n) =>
        ["1", "2"].map((version) => spanOf(pathOf(n), version)),
      ),
      (span) => span,
    );
    const requestOf = (n: number): Asked => ({
      path: asReceived(pathOf(n).replace("{id}", String(1000 + n))),
      versions: [String(1 + (n % 2))],
    });
    const find = ({ path, versions }: Asked): unknown => match("GET", path, versions);
    measure(`match, ${what}`, requestOf, find, often);
    measure(
      `match, ${what}, miss`,
      (n) => ({ ...requestOf(n), path: asReceived(requestOf(n).path.replace("things", "unknown")) }),
      find,
      often,
    );
  }
}

/** The text as Node's parser gives it: one piece, where V8 keeps what is put together as its parts. */
function asReceived(text: string): string {
  return Buffer.from(text, "latin1").toString("latin1");
}

interface Asked {
  readonly path: string;
  readonly versions: readonly string[];
}

function spanOf(path: string, version: string): Span {
  const segments = parseTemplate(path);
  const form = { method: "GET", path, segments };
  // Matching alone is measured: nothing asks for the rest. Builds from before spans look at `reach`.
  const registration = { ...form, version, reach: { by: "version", version } } as const;
  return {
    ...registration,
    form,
    reach: { by: "versions", versions: new Set([version]) },
  } as unknown as Span;
}

function measureReading(): void {
  const five =
    "text/html, application/xhtml+xml;q=0.9, application/xml;q=0.8, */*;q=0.1, application/json;v=";
  const one = "application/json;v=";
  const header = readerOf({ Type: "header", Header: "X-API-Version" });
  const accept = readerOf({ Type: "media-type", Key: "v" });
  measure(
    "version from a header, 5 header lines",
    (n) => requestWith("X-API-Version", String(n % 9)),
    header,
    often,
  );
  measure("version from Accept, one range", (n) => requestWith("Accept", one + String(n % 9)), accept, often);
  measure(
    "version from Accept, five ranges",
    (n) => requestWith("Accept", five + String(n % 9)),
    accept,
    often,
  );
}

function readerOf(options: VersioningOptions): (request: Request) => unknown {
  const reading = compileReading(versioningOf(options), () => false, new Set());
  if (!reading) throw new Error("nothing is read");
  return (request) => reading.read(request);
}

/** The part of a request that readers look at. */
function requestWith(name: string, value: string): Request {
  const others = [
    "Host",
    "127.0.0.1",
    "Connection",
    "keep-alive",
    "User-Agent",
    "bench",
    "Accept-Encoding",
    "gzip",
  ];
  const part = { rawHeaders: [...others, name, value], headers: { [name.toLowerCase()]: value } };
  return part as unknown as Request;
}

interface Messages {
  readonly req: Request;
  readonly res: Response;
}

/** Each on new messages without a connection. */
function measureWriting(): void {
  const app = express();
  const make = (): Messages => {
    const req = Object.setPrototypeOf(new IncomingMessage(new Socket()), app.request) as Request;
    const res = Object.setPrototypeOf(new ServerResponse(req), app.response) as Response;
    req.method = "GET";
    req.res = res;
    res.req = req;
    return { req, res };
  };
  const body = answers.thing("1000", "1");
  const next = (): void => undefined;
  const fail = (_exchange: unknown, error: unknown): void => {
    throw error instanceof Error ? error : new Error("the answer failed");
  };
  measure("write JSON: what a handler returns", make, ({ req, res }) => {
    respondWith({ req, res, next, fail, direct: directJSON, errorVersion: undefined }, body, 200);
  });
  measure("write JSON: res.json", make, ({ res }) => res.json(body));
  measure("write JSON: writeHead and end", make, ({ res }) => {
    const text = JSON.stringify(body);
    const length = Buffer.byteLength(text);
    res.writeHead(200, { "Content-Type": "application/json; charset=utf-8", "Content-Length": length });
    res.end(text);
  });
  measure("write a head", make, ({ res }) => res.writeHead(200));
  const keepVary = varyKeeper("Accept");
  measure("write a head, Vary kept", make, ({ res }) => {
    keepVary(res);
    res.writeHead(200);
  });
  measure("write a head, Vary set", make, ({ res }) => {
    res.setHeader("Vary", "Accept");
    res.writeHead(200);
  });
}
