// The process of what changes cost: `node changes.js <folder of the compiled package>`.
import { createRequire } from "node:module";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import express, { type Request, type RequestHandler, type Response } from "express";
import type * as Package from "../src/index";
import { inTurn, turnHead } from "./in-turn";
import { table } from "./table";

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

const [built = ""] = process.argv.slice(2);
const loaded = createRequire(__filename)(join(built, "index.js")) as typeof Package;
const { App, Change, DefineVersions, Since, Versioned, VersioningURI, WithResponse } = loaded;

const anything = (): Anything => ({
  "~standard": {
    version: 1,
    vendor: "bench",
    validate: (value) => ({ value: value as Item }),
    jsonSchema: { input: () => ({}), output: () => ({}) },
  },
});

const rows: (readonly string[])[] = [];
void measureAll();

async function measureAll(): Promise<void> {
  for (const count of [1, 5, 20]) await measureChanges(count);
  await measureCarried(5);
  await measureAnswers();
  await measureBuild();
  console.log(table(turnHead("changes"), rows));
}

/** A list of 100 items down, and a body of 1 kB up, against a JSON copy and the functions called by hand. */
async function measureChanges(count: number): Promise<void> {
  const { V, one, turns } = historyOf(count);
  const list = one.Within([loaded.Each], anything);
  // The schema takes everything, whatever its type says.
  const items = Array.from({ length: 100 }, (_, n) => itemOf(n, `name${count}`)) as unknown as Item;
  const copyDown = (): unknown => {
    const copy = JSON.parse(JSON.stringify(items)) as readonly Item[];
    return turns.reduceRight((all, { down }) => all.map(down), copy);
  };
  await inTurn(rows, `GET of 100 items, ${count} changes`, () => V.Show(list, "1", items), copyDown);
  const body = { ...itemOf(1, "name0"), email: "x".repeat(900) };
  const copyUp = (): unknown => {
    const copy = JSON.parse(JSON.stringify(body)) as Item;
    return turns.reduce((item, { up }) => up(item), copy);
  };
  await inTurn(rows, `POST of 1 kB, ${count} changes`, () => V.Read(one, "1", body), copyUp);
}

/** The same list where each item carries what its Downs add, in an older version and in the newest. */
async function measureCarried(count: number): Promise<void> {
  const { V, one, turns } = historyOf(count, true);
  const list = one.Within([loaded.Each], anything);
  const items = Array.from({ length: 100 }, (_, n) => itemOf(n, `name${count}`));
  const carried = (): Item => items.map((item) => loaded.Carry(item, () => item)) as unknown as Item;
  const copyDown = (): unknown => {
    const copy = JSON.parse(JSON.stringify(items)) as readonly Item[];
    return turns.reduceRight((all, { down }) => all.map(down), copy);
  };
  await inTurn(
    rows,
    `GET of 100 carried items, ${count} changes`,
    () => V.Show(list, "1", carried()),
    copyDown,
  );
  const newest = String(count + 1);
  const copy = (): unknown => JSON.parse(JSON.stringify(items));
  await inTurn(rows, "100 carried items, newest version", () => V.Show(list, newest, carried()), copy);
}

/** The newest version of a route with a history, against the same route without one. */
async function measureAnswers(): Promise<void> {
  const { V, one } = historyOf(20);
  const items = Array.from({ length: 100 }, (_, n) => itemOf(n, "name20"));
  const serve = (schema: object): RequestHandler =>
    new App({ Versioning: { Type: VersioningURI, Versions: V.List } })
      .Get("/items", () => items, Since("1"), WithResponse(200, schema))
      .Build();
  const [withHistory, without] = [serve(one.Within([loaded.Each], anything)), serve(anything())];
  await inTurn(
    rows,
    "nothing to convert, 100 items",
    () => {
      answer(withHistory);
    },
    () => {
      answer(without);
    },
  );
}

/** 500 routes in 20 versions, and a fifth of them with a change each, against the same without changes. */
async function measureBuild(): Promise<void> {
  const versions = Array.from({ length: 20 }, (_, n) => String(n + 1));
  const build = (changes: number): RequestHandler => {
    const app = new App({ Versioning: { Type: VersioningURI, Versions: versions } });
    for (let n = 0; n < 500; n++) {
      const { up, down } = turnsOf(n);
      const change = Change(String(2 + (n % 19)), `Change ${n}.`);
      const schema =
        n < changes ? Versioned(anything()).Before(change, anything(), { Up: up, Down: down }) : anything();
      app.Get(`/items-${n}`, () => undefined, Since("1"), WithResponse(200, schema as object));
    }
    return app.Build();
  };
  await inTurn(
    rows,
    "Build of 500 routes, 20 versions, 100 changes",
    () => build(100),
    () => build(0),
    5,
  );
}

function historyOf(
  count: number,
  isCarrying = false,
): { V: VersionsOfBench; one: Chain; turns: readonly Turns[] } {
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

type Chain = ReturnType<typeof Versioned<Anything>>;
type VersionsOfBench = Package.DefinedVersions<string[]>;

/** They name their members: V8 takes several times as long for rest and spread. */
function turnsOf(n: number): Turns {
  const move =
    (from: string, to: string): Turn =>
    ({ id, age, email, tags, [from]: moved }) => ({ id, age, email, tags, [to]: moved });
  return { up: move(`name${n}`, `name${n + 1}`), down: move(`name${n + 1}`, `name${n}`) };
}

function itemOf(n: number, name: string): Item {
  return { id: n, age: n, email: `tom${n}@example.com`, tags: ["small", "plain"], [name]: `Tom Sawyer ${n}` };
}

const host = express();

/** Answers `GET /v21/items` on messages without a connection. */
function answer(handler: RequestHandler): void {
  const req = Object.setPrototypeOf(new IncomingMessage(new Socket()), host.request) as Request;
  const res = Object.setPrototypeOf(new ServerResponse(req), host.response) as Response;
  req.method = "GET";
  req.url = "/v21/items";
  req.res = res;
  res.req = req;
  void handler(req, res, (error?: unknown) => {
    throw error instanceof Error ? error : new Error("nothing has answered");
  });
  if (res.statusCode !== 200) throw new Error(`answered with ${res.statusCode}`);
}
