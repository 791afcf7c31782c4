import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, VersioningHeader, WithResponse, WithVersion, type AppOptions } from "versioned-controllers";
import { findingKinds } from "../../../src/tools/compare/finding-kinds";
import { runCommand } from "../../../src/tools/cli/run";
import { withEntriesApart, type Done } from "../../support/project";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "versioned-controllers-kinds-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const silent = { warn: () => undefined, error: () => undefined };

function cats(properties: object, options: AppOptions = {}): App {
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "X-Version" },
    Logger: silent,
    ...options,
  });
  const cat = { title: "Cat", type: "object", properties };
  app.Get("/cats", () => ({}), WithVersion("1"), WithResponse(200, cat));
  app.Get("/dogs", () => ({}), WithVersion("1"), WithResponse(200, { type: "object", properties }));
  return app;
}

async function run(app: App, ...args: readonly string[]): Promise<Done> {
  return withEntriesApart(await runCommand(args, { folder, load: () => Promise.resolve(app) }));
}

const [was, is] = [cats({ name: {}, age: {}, id: {} }), cats({ id: {} })];

/** Freezes the cats with a name and an age, and checks those without. */
async function checked(accepted: readonly object[], ...options: readonly string[]): Promise<Done> {
  await run(was, "freeze", "app", "1");
  mkdirSync(join(folder, "openapi"), { recursive: true });
  writeFileSync(join(folder, "openapi/accepted.json"), JSON.stringify(accepted));
  return run(is, "check", "app", ...options);
}

const entry = { version: "1", kind: "property-removed", where: "GET /cats", reason: "unread" };

it("a failing check prints the entries of accepted.json, and passes with them", async () => {
  const { code, entries = [] } = await checked([]);
  expect(code).toBe(1);
  expect(entries).toEqual(
    ["GET /cats", "GET /dogs"].flatMap((where) =>
      ["age", "name"].map((name) => ({
        ...{ version: "1", kind: "property-removed", where, subject: `response 200 /${name}`, reason: "..." },
      })),
    ),
  );
  expect((await checked(entries)).code).toBe(0);
});

it("two rules that change at one place are accepted one by one", async () => {
  const ruled = (limit: number): App => {
    const rule = { if: { maxLength: 9 }, then: { minLength: limit }, else: { maxLength: 10 + limit } };
    return cats({ name: { type: "string", ...rule } });
  };
  await run(ruled(1), "freeze", "app", "1");
  const check = async (accepted: readonly object[]): Promise<Done> => {
    writeFileSync(join(folder, "openapi/accepted.json"), JSON.stringify(accepted));
    return run(ruled(2), "check", "app");
  };
  const { code, entries = [] } = await check([]);
  expect(code).toBe(1);
  expect(entries.map((one) => Reflect.get(one, "subject") as unknown)).toEqual(
    ["GET /cats", "GET /dogs"].flatMap(() => ["response 200 /name/then", "response 200 /name/else"]),
  );
  expect((await check(entries.slice(1))).entries).toEqual([entries[0]]);
  expect((await check(entries)).code).toBe(0);
});

it("without the file it prints the whole of it, with as many entries as changes", async () => {
  const errorsOf = (properties: object): App => {
    const app = new App({
      Versioning: { Type: VersioningHeader, Header: "X-Version" },
      Errors: { Schema: { title: "Failure", type: "object", properties }, Body: () => ({}) },
    });
    app.Get("/cats", () => [], WithVersion("1")).Get("/dogs", () => [], WithVersion("1"));
    return app;
  };
  const runIn = (app: App, ...args: readonly string[]) =>
    runCommand([...args, "--dir", "whole"], { folder, load: () => Promise.resolve(app) });
  const now = errorsOf({ error: {} });
  await runIn(errorsOf({ error: {}, code: {}, id: {} }), "freeze", "app", "1");
  const { output, errors } = await runIn(now, "check", "app");
  expect(output).toMatch(
    /^version 1: 2 breaking changes\n {2}Failure: .*code" was removed; .*id" was removed /,
  );
  const [first, ...list] = errors.split("\n");
  expect(first).toBe("to accept, write whole/accepted.json, with a reason:");
  expect(JSON.parse(list.join("\n"))).toHaveLength(2);
  writeFileSync(join(folder, "whole/accepted.json"), list.join("\n"));
  expect(await runIn(now, "check", "app")).toMatchObject({ code: 0, errors: "" });
});

it("with --json and --github no entry is printed", async () => {
  for (const option of ["--json", "--github"]) expect((await checked([], option)).entries).toEqual([]);
});

it.each<[what: string, accepted: readonly object[], left: readonly string[]]>([
  [
    "its subject",
    [{ ...entry, subject: "response 200 /name" }],
    ["GET /cats /age", "GET /dogs /age", "GET /dogs /name"],
  ],
  ["no subject", [entry], ["GET /dogs /age", "GET /dogs /name"]],
  ["every place", [{ ...entry, where: "*" }], []],
  [
    "a subject at every place",
    [{ ...entry, where: "*", subject: "response 200 /name" }],
    ["GET /cats /age", "GET /dogs /age"],
  ],
  [
    "the component",
    [{ ...entry, where: "Cat", subject: "/name" }],
    ["GET /cats /age", "GET /dogs /age", "GET /dogs /name"],
  ],
  ["the whole component", [{ ...entry, where: "Cat" }], ["GET /dogs /age", "GET /dogs /name"]],
  [
    "another kind",
    [{ ...entry, kind: "property-added" }],
    ["GET /cats /age", "GET /cats /name", "GET /dogs /age", "GET /dogs /name"],
  ],
  [
    "another version",
    [{ ...entry, version: "2" }],
    ["GET /cats /age", "GET /cats /name", "GET /dogs /age", "GET /dogs /name"],
  ],
  [
    "words, as of before",
    [
      {
        version: "1",
        where: "GET /cats",
        what: `response 200: property "name" was removed`,
        reason: "unread",
      },
    ],
    ["GET /cats /age", "GET /dogs /age", "GET /dogs /name"],
  ],
])("an entry with %s", async (_what, accepted, left) => {
  const { code, output } = await checked(accepted, "--json");
  const { versions } = JSON.parse(output) as {
    versions: { changes: { where: string; subject: string; accepted?: string }[] }[];
  };
  const open = versions[0]?.changes.filter((one) => one.accepted === undefined);
  expect(open?.map(({ where, subject }) => `${where} ${subject.replace("response 200 ", "")}`)).toEqual(left);
  expect(code).toBe(left.length === 0 ? 0 : 1);
});

it.each<[what: string, accepted: object, note: string]>([
  [
    "an entry without a subject says what it accepts",
    entry,
    "accepted.json: GET /cats: property-removed has no subject, so it accepts every property-removed of version 1 there",
  ],
  [
    "an entry that matches nothing is named",
    { ...entry, subject: "response 200 /color" },
    "accepted.json: no difference of version 1 matches GET /cats: property-removed at response 200 /color; the entry has no effect: delete it",
  ],
  [
    "an entry of a kind that there is not is named",
    { ...entry, kind: "property-recoloured" },
    "accepted.json: no difference of version 1 matches GET /cats: property-recoloured; the entry has no effect: delete it",
  ],
])("%s", async (_what, accepted, note) => {
  expect((await checked([accepted])).output.split("\n")).toContain(note);
});

it.each([
  { ...entry, what: "is gone" },
  { ...entry, subject: 1 },
  { version: "1", where: "GET /cats", reason: "unread" },
  { version: "1", where: "GET /cats", what: "is gone", subject: "response 200", reason: "unread" },
])("%j is not an entry", async (accepted) => {
  const { code, errors } = await checked([accepted]);
  expect(code).toBe(2);
  expect(errors).toContain(`entry 1 must be { "version": "1", "kind": "property-removed"`);
});

it("docs/breaking-changes.md lists every kind", () => {
  const page = readFileSync(join(__dirname, "../../../docs/breaking-changes.md"), "utf8");
  const [, section = ""] = page.split("## Kinds");
  const listed = [...section.matchAll(/^\| `([a-z-]+)`/gm)].map(([, kind]) => kind);
  expect(listed).toEqual(Object.keys(findingKinds));
});
