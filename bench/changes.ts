// The process of what changes cost: `node changes.js <folder of the compiled package> [part of a row's name]`.
import { createRequire } from "node:module";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import express, { type Request, type RequestHandler, type Response } from "express";
import type * as Package from "../src/index";
import { printSlices, type Pair } from "./function-slices";

type Item = Readonly<Record<string, unknown>>;
type Turn = (item: Item) => Item;

/** The functions of one change. */
interface Turns {
  readonly up: Turn;
  readonly down: Turn;
}

/** A schema that takes everything, so that the steps alone are measured. */
interface Anything {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { value: Item };
    readonly jsonSchema: Record<"input" | "output", () => Record<string, unknown>>;
  };
}

const [built = "", only = ""] = process.argv.slice(2);
const loaded = createRequire(__filename)(join(built, "index.js")) as typeof Package;
const { App, Carry, Change, DefineVersions, Since, Versioned, VersioningURI, WithResponse } = loaded;

const host = express();

const anything = (): Anything => ({
  "~standard": {
    version: 1,
    vendor: "bench",
    validate: (value) => ({ value: value as Item }),
    jsonSchema: { input: () => ({}), output: () => ({}) },
  },
});

const pairs: readonly Pair[] = [
  ...[1, 5, 20].flatMap(pairsOfChanges),
  pairOfClosed(),
  ...pairsOfCarried(5),
  ...pairsOfWebhooks(5),
  ...pairsOfAnswers(5),
  pairOfBuilds(),
];
void printSlices(
  "changes",
  pairs.filter(({ name }) => name.includes(only)),
);

/** A list of 100 items down, and a body of 1 kB up, against a JSON copy and the functions called by hand. */
function pairsOfChanges(count: number): readonly Pair[] {
  const { V, one, turns } = historyOf(count);
  const list = listOf(one);
  const items = itemsOf(count);
  const body: Item = { ...itemOf(1, "name0"), email: "x".repeat(900) };
  return [
    {
      name: `Show of 100 items, ${count} changes`,
      // The schema takes everything, whatever its type says.
      ours: () => V.Show(list, "1", items as unknown as Item),
      others: () => turnedDown(copyOf(items), turns),
    },
    {
      name: `Read of 1 kB, ${count} changes`,
      ours: () => V.Read(one, "1", body),
      others: () => turns.reduce((item, { up }) => up(item), copyOf(body)),
    },
  ];
}

/** A list of 100 items down through one change, where the schemas close their items. */
function pairOfClosed(): Pair {
  const turns = turnsOf(0);
  const item = (name: string): object => ({
    type: "object",
    additionalProperties: false,
    properties: { id: {}, age: {}, email: {}, tags: {}, [name]: { type: "string" } },
  });
  const V = DefineVersions("1", "2");
  const list = Versioned(item("name1"))
    .Before(V.Change("2", "Change 0."), item("name0"), { Up: turns.up as never, Down: turns.down as never })
    .Within([loaded.Each], (items) => ({ type: "array", items }));
  const items = itemsOf(1);
  return {
    name: "Show of 100 items of a closed schema, 1 changes",
    ours: () => V.Show(list, "1", items as never),
    others: () => turnedDown(copyOf(items), [turns]),
  };
}

/** The same list where each item carries what its Downs add, in an older version and in the newest. */
function pairsOfCarried(count: number): readonly Pair[] {
  const { V, one, turns } = historyOf(count, true);
  const list = listOf(one);
  const items = itemsOf(count);
  const carried = (): Item => items.map((item) => Carry(item, () => item)) as unknown as Item;
  return [
    {
      name: `Show of 100 carried items, ${count} changes`,
      ours: () => V.Show(list, "1", carried()),
      others: () => turnedDown(copyOf(items), turns),
    },
    {
      name: "Show of 100 carried items, the newest version",
      ours: () => V.Show(list, String(count + 1), carried()),
      others: () => copyOf(items),
    },
  ];
}

/** What a subscriber is sent, against the functions called by hand and one JSON.stringify. */
function pairsOfWebhooks(count: number): readonly Pair[] {
  const { V, one, turns } = historyOf(count);
  const [single, many] = [V.Webhook("one", one), V.Webhook("many", listOf(one))];
  const item = itemOf(1, `name${count}`);
  const items = itemsOf(count);
  return [
    {
      name: `For of an item, ${count} changes`,
      ours: () => single.For("1", item),
      others: () => JSON.stringify(turns.reduceRight((one, { down }) => down(one), item)),
    },
    {
      name: `For of 100 items, ${count} changes`,
      ours: () => many.For("1", items as unknown as Item),
      others: () => JSON.stringify(turnedDown(items, turns)),
    },
    {
      name: "For of an item, the newest version",
      ours: () => single.For(String(count + 1), item),
      others: () => JSON.stringify(item),
    },
  ];
}

/** Answers of a route with a history, on messages without a connection. */
function pairsOfAnswers(count: number): readonly Pair[] {
  const items = itemsOf(count);
  const text = JSON.stringify(items);
  const newest = String(count + 1);
  const serve = (schema: object, handler: () => unknown): RequestHandler =>
    new App({ Versioning: { Type: VersioningURI, Versions: V.List } })
      .Get("/items", handler, Since("1"), WithResponse(200, schema))
      .Build();
  const { V, one, turns } = historyOf(count);
  const withHistory = serve(listOf(one), () => items);
  const without = serve(anything(), () => items);
  const byHand = serve(anything(), () => turnedDown(JSON.parse(text) as readonly Item[], turns));
  const carries = listOf(historyOf(count, true).one);
  const carrying = serve(carries, () => items.map((item) => Carry(item, () => item)));
  return [
    {
      name: `answer of 100 items, ${count} changes, against JSON.parse and the functions by hand`,
      ours: () => {
        answer(withHistory, "1");
      },
      others: () => {
        answer(byHand, "1");
      },
    },
    {
      name: `answer of 100 carried items, ${count} changes, against the same`,
      ours: () => {
        answer(carrying, "1");
      },
      others: () => {
        answer(byHand, "1");
      },
    },
    {
      name: "answer of 100 items, the newest version, against no history",
      ours: () => {
        answer(withHistory, newest);
      },
      others: () => {
        answer(without, newest);
      },
    },
    {
      name: "answer of 100 carried items, the newest version, against no history",
      ours: () => {
        answer(carrying, newest);
      },
      others: () => {
        answer(without, newest);
      },
    },
  ];
}

/** 500 routes in 20 versions, and a fifth of them with a change each, against the same without changes. */
function pairOfBuilds(): Pair {
  const versions = Array.from({ length: 20 }, (_, n) => String(n + 1));
  const build = (changes: number): RequestHandler => {
    const app = new App({ Versioning: { Type: VersioningURI, Versions: versions } });
    for (let n = 0; n < 500; n++) {
      const { up, down } = turnsOf(n);
      const change = Change(String(2 + (n % 19)), `Change ${n}.`);
      const schema =
        n < changes ? Versioned(anything()).Before(change, anything(), { Up: up, Down: down }) : anything();
      app.Get(`/items-${n}`, () => ({}), Since("1"), WithResponse(200, schema as object));
    }
    return app.Build();
  };
  return {
    name: "Build of 500 routes, 20 versions, 100 changes, against none",
    ours: () => build(100),
    others: () => build(0),
  };
}

type Chain = ReturnType<typeof Versioned<Anything>>;
type VersionsOfBench = Package.DefinedVersions<string[]>;

interface BenchHistory {
  readonly V: VersionsOfBench;
  readonly one: Chain;
  readonly turns: readonly Turns[];
}

function historyOf(count: number, isCarrying = false): BenchHistory {
  const versions = Array.from({ length: count + 1 }, (_, n) => String(n + 1));
  const turns = Array.from({ length: count }, (_, n) => turnsOf(n));
  const newest = Versioned(anything());
  // A history of another type, of which the same is asked here.
  let one = isCarrying ? (newest.Carrying(anything()) as unknown as Chain) : newest;
  for (let n = count - 1; n >= 0; n--) {
    const { up, down } = turnsOf(n);
    one = one.Before(Change(String(n + 2), `Change ${n}.`), anything(), { Up: up, Down: down });
  }
  return { V: DefineVersions(...versions), one, turns };
}

function listOf(one: Chain): Chain {
  return one.Within([loaded.Each], anything);
}

/** By hand: newest first, each function of each item. */
function turnedDown(items: readonly Item[], turns: readonly Turns[]): readonly Item[] {
  return turns.reduceRight((all, { down }) => all.map(down), items);
}

function copyOf<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

/** They name their members: V8 takes several times as long for rest and spread. */
function turnsOf(n: number): Turns {
  const move =
    (from: string, to: string): Turn =>
    ({ id, age, email, tags, [from]: moved }) => ({ id, age, email, tags, [to]: moved });
  return { up: move(`name${n}`, `name${n + 1}`), down: move(`name${n + 1}`, `name${n}`) };
}

function itemsOf(count: number): readonly Item[] {
  return Array.from({ length: 100 }, (_, n) => itemOf(n, `name${count}`));
}

function itemOf(n: number, name: string): Item {
  return { id: n, age: n, email: `tom${n}@example.com`, tags: ["small", "plain"], [name]: `Tom Sawyer ${n}` };
}

/** Answers `GET /v1/items` on messages without a connection. */
function answer(handler: RequestHandler, version: string): void {
  const req = Object.setPrototypeOf(new IncomingMessage(new Socket()), host.request) as Request;
  const res = Object.setPrototypeOf(new ServerResponse(req), host.response) as Response;
  req.method = "GET";
  req.url = `/v${version}/items`;
  req.res = res;
  res.req = req;
  void handler(req, res, (error?: unknown) => {
    throw error instanceof Error ? error : new Error("nothing has answered");
  });
  if (res.statusCode !== 200 || !res.writableEnded) throw new Error(`answered with ${res.statusCode}`);
}
