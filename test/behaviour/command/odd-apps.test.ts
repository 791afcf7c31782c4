import {
  App,
  Before,
  DefineVersions,
  Get,
  Put,
  Since,
  Versioned,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithResponse,
  WithVersion,
  type Lifecycle,
} from "versioned-controllers";
import { runCommand } from "../../../src/tools/cli/run";
import { recordingLogger } from "../../support/logger";
import { makeProjectInProcess } from "../../support/project";
import { serve } from "../../support/serve";

const project = makeProjectInProcess();

afterAll(() => {
  project.remove();
});

async function run(load: () => Promise<App>, ...args: readonly string[]) {
  return await runCommand(args, { folder: project.folder, load });
}

function neutral(): App {
  const Versioning = { Type: VersioningHeader, Header: "X-Version" } as const;
  return new App({ Logger: recordingLogger(), Versioning }).Get(
    "/cats",
    () => [],
    WithVersion(VersionNeutral),
  );
}

it("what a module throws is reported, though it is not an Error", async () => {
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- that is the matter
  const done = await run(() => Promise.reject("no database"), "routes", "app.js");
  expect(done.code).toBe(2);
  expect(done.errors).toContain('"no database"');
});

it("an App without versions has none to compare", async () => {
  const done = await run(() => Promise.resolve(neutral()), "diff", "app.js", "1", "2");
  expect(done.code).toBe(2);
  expect(done.errors).toContain('no route answers version "1"; the versions are: none');
});

it("an App without versions has a table without their columns", async () => {
  const done = await run(() => Promise.resolve(neutral()), "routes", "app.js");
  expect(done).toEqual({ code: 0, output: "GET /cats\n", errors: "" });
});

describe("a route whose verb and path a change has moved", () => {
  const V = DefineVersions("1", "2");
  const Moved = V.Change("2", "Things are set by POST.");
  const moved = () => {
    const app = new App({ Logger: recordingLogger(), Versioning: { Type: VersioningURI, Versions: V.List } });
    return Promise.resolve(app.Post("/new", () => 1, Since("1"), Before(Moved, Put("/old"))));
  };

  it("is reported in diff with the change that explains it", async () => {
    const done = await run(moved, "diff", "app.js", "1", "2");
    expect(done).toMatchObject({ code: 0, errors: "" });
    expect(done.output).toContain("- **Breaking:** `PUT /old`\n");
    const records: unknown = JSON.parse((await run(moved, "diff", "app.js", "1", "2", "--json")).output);
    expect(records).toContainEqual(
      expect.objectContaining({ breaking: true, where: "PUT /old", description: "Things are set by POST." }),
    );
  });

  it("has in each version of the table the name that it has there", async () => {
    const done = await run(moved, "routes", "app.js");
    expect(done.output).toBe("           1                   2\nPOST /new  served as PUT /old  served\n");
  });
});

it("diff names no change behind a difference of a path that no route serves", async () => {
  const V = DefineVersions("1", "2");
  const Named = V.Change("2", "A cat has a name.");
  const cat = (name: string) => ({
    title: "Cat",
    type: "object",
    properties: { [name]: { type: "string" } },
  });
  const Cat = Versioned(cat("name")).Before(Named, cat("title"), { Down: (now: object) => now });
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Cat" } } };
  const app = new App({
    Logger: recordingLogger(),
    Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List },
    OpenAPI: { paths: { "/own": { get: { responses: { 200: { description: "OK", content } } } } } },
  }).Get("/cats", () => ({}), Since("1"), WithResponse(200, Cat));
  const { output } = await run(() => Promise.resolve(app), "diff", "app.js", "1", "2", "--json");
  const records = JSON.parse(output) as readonly { where: string; kind: string; description?: string }[];
  const removed = records.filter(({ kind }) => kind === "property-removed");
  expect(removed.map(({ where, description }) => [where, description])).toEqual([
    ["GET /cats", "A cat has a name."],
    ["GET /own", undefined],
  ]);
});

it("check looks into the folder openapi unless another is named", async () => {
  const load = () => Promise.resolve(neutral());
  const [usual, named] = [
    await run(load, "check", "app.js"),
    await run(load, "check", "app.js", "--dir", "old"),
  ];
  expect([usual.code, named.code]).toEqual([2, 2]);
  expect(usual.errors).toContain("no frozen document was found in openapi");
  expect(named.errors).toContain("no frozen document was found in old");
});

describe("an App without a list of versions", () => {
  const app = (Lifecycle: Record<string, Lifecycle> = {}) =>
    new App({
      Logger: recordingLogger(),
      Now: () => new Date("2026-07-01T12:00:00Z"),
      Versioning: { Type: VersioningHeader, Header: "X-Version", Lifecycle },
    }).Get("/cats", () => [], WithVersion("1", "2"));
  const of = (...args: readonly string[]) => run(() => Promise.resolve(app()), ...args);

  it("has a changelog of what is announced", async () => {
    const announced = app({ "1": { Deprecated: "2026-01-01" } });
    const { output } = await run(() => Promise.resolve(announced), "changelog", "app.js");
    expect(output).toBe("# Changelog\n\n## Version 1\n\nDeprecated from 2026-01-01.\n");
    expect((await of("changelog", "app.js")).output).toBe("# Changelog\n\nNothing has changed.\n");
  });

  it.each<[what: string, life: Lifecycle, shown: string]>([
    [
      "browned out",
      { Sunset: "2027-01-01", Brownouts: [{ From: "2026-07-01", To: "2026-07-02" }] },
      "sunset 2027-01-01, browned out until 2026-07-02T00:00:00.000Z",
    ],
    ["gone", { Sunset: "2026-06-01", AfterSunset: "gone" }, "gone since 2026-06-01"],
    ["succeeded", { Sunset: "2026-06-01", AfterSunset: "successor", Successor: "2" }, "answered by 2"],
  ])("has a table that tells what is %s", async (_what, life, shown) => {
    const { output } = await run(() => Promise.resolve(app({ "1": life })), "routes", "app.js");
    expect(output).toContain(shown);
  });

  it("names no earlier path where the successor answers, since requests to that path are not answered", async () => {
    const V = DefineVersions("1", "2");
    const Moved = V.Change("2", "`/cats` is `/pets`.");
    const moving = (Sunset: string) =>
      new App({
        Logger: recordingLogger(),
        Now: () => new Date("2026-07-01T12:00:00Z"),
        Versioning: {
          Type: VersioningURI,
          Versions: V.List,
          Lifecycle: { "1": { Sunset, AfterSunset: "successor", Successor: "2" } },
        },
      }).Get("/pets", () => [], V.Since("1"), Before(Moved, Get("/cats")));
    const table = async (app: App) => (await run(() => Promise.resolve(app), "routes", "app.js")).output;
    expect(await table(moving("2026-08-01"))).toContain("sunset 2026-08-01 as GET /cats  served");
    expect(await table(moving("2026-06-01"))).toContain("answered by 2  served");
    const server = await serve(moving("2026-06-01"));
    expect((await server.ask("GET /v1/cats")).status).toBe(404);
    expect((await server.ask("GET /v1/pets")).status).toBe(200);
  });

  it("freezes no preview", async () => {
    const preview = app({ "2": { Preview: true } });
    expect(await run(() => Promise.resolve(preview), "freeze", "app.js", "2")).toEqual({
      code: 0,
      output: "version 2: not frozen, because it is a preview and may change\n",
      errors: "",
    });
  });
});
