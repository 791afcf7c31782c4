// Requests that are meant to be expensive, as ratios to well-formed ones of the same size: `npm run bench:hostile`.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import express from "express";
import { z } from "zod";
import {
  App,
  VersioningHeader,
  WithBody,
  WithCookies,
  WithVersion,
  type VersioningOptions,
} from "../src/index";
import { CreateServer } from "../src/server";
import { spreadOf } from "./statistics";
import { table } from "./table";

/** One kind of hostile request, and the well-formed one that it is held against. */
interface Row {
  readonly name: string;
  /** The most times the well-formed one's time that it may take; undefined where nearly all of it is the library's. */
  readonly most: number | undefined;
  /** Judges the same body by the schema's library alone. */
  readonly alone?: () => unknown;
  readonly hostile: string;
  readonly usual: string;
}

const leaf = '{"name":"Tom","children":[]}';
const megabyte = 1024 * 1024;

const Tree = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree);
  },
});

const List = z.array(z.string());

const PlainTree = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#" } } },
};

const Shape = z.union(
  ["a", "b", "c", "d"].map((kind) => z.object({ kind: z.literal(kind), name: z.string() })),
);

const filterKinds = ["oneOf", "anyOf"].flatMap((keyword) =>
  [2, 3, 8].flatMap((recursive) =>
    (["first", "last"] as const).map((tag) => ({
      path: `/filters/${keyword}-${recursive}-${tag}`,
      name: `${keyword} of ${recursive}, constant ${tag}`,
      schema: filterSchema(keyword, recursive, tag),
    })),
  ),
);

/** Filters of filters, of which `op0` is in the last of the recursive alternatives. */
function filterSchema(keyword: string, recursive: number, tag: "first" | "last"): object {
  const rule = (op: string, members: object): object => {
    const constant = { op: { const: op } };
    const properties = tag === "first" ? { ...constant, ...members } : { ...members, ...constant };
    return { type: "object", required: ["op"], additionalProperties: false, properties };
  };
  const args = { type: "array", items: { $ref: "#/$defs/Filter" } };
  const lists = Array.from({ length: recursive }, (_, i) => rule(`op${recursive - 1 - i}`, { args }));
  return {
    $ref: "#/$defs/Filter",
    $defs: { Filter: { [keyword]: [...lists, rule("is", { name: { type: "string" } })] } },
  };
}

/** Filters of filters that only an optional member tells apart: each is tried at each level, within a bound. */
const AlikeFilter = {
  anyOf: [
    ...Array.from({ length: 8 }, (_, i) => ({
      type: "object",
      properties: { args: { type: "array", items: { $ref: "#" } }, [`own${i}`]: { type: "string" } },
    })),
    { type: "string" },
  ],
};

const Node = { $ref: "#/$defs/Node" };
const child = { properties: { child: Node } };

/** Recursive schemas that check a part of a value twice at each level, within a bound. */
const repeatingKinds = Object.entries({
  "two schemas of allOf": { allOf: [child, child] },
  "a pattern beside the name": { ...child, patternProperties: { "^c": Node } },
  "if and then": { if: child, then: child },
  not: { ...child, not: { not: child } },
  dependentSchemas: { ...child, dependentSchemas: { child } },
  "a union beside the name": { ...child, anyOf: [child, { required: ["other"] }] },
  "contains beside items": { items: Node, contains: Node },
}).map(([name, schema], i) => ({
  path: `/repeating/${i}`,
  name,
  schema: { ...Node, $defs: { Node: schema } },
}));

/** Express's own reader of the same body. */
const parser = express()
  .use(express.json({ limit: "1mb" }))
  .post("/list", (_req, res) => {
    res.json(1);
  });

const bodies = new App()
  .Post("/tree", () => 1, WithBody(Tree))
  .Post("/plain-tree", () => 1, WithBody(PlainTree))
  .Post("/list", () => 1, WithBody(List))
  .Post("/plain-list", () => 1, WithBody({ type: "array", items: { type: "string" } }))
  .Post("/short-list", () => 1, WithBody(List.max(1000)))
  .Post("/shapes", () => 1, WithBody(z.array(Shape)))
  .Post("/form", () => 1, WithBody(z.record(z.string(), z.any()), { Type: "form" }))
  .Get("/cookies", () => 1, WithCookies(z.record(z.string(), z.string())));

bodies.Post("/alike", () => 1, WithBody(AlikeFilter));
for (const { path, schema } of [...filterKinds, ...repeatingKinds]) {
  bodies.Post(path, () => 1, WithBody(schema));
}

const apps = {
  parser,
  bodies,
  explaining: manyVersions(true),
  silent: manyVersions(false),
};

function manyVersions(Explain: boolean): App {
  const Versions = Array.from({ length: 500 }, (_, i) => String(i + 1));
  const Versioning: VersioningOptions = { Type: VersioningHeader, Header: "V", Explain, Versions };
  return new App({ Versioning }).Get("/r/{x...}", () => 1, WithVersion(...Versions));
}

/** As deep and as many as a body of 200 KB, and of a megabyte, may hold. */
const wide = treeOf(4, [...Array<string>(62_000).fill("1"), `"${"a".repeat(76_000)}"`]);
const deep = treeOf(15, [...Array<string>(20_000).fill("1"), `"${"a".repeat(1_000_000)}"`]);

const rows: readonly Row[] = [
  {
    name: "26 KB, 247 levels, 10,000 misfits: zod",
    most: 10,
    hostile: post("/tree", treeOf(247, Array<string>(10_000).fill("1"))),
    usual: post("/tree", treeOf(1, leaves(26_000))),
  },
  {
    name: "824 KB, 240 levels, 400,000 misfits: JSON Schema",
    most: 10,
    hostile: post("/plain-tree", treeOf(240, Array<string>(400_000).fill("1"))),
    usual: post("/plain-tree", treeOf(1, leaves(806_000))),
  },
  {
    name: "1 MB, a flat list of misfits: JSON Schema",
    most: 10,
    hostile: post("/plain-list", listOf("1")),
    usual: post("/plain-list", listOf('"a"')),
  },
  {
    name: "1 MB, a flat list of misfits: zod",
    most: 10,
    hostile: post("/list", listOf("1")),
    usual: post("/list", listOf('"a"')),
    alone: by(List, listOf("1")),
  },
  {
    name: "1 MB, a form of malformed escapes",
    most: 10,
    hostile: post("/form", "%=%&".repeat(262_000), "application/x-www-form-urlencoded"),
    usual: post("/form", "a=b&".repeat(262_000), "application/x-www-form-urlencoded"),
  },
  {
    name: "1 MB of JSON in chunks of one byte, against Express's parser",
    most: 2,
    hostile: postPieces("bodies", listOf('"a"')),
    usual: postPieces("parser", listOf('"a"')),
  },
  {
    name: "16 KB of cookies with malformed escapes",
    most: 2,
    hostile: get("/cookies", `Cookie: ${"a=%;".repeat(4_000)}`),
    usual: get("/cookies", `Cookie: ${"a=1;".repeat(4_000)}`),
  },
  {
    name: "16 KB of cookies with names of their own and malformed escapes",
    most: 2,
    hostile: get("/cookies", `Cookie: ${cookiesOf("%")}`),
    usual: get("/cookies", `Cookie: ${cookiesOf("1")}`),
  },
  ...["/q", "/r"].map((start): Row => {
    const path = `${start}${"/%61".repeat(3_750)}`;
    return {
      name: `Explain, 500 versions, a path of 15 KB that begins with ${start}`,
      most: 3,
      hostile: get(path, "V: x", "explaining"),
      usual: get(path, "V: x", "silent"),
    };
  }),
  {
    name: "200 KB, 8 levels, 62,000 misfits: zod",
    most: undefined,
    hostile: post("/tree", wide),
    usual: post("/tree", treeOf(1, leaves(200_000))),
    alone: by(Tree, wide),
  },
  {
    name: "1 MB, 30 levels, 20,000 misfits: zod",
    most: undefined,
    hostile: post("/tree", deep),
    usual: post("/tree", treeOf(1, leaves(1_040_000))),
    alone: by(Tree, deep),
  },
  {
    name: "1 MB, a flat list of misfits in a union of four: zod",
    most: undefined,
    hostile: post("/shapes", listOf("{}")),
    usual: post("/shapes", listOf('{"kind":"a","name":"Tom"}')),
    alone: by(z.array(Shape), listOf("{}")),
  },
  {
    name: "1 MB, a flat list of misfits with .max(1000): zod",
    most: 10,
    hostile: post("/short-list", listOf("1")),
    usual: post("/list", listOf('"a"')),
  },
  {
    name: "30 filters, anyOf of 8, nothing tells them apart, refused",
    most: undefined,
    hostile: post("/alike", `${'{"args":['.repeat(30)}7${"]}".repeat(30)}`),
    usual: post("/alike", `{"args":[${Array<string>(90).fill('"a"').join()}]}`),
  },
  ...repeatingKinds.map(({ path, name }): Row => {
    const [start, end] = name.startsWith("contains") ? ["[", "]"] : ['{"child":', "}"];
    return {
      name: `30 levels, each checked twice by ${name}, refused`,
      most: undefined,
      hostile: post(path, `${start.repeat(30)}{}${end.repeat(30)}`),
      usual: post(path, JSON.stringify({ other: "a".repeat(300) })),
    };
  }),
  ...filterKinds.flatMap(({ path, name }) =>
    (["7", '"a"'] as const).map((leafName): Row => {
      const nested = '{"op":"op0","args":['.repeat(30) + filterLeaf(leafName) + "]}".repeat(30);
      const flat = Array<string>(26).fill(filterLeaf('"a"')).join();
      return {
        name: `30 filters, ${name}, ${leafName === "7" ? "refused" : "accepted"}`,
        most: 10,
        hostile: post(path, nested),
        usual: post(path, `{"op":"op0","args":[${flat}]}`),
      };
    }),
  ),
];

function filterLeaf(name: string): string {
  return `{"op":"is","name":${name}}`;
}

/** A body in chunks of one byte each. */
function postPieces(app: keyof typeof apps, body: string): string {
  const head = ["POST /list HTTP/1.1", "Content-Type: application/json", "Transfer-Encoding: chunked"];
  return `${request(app, head)}${body.replaceAll(/./gs, "1\r\n$&\r\n")}0\r\n\r\n`;
}

function by(schema: z.ZodType, body: string): () => unknown {
  return () => schema["~standard"].validate(JSON.parse(body));
}

function post(path: string, body: string, type = "application/json"): string {
  const head = [`POST ${path} HTTP/1.1`, `Content-Type: ${type}`, `Content-Length: ${body.length}`];
  return request("bodies", head) + body;
}

function get(path: string, field: string, app: keyof typeof apps = "bodies"): string {
  return request(app, [`GET ${path} HTTP/1.1`, field]);
}

/** The server's name stands in the host, for the client to read. */
function request(app: keyof typeof apps, [line = "", ...fields]: readonly string[]): string {
  return [line, `Host: ${app}`, "Connection: close", ...fields, "", ""].join("\r\n");
}

function treeOf(levels: number, items: readonly string[]): string {
  return '{"name":"","children":['.repeat(levels) + items.join() + "]}".repeat(levels);
}

function leaves(bytes: number): readonly string[] {
  return Array<string>(Math.floor(bytes / (leaf.length + 1))).fill(leaf);
}

function listOf(item: string): string {
  return `[${Array<string>(Math.floor((megabyte - 2) / (item.length + 1)))
    .fill(item)
    .join()}]`;
}

function cookiesOf(value: string): string {
  return Array.from({ length: 2_000 }, (_, i) => `${i.toString(36).padStart(3, "a")}=${value}`).join(";");
}

/** One after the other, so that each has the server for itself; times in milliseconds. */
const clientSource = `
  const { connect } = require("node:net");
  const { parentPort, workerData: { ports } } = require("node:worker_threads");
  const send = (text) => new Promise((resolve, reject) => {
    const start = performance.now();
    let answer = 0;
    connect(ports[/Host: (\\w+)/.exec(text)[1]], "127.0.0.1")
      .on("data", (chunk) => { answer += chunk.length; })
      .on("close", () => resolve([performance.now() - start, answer]))
      .on("error", reject)
      .write(text, "latin1");
  });
  parentPort.on("message", async (text) => parentPort.postMessage(await send(text)));
`;

/** In milliseconds: for each row, at the least. */
const patience = 1000 * Number(process.argv[2] ?? 5);

/** A part of the names of rows to be measured. */
const wanted = process.argv[3] ?? "";

async function main(): Promise<void> {
  const servers = Object.entries(apps).map(([name, app]) => ({ name, server: CreateServer(app) }));
  const ports: Record<string, number> = {};
  for (const { name, server } of servers) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ports[name] = (server.address() as AddressInfo).port;
  }
  const client = new Worker(clientSource, { eval: true, workerData: { ports } });
  const send = async (text: string): Promise<readonly [ms: number, bytes: number]> => {
    client.postMessage(text);
    const [answer] = (await once(client, "message")) as [readonly [number, number]];
    return answer;
  };
  const printed: (readonly string[])[] = [];
  for (const row of rows.filter(({ name }) => name.includes(wanted))) printed.push(await lineOf(row, send));
  console.log(
    table(
      ["request", "ms", "well-formed, ms", "ratio", "low-high", "at most", "zod alone, ms", "answer, KB"],
      printed,
    ),
  );
  await client.terminate();
  for (const { server } of servers) server.close();
}

type Send = (text: string) => Promise<readonly [ms: number, bytes: number]>;

async function lineOf({ name, most, hostile, usual, alone }: Row, send: Send): Promise<readonly string[]> {
  const [, bytes] = await send(hostile);
  await send(usual);
  const pairs: (readonly [hostile: number, usual: number])[] = [];
  // In turn, so that whatever else the machine does slows both. The first half compiles code.
  const end = performance.now() + patience;
  do pairs.push([(await send(hostile))[0], (await send(usual))[0]]);
  while (pairs.length < 6 || (pairs.length < 200 && performance.now() < end));
  const measured = pairs.slice(Math.floor(pairs.length / 2));
  const [taken, expected] = [0, 1].map((i) => spreadOf(measured.map((pair) => pair[i] ?? Number.NaN)).median);
  const ratio = spreadOf(measured.map(([one, other]) => one / other));
  const ofLibrary = alone && spreadOf(Array.from({ length: 3 }, () => timeOf(alone))).median;
  const verdict = most === undefined ? "" : `${most}: ${ratio.median <= most ? "yes" : "NO"}`;
  return [
    name,
    taken?.toFixed(1) ?? "",
    expected?.toFixed(1) ?? "",
    ratio.median.toFixed(2),
    `${ratio.lowest.toFixed(2)}-${ratio.highest.toFixed(2)}`,
    verdict,
    ofLibrary?.toFixed(1) ?? "",
    (bytes / 1024).toFixed(1),
  ];
}

function timeOf(action: () => unknown): number {
  const start = performance.now();
  action();
  return performance.now() - start;
}

void main();
