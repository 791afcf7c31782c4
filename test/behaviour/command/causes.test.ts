import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  App,
  DefineVersions,
  VersioningHeader,
  VersionNeutral,
  VersioningURI,
  WithBody,
  WithResponse,
  WithVersion,
  type AppOptions,
  type VersioningOptions,
} from "versioned-controllers";
import { ArticlesController } from "../../../samples/32-conduit/articles";
import { CommentsController } from "../../../samples/32-conduit/comments";
import { realWorldErrors } from "../../../samples/32-conduit/errors";
import { TagsController } from "../../../samples/32-conduit/tags";
import { ProfilesController, UsersController } from "../../../samples/32-conduit/users";
import { List } from "../../../samples/32-conduit/versions";
import { runCommand } from "../../../src/tools/cli/run";

// An ES module, which jest cannot load; documents sign no token.
jest.mock("jose", () => ({}));

const folder = mkdtempSync(join(tmpdir(), "versioned-controllers-causes-"));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Conduit, which 19 routes serve at /v1, /v2 and, for clients that name no version, at the plain path. */
function conduit({ Versioning = {}, ...options }: Partial<AppOptions> & { Versioning?: object } = {}): App {
  const app = new App({
    Versioning: { Type: VersioningURI, Versions: List, AssumeVersion: "1", ...Versioning },
    Errors: realWorldErrors,
    ...options,
  });
  // Documents ask no store.
  const store = {} as never;
  app.Include([
    new UsersController(store),
    new ProfilesController(store),
    new ArticlesController(store),
    new CommentsController(store),
    new TagsController(store),
  ]);
  return app;
}

const run = (app: App, ...args: readonly string[]) =>
  runCommand(args, { folder, load: () => Promise.resolve(app) });

/** The lines below each version's heading, and the entries of --json that fail. */
async function checked(before: App, after: App, dir: string): Promise<{ lines: string[]; places: Change[] }> {
  await run(before, "freeze", "app", "1", "--dir", dir);
  const { output } = await run(after, "check", "app", "--dir", dir);
  const { output: json } = await run(after, "check", "app", "--dir", dir, "--json");
  const { versions } = JSON.parse(json) as { versions: { changes: Change[] }[] };
  return {
    lines: output.split("\n").filter((line) => line.startsWith("  ")),
    places: versions.flatMap(({ changes }) => changes.filter(({ breaking }) => breaking)),
  };
}

interface Change {
  readonly breaking: boolean;
  readonly where: string;
  readonly what: string;
  readonly cause?: string;
}

const everywhere =
  "(19 operations, also without a version: GET /v1/articles, POST /v1/articles, GET /v1/articles/feed and 16 more)";

describe("one decision about Conduit is reported at most three times", () => {
  const life = { "1": { Deprecated: "2026-11-01" } };
  it.each<[what: string, before: App, after: App, lines: readonly string[], places: number]>([
    [
      "errors of another media type",
      conduit(),
      conduit({ Errors: { ...realWorldErrors, Type: "application/problem+json" } }),
      [`  errors: application/json was removed ${everywhere}`],
      140,
    ],
    [
      "Report is forgotten",
      conduit({ Versioning: { Report: true, Lifecycle: life } }),
      conduit(),
      ["api-deprecated-versions", "api-supported-versions", "api-version"].map(
        (name) => `  header ${name}: was removed ${everywhere}`,
      ),
      534,
    ],
    [
      "errors with another member",
      conduit(),
      conduit({
        Errors: { ...realWorldErrors, Schema: { title: "Errors", type: "object", properties: {} } },
      }),
      [`  Errors: property "errors" was removed ${everywhere}`],
      140,
    ],
  ])("%s", async (what, before, after, lines, places) => {
    const found = await checked(before, after, what);
    expect(found.lines).toEqual(lines);
    expect(found.places).toHaveLength(places);
  });
});

/** A service whose routes answer with cats, and take them. */
function cats(
  properties: object,
  { more = [], ...options }: { more?: readonly string[] } & Partial<AppOptions> = {},
): App {
  const Cat = { title: "Cat", type: "object", properties };
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "X-Version" },
    Logger: silent,
    ...options,
  });
  const versions = WithVersion("1", ...more);
  app.Get("/cats", () => [], versions, WithResponse(200, { type: "array", items: Cat }));
  app.Get("/cats/{id}", () => ({}), versions, WithResponse(200, Cat));
  app.Post("/cats", () => ({}), versions, WithBody(Cat), WithResponse(201, Cat));
  app.Get("/owners", () => ({}), versions, WithResponse(200, { type: "object", properties: { cat: Cat } }));
  app.Get("/dogs", () => ({}), versions, WithResponse(200, { type: "object", properties: { name: {} } }));
  return app;
}

const silent = { warn: () => undefined, error: () => undefined };
const named = { name: { type: "string" }, kind: { type: "string", enum: ["tom", "queen"] } };
const unnamed = { kind: named.kind };
const operations = "(4 operations: GET /cats, POST /cats, GET /cats/{id} and 1 more)";
const removed = `Cat: property "name" was removed ${operations}`;

async function outputOf(after: App, dir: string, ...options: readonly string[]): Promise<string> {
  await run(cats(named), "freeze", "app", "1", "--dir", dir);
  return (await run(after, "check", "app", "--dir", dir, ...options)).output;
}

describe("a component that several operations share", () => {
  it("is reported once, with the number of operations and the first three", async () => {
    expect(await outputOf(cats(unnamed), "once")).toBe(`version 1: 1 breaking change\n  ${removed}\n`);
  });

  it("--all lists the places", async () => {
    expect(await outputOf(cats(unnamed), "all", "--all")).toBe(`version 1: 1 breaking change
  ${removed}
    GET /cats, response 200: property "[].name" was removed
    POST /cats, request body: property "name" was removed
    POST /cats, response 201: property "name" was removed
    GET /cats/{id}, response 200: property "name" was removed
    GET /owners, response 200: property "cat.name" was removed
`);
  });

  it("--github annotates it once", async () => {
    const output = await outputOf(cats(unnamed), "hub", "--github", "--all");
    expect(output.split("\n").filter((line) => line.startsWith("::"))).toEqual([
      `::error file=hub/1.json,title=version 1::${removed}`,
    ]);
  });

  it("--json has an entry for each place, with its cause", async () => {
    const { versions } = JSON.parse(await outputOf(cats(unnamed), "json", "--json")) as {
      versions: { changes: Change[] }[];
    };
    expect(versions[0]?.changes).toEqual(
      [
        ["GET /cats", "response 200 /[]/name", `response 200: property "[].name" was removed`],
        ["POST /cats", "request body /name", `request body: property "name" was removed`],
        ["POST /cats", "response 201 /name", `response 201: property "name" was removed`],
        ["GET /cats/{id}", "response 200 /name", `response 200: property "name" was removed`],
        ["GET /owners", "response 200 /cat/name", `response 200: property "cat.name" was removed`],
      ].map(([where, subject, what]) => ({
        ...{ breaking: true, kind: "property-removed", where, subject, what, cause: "Cat" },
      })),
    );
  });

  it("is reported with all that differs in it, and with both lists of an enum", async () => {
    const output = await outputOf(
      cats({ kind: { type: "string", enum: ["queen", "kitten", "tom"] } }),
      "lists",
    );
    expect(output).toBe(`version 1: 2 breaking changes
  Cat: property "kind" may now be "kitten" (enum was "tom", "queen"; is "queen", "kitten", "tom"); property "name" was removed ${operations}
`);
  });

  it("an enum in another order is not a difference", async () => {
    const output = await outputOf(
      cats({ ...named, kind: { type: "string", enum: ["queen", "tom"] } }),
      "order",
    );
    expect(output).toBe("version 1: no breaking change\n");
  });
});

it("what became required shows both lists, and --json has them", async () => {
  const body = (required: readonly string[]): App => {
    const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version" }, Logger: silent });
    const schema = { type: "object", properties: { a: {}, b: {} }, required };
    app.Post("/cats", () => ({}), WithVersion("1"), WithBody(schema));
    return app;
  };
  await run(body(["a"]), "freeze", "app", "1", "--dir", "required");
  const { output } = await run(body(["b", "a"]), "check", "app", "--dir", "required");
  expect(output).toBe(
    `version 1: 1 breaking change\n  POST /cats, request body: property "b" became required (required was "a"; is "b", "a")\n`,
  );
  const { output: json } = await run(body(["b", "a"]), "check", "app", "--dir", "required", "--json");
  expect(JSON.parse(json)).toMatchObject({
    versions: [
      { changes: [{ what: `request body: property "b" became required`, old: ["a"], new: ["b", "a"] }] },
    ],
  });
});

describe("accepted.json", () => {
  const entry = { version: "1", reason: "meant" };
  const fine = `version 1: no breaking change, 1 accepted\n  accepted: ${removed} (meant)\n`;

  it.each<[place: string, where: string, what: string]>([
    ["everywhere, by the cause's words", "*", `property "name" was removed`],
    ["everywhere, by the words of a place", "*", `response 200: property "name" was removed`],
    ["by the component, in its words", "Cat", `property "name" was removed`],
    ["by the component, in the words of a place", "Cat", `response 200: property "[].name" was removed`],
  ])("accepts a cause once: %s", async (_, where, what) => {
    const dir = `accepted ${where === "*" ? "all" : where} ${what.length}`;
    mkdirSync(join(folder, dir));
    writeFileSync(join(folder, dir, "accepted.json"), JSON.stringify([{ ...entry, where, what }]));
    expect(await outputOf(cats(unnamed), dir)).toBe(fine);
  });

  it.each<[what: string, entry: object]>([
    ["another component", { where: "Dog", what: `property "name" was removed` }],
    ["another version", { version: "2", where: "*", what: `property "name" was removed` }],
    ["another difference", { where: "Cat", what: `property "kind" was removed` }],
  ])("of %s accepts nothing", async (name, other) => {
    const dir = `other ${name}`;
    mkdirSync(join(folder, dir));
    writeFileSync(join(folder, dir, "accepted.json"), JSON.stringify([{ ...entry, ...other }]));
    expect(await outputOf(cats(unnamed), dir)).toContain(
      `version 1: 1 breaking change\n  ${removed}\naccepted.json: no difference`,
    );
  });

  it("of one place leaves the others", async () => {
    mkdirSync(join(folder, "one place"));
    const one = { ...entry, where: "GET /cats/{id}", what: `response 200: property "name" was removed` };
    writeFileSync(join(folder, "one place", "accepted.json"), JSON.stringify([one]));
    expect(await outputOf(cats(unnamed), "one place")).toBe(`version 1: 1 breaking change, 1 accepted
  Cat: property "name" was removed (3 operations: GET /cats, POST /cats, GET /owners)
  accepted: GET /cats/{id}, response 200: property "name" was removed (meant)
`);
  });
});

it("what refers to another component now has differed by itself", async () => {
  const served = (schema: object): App => {
    const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version" }, Logger: silent });
    const Cat = { title: "Cat", type: "object", properties: named };
    app.Get("/a", () => ({}), WithVersion("1"), WithResponse(200, Cat));
    app.Get("/b", () => ({}), WithVersion("1"), WithResponse(200, schema));
    app.Get("/c", () => ({}), WithVersion("1"), WithResponse(200, schema));
    return app;
  };
  await run(
    served({ title: "Cat", type: "object", properties: named }),
    "freeze",
    "app",
    "1",
    "--dir",
    "moved",
  );
  const after = served({ title: "Kitten", type: "object", properties: unnamed });
  expect((await run(after, "check", "app", "--dir", "moved")).output).toBe(`version 1: 2 breaking changes
  GET /b, response 200: property "name" was removed
  GET /c, response 200: property "name" was removed
`);
});

it.each([
  ["as announced", "2026-01-01", 0, "version 1: retired as announced\nversion 2: not frozen\n"],
  [
    "before its sunset",
    "2999-01-01",
    1,
    "version 1: 1 breaking change\n  the version is no longer served\nversion 2: not frozen\n",
  ],
])("a version with a webhook is retired %s, and its webhook with it", async (_what, Sunset, code, output) => {
  const V = DefineVersions("1", "2");
  const served = (version: "1" | "2", Lifecycle = {}): App =>
    new App({ Versioning: { Type: VersioningHeader, Header: "X-Version", Lifecycle }, Logger: silent })
      .Get("/cats", () => [], WithVersion(version))
      .Include(V.Webhook("cat.added", { type: "object" }));
  const dir = `hooks-${code}`;
  await run(served("1", { "1": { Deprecated: "2025-01-01", Sunset } }), "freeze", "app", "1", "--dir", dir);
  expect(await run(served("2"), "check", "app", "--dir", dir)).toMatchObject({ code, output });
});

it("that unknown versions are refused breaks no frozen document, and neither does the way back", async () => {
  const served = (more: VersioningOptions): App =>
    new App({ Versioning: { Type: VersioningHeader, Header: "X-Version", ...more }, Logger: silent })
      .Get("/cats", () => [], WithVersion("1"))
      .Post("/cats", () => [], WithVersion("1"), WithBody({ type: "object", properties: named }));
  const refusing = served({ UnknownVersion: "refuse" });
  const fine = { code: 0, output: "version 1: no breaking change\n" };
  await run(served({}), "freeze", "app", "1", "--dir", "refusing");
  expect(await run(refusing, "check", "app", "--dir", "refusing", "--clients")).toMatchObject(fine);
  await run(refusing, "freeze", "app", "1", "--dir", "refusing", "--force");
  expect(await run(served({}), "check", "app", "--dir", "refusing", "--clients")).toMatchObject(fine);
});

describe("a frozen version in Retired", () => {
  const versioning = { Type: VersioningHeader, Header: "X-Version" } as const;
  const app = new App({ Versioning: { ...versioning, Retired: ["1"] }, Logger: silent })
    .Get("/cats", () => [], WithVersion("2"))
    .Get("/health", () => [], WithVersion(VersionNeutral));

  it.each([
    [[], "version 1: retired as announced\nversion 2: not frozen\n"],
    [["--exact"], "version 1: retired as announced\nversion 2: not frozen\n"],
    [["--clients"], "version 1: retired as announced\nversion 2: not frozen\n"],
    [["--lifecycle"], "version 1: retired as announced\nversion 2: not frozen\n"],
  ])("is retired as announced, without an announcement: %j", async (options, output) => {
    await run(cats(named, { Versioning: versioning }), "freeze", "app", "1", "--dir", "in-retired");
    const checked = await run(app, "check", "app", "--dir", "in-retired", ...options);
    expect(checked).toMatchObject({ code: 0, output });
  });

  it("is a harmless change in --json, and needs no frozen document", async () => {
    await run(app, "freeze", "app", "--all", "--dir", "in-retired");
    const frozen = await run(app, "check", "app", "--dir", "in-retired", "--frozen");
    expect(frozen).toMatchObject({
      code: 0,
      output: "version 1: retired as announced\nversion 2: no breaking change\n",
    });
    const { output } = await run(app, "check", "app", "--dir", "in-retired", "--json");
    expect(JSON.parse(output)).toMatchObject({
      ok: true,
      versions: [
        {
          version: "1",
          changes: [
            {
              breaking: false,
              kind: "version-retired",
              where: "version 1",
              what: "the version is no longer served, but in Retired",
            },
          ],
        },
        { version: "2", changes: [] },
      ],
    });
  });

  it("cannot be frozen or compared", async () => {
    const errors = 'no route answers version "1", because it is retired; the versions are: "2"\n';
    expect(await run(app, "freeze", "app", "1")).toMatchObject({ code: 2, errors });
    expect(await run(app, "diff", "app", "1", "2")).toMatchObject({ code: 2, errors });
  });
});

it("a version that has ended after its sunset is retired as announced", async () => {
  const life = { "1": { Deprecated: "2025-01-01", Sunset: "2026-01-01" } };
  const Versioning = { Type: VersioningHeader, Header: "X-Version", Lifecycle: life } as const;
  await run(cats(named, { Versioning }), "freeze", "app", "1", "--dir", "retired");
  const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version" } });
  app.Get("/cats", () => [], WithVersion("2"));
  expect(await run(app, "check", "app", "--dir", "retired")).toMatchObject({
    code: 0,
    output: "version 1: retired as announced\nversion 2: not frozen\n",
  });
});
