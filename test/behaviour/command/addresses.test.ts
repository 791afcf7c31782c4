import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  App,
  Described,
  FirstOf,
  FromHeader,
  FromQuery,
  VersioningCustom,
  VersioningHeader,
  VersioningURI,
  WithOperation,
  WithResponse,
  WithVersion,
  type AppOptions,
  type VersionExtractor,
  type VersioningOptions,
} from "versioned-controllers";
import { runCommand } from "../../../src/tools/cli/run";
import { withEntriesApart, type Done } from "../../support/project";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "versioned-controllers-addresses-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const header: VersioningOptions = { Type: VersioningHeader, Header: "X-Version" };

function cats(options: AppOptions = {}, versions = ["1", "2"]): App {
  const app = new App({
    Versioning: header,
    Logger: { warn: () => undefined, error: () => undefined },
    ...options,
  });
  const cat = {
    type: "object",
    properties: { kind: { enum: ["a", "b"] }, id: {} },
    required: ["kind", "id"],
  };
  app.Get("/cats", () => ({}), WithVersion(...versions), WithResponse(200, cat));
  return app.Get("/dogs", () => [], WithVersion(...versions));
}

async function run(app: App, ...args: readonly string[]): Promise<Done> {
  return withEntriesApart(await runCommand(args, { folder, load: () => Promise.resolve(app) }));
}

interface Change {
  readonly breaking: boolean;
  readonly kind: string;
  readonly where: string;
}

async function changesFrom(
  before: App,
  after: App,
  ...options: readonly string[]
): Promise<readonly Change[]> {
  await run(before, "freeze", "app", "1", "--force");
  const { output } = await run(after, "check", "app", "--json", ...options);
  return (JSON.parse(output) as { versions: { changes: Change[] }[] }).versions.flatMap((one) => one.changes);
}

const servers = (...urls: readonly string[]): AppOptions => ({
  OpenAPI: { servers: urls.map((url) => ({ url })) },
});
const custom = (name: string, Extractor: VersionExtractor): AppOptions => ({
  Versioning: { Type: VersioningCustom, Extractor, AssumeVersion: name },
});
const described = Described((req) => req.get("X-Client") ?? null, { Header: "X-Client" });

describe("where a version is found", () => {
  it.each<[what: string, before: AppOptions, after: AppOptions, changes: readonly string[]]>([
    [
      "another server",
      servers("https://a.example"),
      servers("https://b.example"),
      ["server-moved", "server-moved"],
    ],
    [
      "a server that has gone",
      servers("https://a.example", "/"),
      servers("/"),
      ["server-moved", "server-moved"],
    ],
    [
      "one server more",
      servers("/"),
      servers("/", "https://b.example"),
      ["server-added fine", "server-added fine"],
    ],
    ["the servers in another order", servers("/a", "/b"), servers("/b", "/a/"), []],
    ["a server that says where it is already", {}, servers("/"), []],
    ["another header", {}, { Versioning: { ...header, Header: "X-Other" } }, ["version-sent-differently"]],
    ["the header in other letters", {}, { Versioning: { ...header, Header: "x-version" } }, []],
    [
      "one of two places less",
      custom("2", FirstOf(FromHeader("X-V"), FromQuery("v"))),
      custom("2", FromHeader("X-V")),
      ["version-sent-differently"],
    ],
    [
      "one place more, and in another order",
      custom("2", FromHeader("X-V")),
      custom("2", FirstOf(FromQuery("v"), FromHeader("X-V"))),
      [],
    ],
    [
      "another prefix",
      { Versioning: { Type: VersioningURI } },
      { Versioning: { Type: VersioningURI, Prefix: "version-" } },
      ["operation-removed", "operation-removed", "operation-added fine", "operation-added fine"],
    ],
    [
      "an extractor that says the same of itself",
      custom("2", FromHeader("X-Client")),
      custom("2", described),
      [],
    ],
  ])("%s", async (_what, before, after, changes) => {
    const found = await changesFrom(cats(before), cats(after));
    expect(found.map(({ breaking, kind }) => (breaking ? kind : `${kind} fine`))).toEqual(changes);
  });

  it("a server that moved is one line, with its addresses", async () => {
    await run(cats(servers("https://a.example")), "freeze", "app", "1");
    const { code, output } = await run(cats(servers("https://b.example")), "check", "app");
    expect([code, output]).toEqual([
      1,
      `version 1: 1 breaking change
  server: was https://a.example and is now https://b.example (2 operations: GET /cats, GET /dogs)
version 2: not frozen
`,
    ]);
  });

  it("a server that moved is accepted by the entry that check prints, without a note", async () => {
    await run(cats(servers("https://a.example")), "freeze", "app", "1");
    const after = cats(servers("https://b.example"));
    const { entries } = await run(after, "check", "app");
    writeFileSync(join(folder, "openapi/accepted.json"), JSON.stringify(entries));
    const { code, output } = await run(after, "check", "app");
    expect([code, output]).toEqual([
      0,
      `version 1: no breaking change, 1 accepted
  accepted: server: was https://a.example and is now https://b.example (2 operations: GET /cats, GET /dogs) (...)
version 2: not frozen
`,
    ]);
  });

  it.each<[what: string, options: AppOptions]>([
    ["a header", {}],
    ["an extractor", custom("1", FromHeader("X-Client"))],
    ["a function that says what it reads", custom("1", described)],
    ["a path", { Versioning: { Type: VersioningURI } }],
  ])("between two versions it is not a difference, by %s", async (_what, options) => {
    expect((await run(cats(options), "diff", "app", "1", "2", "--json")).output).toBe("[]\n");
  });
});

it("required and enum in another order are not a difference, with --exact either", async () => {
  await run(cats(), "freeze", "app", "1");
  const file = join(folder, "openapi/1.json");
  const document = readFileSync(file, "utf8");
  const turned = document.replace(/"id",(\s+)"kind"/, '"kind",$1"id"').replace(/"a",(\s+)"b"/, '"b",$1"a"');
  expect(turned).not.toBe(document);
  writeFileSync(file, turned);
  expect((await run(cats(), "check", "app", "--exact")).code).toBe(0);
});

it("versions are in the order of the list, in check too", async () => {
  const listed = ["beta", "2", "10", "alpha"];
  const app = cats({ Versioning: { ...header, Versions: listed } }, listed);
  await run(app, "freeze", "app", "10", "beta", "alpha");
  expect((await run(app, "check", "app")).output.match(/(?<=^version )\w+/gm)).toEqual(listed);
});

describe("a malformed frozen document is named with its place", () => {
  const document = (paths: unknown, more: object = {}): object => ({
    openapi: "3.1.1",
    info: { title: "Cats", version: "1" },
    paths,
    ...more,
  });
  const get = (operation: unknown): object => document({ "/cats": { get: operation } });

  it.each<[place: string, frozen: object]>([
    ["paths must be an object, got a list", document([null])],
    ["paths > /cats must be an object, got null", document({ "/cats": null })],
    ["paths > /cats > get must be an object, got null", get(null)],
    ["paths > /cats > get > responses is missing", get({})],
    [
      "paths > /cats > get > parameters must be a list, got an object",
      get({ responses: {}, parameters: { name: "a" } }),
    ],
    [
      "paths > /cats > get > parameters > 0 must be an object, got null",
      get({ responses: {}, parameters: [null] }),
    ],
    [
      "paths > /cats > get > responses > 200 must be an object, got a string",
      get({ responses: { 200: "OK" } }),
    ],
    [
      "components > schemas > Cat must be an object or a boolean, got null",
      document({}, { components: { schemas: { Cat: null } } }),
    ],
    ["servers > 0 > url must be a text, got a number", document({}, { servers: [{ url: 1 }] })],
    ["paths > /\\u001b[31m must be an object, got a list", document({ "/\u001b[31m": [] })],
  ])("%s", async (place, frozen) => {
    mkdirSync(join(folder, "openapi"));
    writeFileSync(join(folder, "openapi/1.json"), JSON.stringify(frozen));
    expect(await run(cats(), "check", "app")).toEqual({
      code: 2,
      output: "",
      errors: `${join(folder, "openapi/1.json")}: ${place}\n`,
    });
  });
});

describe("no control character of a file is printed", () => {
  const marks = "\n::error::\u001b[2J\u009b31m\u202e\u2066\r";
  const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|^::error/m;

  it.each([[], ["--json"], ["--github"], ["--all"]])("by check %s", async (...options) => {
    await run(cats(), "freeze", "app", "1");
    const file = join(folder, "openapi/1.json");
    const frozen = JSON.parse(readFileSync(file, "utf8")) as { paths: Record<string, unknown> };
    frozen.paths[`/${marks}`] = frozen.paths["/cats"];
    writeFileSync(file, JSON.stringify(frozen));
    const { code, output, errors } = await runCommand(["check", "app", ...options], {
      folder,
      load: () => Promise.resolve(cats()),
    });
    expect(code).toBe(1);
    expect((output + errors).replaceAll(/^::error file=/gm, "")).not.toMatch(control);
    expect(output).toContain("\\u009b");
  });

  it.each([
    ["routes", []],
    ["routes", ["--json"]],
    ["impact", []],
    ["impact", ["--json"]],
  ])("by %s %s", async (command, options) => {
    const file = join(folder, "usage.json");
    const counted = { calls: 1, last: "2026-01-01", clients: { [marks]: 1 }, changes: { [marks]: 1 } };
    writeFileSync(file, JSON.stringify({ [`1 GET /${marks}`]: counted, "1 GET /cats": counted }));
    const done = await run(cats(), command, "app", "--usage", file, ...options);
    expect(done.code).toBe(0);
    expect(done.output + done.errors).not.toMatch(control);
  });
});

it("an owner is in the frozen document, the nearest one, and another owner breaks nobody", async () => {
  const owned = (team: string): App =>
    new App(
      { Versioning: header, Logger: { warn: () => undefined, error: () => undefined } },
      WithOperation({ "x-owner": "team-api" }),
    )
      .Get("/cats", () => [], WithVersion("1"), WithOperation({ "x-owner": team }))
      .Get("/dogs", () => [], WithVersion("1", "2"));
  await run(owned("team-cats"), "freeze", "app", "1");
  const { paths } = JSON.parse(readFileSync(join(folder, "openapi/1.json"), "utf8")) as {
    paths: Record<string, { get: Record<string, unknown> }>;
  };
  expect([paths["/cats"]?.get["x-owner"], paths["/dogs"]?.get["x-owner"]]).toEqual(["team-cats", "team-api"]);
  expect((await run(owned("team-pets"), "check", "app")).code).toBe(0);
  const { code, entries } = await run(owned("team-pets"), "check", "app", "--exact");
  expect([code, entries?.map((one) => (one as { kind: string }).kind)]).toEqual([1, ["definition-changed"]]);
});
