import {
  App,
  AtOrBefore,
  DefineVersions,
  FromHeader,
  Rename,
  Since,
  Versioned,
  VersioningCustom,
  VersionNeutral,
  type Version,
  VersionOf,
  WithResponse,
  WithVersion,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { TestClient } from "versioned-controllers/testing";
import { z } from "zod";
import { header, versioned } from "../../support/schemes";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const Lifecycle = { "3": { Preview: true } };

describe.each(versioned)("under $name", ({ options, ask }) => {
  const app = () =>
    new App({
      Logger: recordingLogger(),
      Versioning: { ...options, Versions: ["1", "2", "3"], Report: true, Explain: true, Lifecycle },
    })
      .Get("/cats", (req) => [VersionOf(req)], Since("1"))
      .Get("/next", (req) => [VersionOf(req)], WithVersion("3"));

  it("it is served, and says which it is", async () => {
    const asking = ask("/cats", ["3"]);
    const answer = await (await serve(app())).ask(`GET ${asking?.path ?? ""}`, asking?.headers);
    expect([answer.status, answer.json, answer.headers["api-version"]]).toEqual([200, ["3"], "3"]);
  });

  it("it is documented", () => {
    const built = app();
    expect(built.Versions()).toEqual(["1", "2", "3"]);
    expect(Object.keys(built.Document("3").paths)).toHaveLength(2);
  });

  it("Report and Explain pass it over", async () => {
    const asking = ask("/next", ["2"]);
    const answer = await (await serve(app())).ask(`GET ${asking?.path ?? ""}`, asking?.headers);
    expect([answer.status, answer.headers["api-supported-versions"]]).toEqual([404, "1, 2"]);
    expect(answer.json).toMatchObject({ error: { version: { requested: ["2"], served: [] } } });
  });
});

describe("AtOrBefore", () => {
  const app = new App({
    Versioning: {
      Type: VersioningCustom,
      Extractor: AtOrBefore(FromHeader("X-Date")),
      Versions: ["2024-01-01", "2025-01-01", "2026-01-01"],
      Lifecycle: { "2026-01-01": { Preview: true } },
    },
  }).Get("/cats", (req) => [VersionOf(req)], Since("2024-01-01"));

  it.each([
    ["a later day gets the newest version that is none", "2026-05-05", "2025-01-01"],
    ["the day before", "2025-12-31", "2025-01-01"],
    ["by its own name it is served, as its document says", "2026-01-01", "2026-01-01"],
  ])("%s", async (_what, day, version) => {
    expect((await (await serve(app)).ask("GET /cats", { "X-Date": day })).json).toEqual([version]);
  });

  it("TestClient asks for it as its document says", async () => {
    await TestClient(app, { Version: "2026-01-01" }).get("/cats").expect(200, ["2026-01-01"]);
  });
});

describe("it is never the newest", () => {
  it("of the documentation page, which opens on another", async () => {
    const app = new App({ Versioning: { ...header.options, Lifecycle } }).Get(
      "/cats",
      () => 1,
      WithVersion("1", "2", "3"),
    );
    const { text } = await (await serve(Docs(app))).ask("GET /swagger-ui-init.js");
    const names = [...text.matchAll(/"name": "([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual(["version 2", "version 1", "version 3 (preview)", "all versions"]);
  });

  it("of the document of all versions: its operation is there where no other does", () => {
    const app = new App({ Versioning: { ...header.options, Lifecycle } })
      .Get(
        "/cats",
        () => ({ name: "Tom" }),
        WithVersion("2"),
        WithResponse(200, z.object({ name: z.string() }).meta({ id: "Cat" })),
      )
      .Get(
        "/cats",
        () => ({ names: "Tom" }),
        WithVersion("3"),
        WithResponse(200, z.object({ names: z.string() }).meta({ id: "Cat" })),
      )
      .Get(
        "/next",
        () => ({ names: "Tom" }),
        WithVersion("3"),
        WithResponse(200, z.object({ names: z.string() }).meta({ id: "Cat" })),
      );
    const { paths, components } = app.Document();
    expect([paths["/cats"]?.get?.operationId, paths["/next"]?.get?.operationId]).toEqual([
      "get_cats_2",
      "get_next_3",
    ]);
    expect(components?.schemas).toMatchObject({
      Cat: { properties: { name: {} } },
      Cat_3: { properties: { names: {} } },
    });
  });

  it.each<readonly [string, Version[], string]>([
    ["of two previews the newer", ["3", "2"], "get_cats_3"],
    ["in any order of registration", ["2", "3"], "get_cats_3"],
    ["a neutral route before both", ["3", VersionNeutral, "2"], "get_cats"],
    ["a released version before all", ["1", "3", VersionNeutral, "2"], "get_cats_1"],
  ])("Document() shows %s", (_what, registered, id) => {
    const Versioning = {
      ...header.options,
      Versions: ["1", "2", "3"],
      Lifecycle: { "2": { Preview: true }, "3": { Preview: true } },
    };
    const app = new App({ Logger: recordingLogger(), Versioning });
    for (const version of registered) app.Get("/cats", () => 1, WithVersion(version));
    expect(app.Document().paths["/cats"]?.get?.operationId).toBe(id);
  });

  it("of a neutral route's histories", async () => {
    const V = DefineVersions("1", "2", "3");
    const Named = V.Change("3", "A cat's `name` is its `title`.");
    const Cat = Versioned(z.object({ title: z.string() })).Before(
      Named,
      z.object({ name: z.string() }),
      Rename("name", "title"),
    );
    const appOf = (lives: typeof Lifecycle | undefined) =>
      new App({ Versioning: { ...header.options, Versions: V.List, ...(lives ? { Lifecycle: lives } : {}) } })
        .Get("/cats", () => ({ title: "Tom" }), WithVersion(VersionNeutral), WithResponse(200, Cat))
        .Get("/all", () => ({ title: "Tom" }), V.Since("1"), WithResponse(200, Cat));
    expect((await (await serve(appOf(Lifecycle))).ask("GET /cats")).json).toEqual({ name: "Tom" });
    expect((await (await serve(appOf(undefined))).ask("GET /cats")).json).toEqual({ title: "Tom" });
    const preview = await (await serve(appOf(Lifecycle))).ask("GET /all", { "X-API-Version": "3" });
    expect(preview.json).toEqual({ title: "Tom" });
  });
});
