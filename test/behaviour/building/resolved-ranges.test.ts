import {
  App,
  DefineVersions,
  Get,
  Router,
  Since,
  Until,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  WithVersion,
} from "versioned-controllers";
import type { Option, RouterOption, VersioningOptions } from "versioned-controllers";
import { recordingLogger } from "../../support/logger";

const Versions = ["1", "2", "3", "4"] as const;
const header: VersioningOptions = { Type: VersioningHeader, Header: "X-API-Version", Versions };
const handler = () => 1;

function appOf(options: VersioningOptions = header, ...root: RouterOption[]): App {
  return new App({ Versioning: options, Logger: recordingLogger() }, ...root);
}

/** `GET /cats: 1 2`, as Inspect shows it. */
function resolved(app: App): readonly string[] {
  return app.Inspect().map(({ Method, Path, Versions }) => `${Method} ${Path}: ${Versions.join(" ")}`);
}

type Row = readonly [what: string, options: readonly Option[], versions: string];

describe("a range resolves at Build to the versions of the closed list from its first to its last", () => {
  it.each<Row>([
    ["Since the first", [Since("1")], "1 2 3 4"],
    ["Since one in between", [Since("2")], "2 3 4"],
    ["Since the last", [Since("4")], "4"],
    ["Until the first, inclusive", [Until("1")], "1"],
    ["Until one in between", [Until("3")], "1 2 3"],
    ["Until the last", [Until("4")], "1 2 3 4"],
    ["both", [Since("2"), Until("3")], "2 3"],
    ["both, the other way round", [Until("3"), Since("2")], "2 3"],
    ["both at one version", [Since("3"), Until("3")], "3"],
  ])("%s", (_what, options, versions) => {
    expect(resolved(appOf().Get("/cats", handler, ...options))).toEqual([`GET /cats: ${versions}`]);
  });

  it.each<readonly [string, VersioningOptions]>([
    ["URI", { Type: VersioningURI, Versions }],
    ["media type", { Type: VersioningMediaType, Key: "v", Versions }],
    ["custom", { Type: VersioningCustom, Extractor: () => "1", Versions }],
  ])("under every scheme: %s", (_scheme, options) => {
    expect(resolved(appOf(options).Get("/cats", handler, Since("2"), Until("3")))).toEqual([
      "GET /cats: 2 3",
    ]);
  });

  it("in the order of the list, whatever the names: dates and text are not compared", () => {
    const options = { ...header, Versions: ["b", "2024-05-01", "a", "1"] };
    const app = appOf(options).Get("/cats", handler, Since("2024-05-01")).Get("/dogs", handler, Until("a"));
    expect(resolved(app)).toEqual(["GET /cats: 2024-05-01 a 1", "GET /dogs: b 2024-05-01 a"]);
  });
});

describe("the nearest Since and the nearest Until count, and the nearest WithVersion replaces what is further out", () => {
  const nested = (outer: readonly Option[], inner: readonly Option[], own: readonly Option[]): App =>
    appOf({ ...header, DefaultVersion: ["1"] }).Include(
      new Router("/cats", ...inner).Get("/", handler, ...own),
      ...outer,
    );

  it.each<readonly [string, readonly Option[], readonly Option[], readonly Option[], string]>([
    ["DefaultVersion where none declares any", [], [], [], "1"],
    ["an Include's over DefaultVersion", [Since("3")], [], [], "3 4"],
    ["a router's own over its Include's", [Since("3")], [Since("2")], [], "2 3 4"],
    ["the bounds of two places", [], [Until("3")], [Since("2")], "2 3"],
    ["the bounds of two places, the other way round", [], [Since("2")], [Until("3")], "2 3"],
    ["the bounds of two outer places", [Since("2")], [Until("3")], [], "2 3"],
    [
      "the nearest of each, with a nearer place between",
      [Since("2"), Until("4")],
      [Until("3")],
      [Since("3")],
      "3",
    ],
    ["both nearest over both further out", [Since("1"), Until("2")], [], [Since("3"), Until("4")], "3 4"],
    ["WithVersion over both bounds", [Since("2")], [Until("3")], [WithVersion("1", "4")], "1 4"],
    [
      "a bound over WithVersion: its outer bound stays gone",
      [Until("2")],
      [WithVersion("1")],
      [Since("2")],
      "2 3 4",
    ],
    ["and so does its outer Since", [Since("3")], [WithVersion("4")], [Until("2")], "1 2"],
    ["two bounds over WithVersion", [WithVersion("1")], [Since("2")], [Until("3")], "2 3"],
    ["a bound over DefaultVersion", [], [], [Until("2")], "1 2"],
    ["a route's own over its router's", [], [Since("2")], [Since("4")], "4"],
    ["WithVersion over Since", [], [Since("2")], [WithVersion("1")], "1"],
    ["Since over WithVersion", [], [WithVersion("1")], [Since("3")], "3 4"],
    ["VersionNeutral over Since", [], [Since("2")], [WithVersion(VersionNeutral)], VersionNeutral],
    ["Since over VersionNeutral", [], [WithVersion(VersionNeutral)], [Since("4")], "4"],
    ["a nearer one though two places further out agree", [Until("1")], [Until("1")], [Until("2")], "1 2"],
  ])("%s", (_what, outer, inner, own, versions) => {
    expect(resolved(nested(outer, inner, own))).toEqual([`GET /cats: ${versions}`]);
  });

  it("at the root, on a class and on a method", () => {
    @Since("2")
    @Router("/cats")
    class CatsController {
      @Get("/")
      list() {
        return 1;
      }
      @Until("3")
      @Get("/old", Since("3"))
      old() {
        return 1;
      }
    }
    const app = appOf(header, Since("4")).Include(CatsController).Get("/dogs", handler);
    expect(resolved(app)).toEqual(["GET /cats: 2 3 4", "GET /cats/old: 3", "GET /dogs: 4"]);
  });

  it("a subclass has its parent's range as one level outside its own", () => {
    @Router("/cats", Since("2"))
    class CatsController {
      @Get("/")
      list() {
        return 1;
      }
    }
    @Router("/cats", WithVersion("1"))
    class OldCatsController extends CatsController {}
    @Router("/kittens")
    class KittensController extends CatsController {}
    const app = appOf().Include([CatsController, OldCatsController, KittensController]);
    expect(resolved(app)).toEqual(["GET /cats: 2 3 4", "GET /cats: 1", "GET /kittens: 2 3 4"]);
  });
});

type Declared = readonly [path: string, ...options: Option[]];

describe("a range yields to a declaration at the same method and path that starts later or names the version", () => {
  const rows: readonly (readonly [string, readonly Declared[], readonly string[]])[] = [
    [
      "that starts later",
      [
        ["/cats", Since("1")],
        ["/cats", Since("3")],
      ],
      ["1 2", "3 4"],
    ],
    [
      "three of them",
      [
        ["/cats", Since("1")],
        ["/cats", Since("2")],
        ["/cats", Since("4")],
      ],
      ["1", "2 3", "4"],
    ],
    [
      "that names one version: it goes on after that",
      [
        ["/cats", Since("1")],
        ["/cats", WithVersion("2")],
      ],
      ["1 3 4", "2"],
    ],
    [
      "that names several",
      [
        ["/cats", Since("1")],
        ["/cats", WithVersion("1", "4")],
      ],
      ["2 3", "1 4"],
    ],
    [
      "and goes on where the later one has ended",
      [
        ["/cats", Since("1")],
        ["/cats", Since("2"), Until("3")],
      ],
      ["1 4", "2 3"],
    ],
    [
      "and goes on where the later one has ended, up to its own end",
      [
        ["/cats", Since("1"), Until("3")],
        ["/cats", Since("2"), Until("2")],
      ],
      ["1 3", "2"],
    ],
    [
      "Until alone starts with the first version",
      [
        ["/cats", Until("2")],
        ["/cats", Since("3")],
        ["/cats", Since("4")],
      ],
      ["1 2", "3", "4"],
    ],
    [
      "a Since with an Until yields like any other",
      [
        ["/cats", Since("1"), Until("3")],
        ["/cats", WithVersion("2")],
      ],
      ["1 3", "2"],
    ],
    [
      "a later one that has ended, then a still later one",
      [
        ["/cats", Since("1")],
        ["/cats", Since("2"), Until("2")],
        ["/cats", Since("4")],
      ],
      ["1 3", "2", "4"],
    ],
    [
      "a later one yields in its turn to a named version",
      [
        ["/cats", Since("1")],
        ["/cats", Since("2")],
        ["/cats", WithVersion("3")],
      ],
      ["1", "2 4", "3"],
    ],
    [
      "one that has ended before the other starts loses nothing",
      [
        ["/cats", Until("2")],
        ["/cats", Since("3")],
      ],
      ["1 2", "3 4"],
    ],
    [
      "VersionNeutral names no version",
      [
        ["/cats", Since("2")],
        ["/cats", WithVersion(VersionNeutral)],
      ],
      ["2 3 4", VersionNeutral],
    ],
    [
      "at another path nothing is lost",
      [
        ["/cats", Since("1")],
        ["/cats/{id}", Since("3")],
        ["/dogs", WithVersion("2")],
      ],
      ["1 2 3 4", "3 4", "2"],
    ],
    [
      "parameter names do not tell paths apart",
      [
        ["/cats/{id}", Since("1")],
        ["/cats/{name}", Since("3")],
      ],
      ["1 2", "3 4"],
    ],
    [
      "nor does a trailing slash",
      [
        ["/cats/", Since("1")],
        ["/cats", Since("3")],
      ],
      ["1 2", "3 4"],
    ],
    [
      "a parameter and a rest are two paths",
      [
        ["/cats/{id}", Since("1")],
        ["/cats/{id...}", Since("3")],
      ],
      ["1 2 3 4", "3 4"],
    ],
  ];

  describe.each(rows)("%s", (_what, declared, versions) => {
    it.each([
      ["in this order", false],
      ["the other way round", true],
    ])("%s", (_order, isReversed) => {
      const inOrder = isReversed ? declared.toReversed() : declared;
      const app = appOf();
      for (const [path, ...options] of inOrder) app.Get(path, handler, ...options);
      expect(app.Inspect().map((route) => route.Versions.join(" "))).toEqual(
        isReversed ? versions.toReversed() : versions,
      );
    });
  });

  it("another method takes nothing over", () => {
    const app = appOf().Get("/cats", handler, Since("1")).Post("/cats", handler, Since("3"));
    expect(resolved(app)).toEqual(["GET /cats: 1 2 3 4", "POST /cats: 3 4"]);
  });

  it("the whole path counts, whatever router each is in", () => {
    const app = appOf()
      .Include(new Router("/cats").Get("/list", handler), Since("1"))
      .Include(new Router("/cats/list").Get("/", handler, Since("2")));
    expect(resolved(app)).toEqual(["GET /cats/list: 1", "GET /cats/list: 2 3 4"]);
  });

  it("a route that DefaultVersion gives a version takes that over", () => {
    const app = appOf({ ...header, DefaultVersion: ["2"] })
      .Get("/cats", handler)
      .Get("/cats", handler, Since("1"));
    expect(resolved(app)).toEqual(["GET /cats: 2", "GET /cats: 1 3 4"]);
  });

  it("so a new version inherits every route that has not ended", () => {
    const routes = (versions: readonly string[]): App =>
      appOf({ ...header, Versions: versions })
        .Get("/cats", handler, Since("1"))
        .Get("/cats", handler, Since("2"))
        .Get("/dogs", handler, Since("1"), Until("2"))
        .Get("/birds", handler, WithVersion("2"));
    const before = resolved(routes(["1", "2"]));
    const after = resolved(routes(["1", "2", "3"]));
    expect(before).toEqual(["GET /cats: 1", "GET /cats: 2", "GET /dogs: 1 2", "GET /birds: 2"]);
    expect(after).toEqual(["GET /cats: 1", "GET /cats: 2 3", "GET /dogs: 1 2", "GET /birds: 2"]);
  });
});

describe("App.Versions()", () => {
  it.each<readonly [string, VersioningOptions, readonly Declared[], readonly string[]]>([
    [
      "in the order of Versions",
      header,
      [
        ["/b", WithVersion("3")],
        ["/a", WithVersion("1", "2")],
      ],
      ["1", "2", "3"],
    ],
    ["without those that no route answers", header, [["/a", WithVersion("2")]], ["2"]],
    ["those of a range", header, [["/a", Since("3")]], ["3", "4"]],
    [
      "without Versions as first declared",
      { Type: VersioningURI },
      [
        ["/b", WithVersion("3", "1")],
        ["/a", WithVersion("2", "3")],
      ],
      ["3", "1", "2"],
    ],
    ["VersionNeutral is none", { Type: VersioningURI }, [["/a", WithVersion(VersionNeutral)]], []],
    ["a route without a version answers none", { Type: VersioningURI }, [["/a"]], []],
    ["while versioning is off there are none", {}, [["/a"]], []],
  ])("%s", (_what, options, declared, expected) => {
    const app = appOf(options);
    for (const [path, ...own] of declared) app.Get(path, handler, ...own);
    expect(app.Versions()).toEqual(expected);
  });

  it("is a new frozen list on every call, and builds if needed", () => {
    const app = appOf().Get("/cats", handler, Since("1"));
    const versions = app.Versions();
    expect(Object.isFrozen(versions)).toBe(true);
    expect(app.Versions()).not.toBe(versions);
    expect(() => app.Get("/late", handler)).toThrow();
  });

  it("throws what Build throws", () => {
    expect(() => appOf().Get("/cats", handler, Since("9")).Versions()).toThrow(/version-not-listed/);
  });
});

describe("Inspect and Routes", () => {
  it("show plain sets of versions after Build, and none before it", () => {
    const router = new Router("/cats").Get("/", handler, Since("3"));
    expect(router.Routes()[0]?.Versions).toEqual([]);
    const app = appOf().Include(router);
    app.Build();
    expect(router.Routes()[0]?.Versions).toEqual(["3", "4"]);
    expect(Object.isFrozen(app.Inspect()[0]?.Versions)).toBe(true);
  });

  it("and the generated ids hold the resolved versions", () => {
    const app = appOf().Get("/cats", handler, Since("1")).Get("/cats", handler, Since("3"));
    const ids = app.Inspect().map(({ OperationID }) => OperationID);
    expect(ids).toEqual(["get_cats_1_2", "get_cats_3_4"]);
  });
});

describe("DefineVersions", () => {
  const versions = DefineVersions("1", "2", "3");

  it("gives the list, frozen, in its order", () => {
    expect(versions.List).toEqual(["1", "2", "3"]);
    expect(Object.isFrozen(versions.List)).toBe(true);
  });

  it("gives options that work in all three places as the package's own do", () => {
    @versions.Since("2")
    @Router("/cats")
    class CatsController {
      @Get("/")
      list() {
        return 1;
      }
      @versions.WithVersion("1")
      @Get("/old")
      old() {
        return 1;
      }
    }
    const app = appOf({ ...header, Versions: versions.List })
      .Include(CatsController)
      .Include(new Router("/dogs", versions.Until("2")).Get("/", handler))
      .Get("/birds", handler, versions.WithVersion("1", "3"));
    expect(resolved(app)).toEqual([
      "GET /cats: 2 3",
      "GET /cats/old: 1",
      "GET /dogs: 1 2",
      "GET /birds: 1 3",
    ]);
  });
});
