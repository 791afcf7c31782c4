import {
  App,
  Get,
  Router,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithPrefix,
  WithVersion,
} from "versioned-controllers";
import type { VersioningOptions } from "versioned-controllers";
import { TestClient } from "versioned-controllers/testing";
import { takeMessages } from "../../support/warnings";

const handler = () => "answered";
const pathsOf = (app: App) => app.Inspect().map(({ Path }) => Path);

describe("each prefix and path loses a trailing slash, then they are joined", () => {
  it.each<[joined: string, ...parts: string[]]>([
    ["/cats", "/cats", "/"],
    ["/cats", "/cats", ""],
    ["/cats", "/cats/", "/"],
    ["/cats", "/", "/cats"],
    ["/cats", "/", "/cats/"],
    ["/cats", "", "/cats/"],
    ["/", "/", "/"],
    ["/", "", ""],
    ["/", ""],
    ["/", "/"],
    ["/cats/list", "/cats", "/list"],
    ["/cats/list", "/cats/", "/list/"],
    ["/a/b/c/d", "/a/", "/b", "/c/", "/d/"],
    ["/a/d", "/a", "/", "/", "/d"],
    ["/a/b/c", "/a/b", "/c"],
    ["/{owner}/cats/{id}", "/{owner}", "/cats/{id}"],
    ["/a/{rest...}", "/a", "/{rest...}/"],
  ])("%s", (joined, ...parts) => {
    const path = parts.at(-1) ?? "";
    const prefixes = parts.slice(0, -1).map((prefix) => WithPrefix(prefix));
    // The outermost at the root, where there are several.
    const root = prefixes.slice(0, prefixes.length > 1 ? 1 : 0);
    const own = prefixes.slice(root.length);
    @Router(...own)
    class Controller {
      @Get(path)
      x() {
        return 1;
      }
    }
    expect(pathsOf(new App({}, ...root).Include(new Router(...own).Get(path, handler)))).toEqual([joined]);
    expect(pathsOf(new App({}, ...root).Include(Controller))).toEqual([joined]);
  });

  it("in the syntax of Express too, of which a warning tells", () => {
    const app = new App().Include(new Router(WithPrefix("/:id")).Get("/*", handler));
    expect(pathsOf(app)).toEqual(["/:id/*"]);
    expect(takeMessages()).toEqual([
      'GET /:id/*: segment ":id" is literal text; a parameter is written {id}',
      'GET /:id/*: segment "*" is literal text; a parameter is written {rest...}',
    ]);
  });

  it("and are served there", async () => {
    const app = new App({}, WithPrefix("/api/")).Include(new Router("/cats/").Get("/", handler));
    await TestClient(app).get("/api/cats").expect(200, "answered");
    await TestClient(app).get("/api/cats/").expect(200, "answered");
    await TestClient(app).get("/api//cats").expect(404);
  });
});

describe("under URI a route of version V is served at /<Prefix>V and then its whole resolved path", () => {
  const served: readonly [
    what: string,
    Versioning: Omit<VersioningOptions, "Type">,
    versions: readonly string[],
    prefix: string,
    path: string,
    at: readonly string[],
    not: readonly string[],
  ][] = [
    ["before every prefix", {}, ["1"], "/cats", "/list", ["/v1/cats/list"], ["/cats/v1/list", "/cats/list"]],
    ["the root", {}, ["1"], "", "/", ["/v1", "/v1/"], ["/", "/1"]],
    [
      "several versions are several paths",
      {},
      ["1", "2"],
      "/cats",
      "/",
      ["/v1/cats", "/v2/cats"],
      ["/v3/cats"],
    ],
    ["a neutral route keeps its plain path", {}, [VersionNeutral], "/cats", "/", ["/cats"], ["/v1/cats"]],
    ["no Prefix", { Prefix: "" }, ["1"], "/cats", "/", ["/1/cats"], ["/v1/cats"]],
    ["a Prefix of one's own", { Prefix: "version-" }, ["1"], "/cats", "/", ["/version-1/cats"], ["/v1/cats"]],
    ["DefaultVersion", { DefaultVersion: ["7", "8"] }, [], "/cats", "/", ["/v7/cats", "/v8/cats"], ["/cats"]],
    [
      "DefaultVersion that is neutral",
      { DefaultVersion: [VersionNeutral] },
      [],
      "/cats",
      "/",
      ["/cats"],
      ["/v/cats"],
    ],
    ["a version is literal", {}, ["1.0"], "/cats", "/", ["/v1.0/cats"], ["/v1x0/cats", "/v1/cats"]],
    ["a version is text", {}, [":x *"], "/cats", "/", ["/v:x%20*/cats"], ["/v1/cats"]],
  ];

  it.each(served)("%s", async (_what, Versioning, versions, prefix, path, at, not) => {
    const app = new App({ Versioning: { Type: VersioningURI, ...Versioning } });
    const declared = versions.length > 0 ? [WithVersion(...versions)] : [];
    app.Include(new Router(prefix).Get(path, handler, ...declared));
    for (const url of at) await TestClient(app).get(url).expect(200, "answered");
    for (const url of not) await TestClient(app).get(url).expect(404);
  });

  it("Path carries every prefix, without the version segment", () => {
    const app = new App({ Versioning: { Type: VersioningURI } }, WithPrefix("/api"), WithVersion("1", "2"));
    app.Include(new Router("/cats").Get("/list", handler));
    expect(app.Inspect()).toMatchObject([{ Path: "/api/cats/list", Versions: ["1", "2"] }]);
  });
});

describe("the versions that a route resolves to", () => {
  const header: VersioningOptions = { Type: VersioningHeader, Header: "V" };

  it.each<[string, VersioningOptions | undefined, readonly string[] | undefined, readonly string[]]>([
    ["declared", header, ["1", "2"], ["1", "2"]],
    ["declared, in the order written", header, ["b", "a"], ["b", "a"]],
    ["named twice, counted once", header, ["1", "2", "1"], ["1", "2"]],
    ["neutral", header, [VersionNeutral], [VersionNeutral]],
    ["neutral twice", header, [VersionNeutral, VersionNeutral], [VersionNeutral]],
    ["none", header, undefined, []],
    ["none, with an empty DefaultVersion", { ...header, DefaultVersion: [] }, undefined, []],
    ["by default", { ...header, DefaultVersion: ["1", "2", "2"] }, undefined, ["1", "2"]],
    ["neutral by default", { ...header, DefaultVersion: [VersionNeutral] }, undefined, [VersionNeutral]],
    ["declared, whatever the default", { ...header, DefaultVersion: ["1"] }, ["2"], ["2"]],
    ["off", undefined, undefined, []],
    ["off, with options but no Type", {}, undefined, []],
  ])("%s", (_what, Versioning, versions, expected) => {
    const app = new App({
      ...(Versioning ? { Versioning } : {}),
      Logger: { warn: () => undefined, error: () => undefined },
    });
    app.Get("/cats", handler, ...(versions ? [WithVersion(...versions)] : []));
    expect(app.Inspect().map(({ Versions }) => Versions)).toEqual([expected]);
  });

  it("do not change with the list that DefaultVersion was", () => {
    const DefaultVersion = ["1"];
    const app = new App({ Versioning: { ...header, DefaultVersion } }).Get("/cats", handler);
    app.Build();
    DefaultVersion.push("2");
    expect(app.Inspect()).toMatchObject([{ Versions: ["1"] }]);
  });
});
