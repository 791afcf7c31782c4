import {
  App,
  Deprecated,
  Description,
  Get,
  Hidden,
  OperationID,
  Router,
  Status,
  Summary,
  VersioningHeader,
  VersioningURI,
  WithPrefix,
  WithTags,
  WithVersion,
} from "versioned-controllers";
import type { Route } from "versioned-controllers";
import { takeMessages } from "../../support/warnings";

const handler = () => 1;
const header = { Type: VersioningHeader, Header: "V" } as const;

function expectFrozen(routes: readonly Route[]): void {
  expect(Object.isFrozen(routes)).toBe(true);
  for (const route of routes) {
    expect(Object.isFrozen(route)).toBe(true);
    expect(Object.isFrozen(route.Versions)).toBe(true);
    expect(Object.isFrozen(route.Tags)).toBe(true);
  }
}

const everything = [
  WithVersion("1", "2"),
  WithTags("a", "b"),
  Deprecated(),
  Hidden(),
  Status(201),
  Summary("s"),
  Description("d"),
];

it("a record has every member, and Summary and Description only where declared", () => {
  const app = new App({ Versioning: header })
    .Get("/all/{id}", handler, OperationID("all"), ...everything)
    .Post("/none", handler, WithVersion("1"));
  expect(app.Inspect()).toStrictEqual([
    {
      Method: "GET",
      Path: "/all/{id}",
      Versions: ["1", "2"],
      OperationID: "all",
      Summary: "s",
      Description: "d",
      Tags: ["a", "b"],
      Deprecated: true,
      Hidden: true,
      Earlier: [],
      Status: 201,
    },
    {
      Method: "POST",
      Path: "/none",
      Versions: ["1"],
      OperationID: "post_none_1",
      Tags: [],
      Deprecated: false,
      Hidden: false,
      Earlier: [],
      Status: 200,
    },
  ]);
});

it.each(["before Build", "after Build"])("records are new and frozen on every call, %s", (when) => {
  const app = new App({ Versioning: header }).Get("/a", handler, ...everything);
  if (when === "after Build") app.Build();
  const [one, other] = [app.Routes(), app.Routes()];
  expectFrozen(one);
  expect(other).toEqual(one);
  expect(other).not.toBe(one);
  expect(other[0]).not.toBe(one[0]);
});

it("Inspect's are, too", () => {
  const app = new App({ Versioning: header }).Get("/a", handler, ...everything);
  const [one, other] = [app.Inspect(), app.Inspect()];
  expectFrozen(one);
  expect(other).toEqual(one);
  expect(other).not.toBe(one);
  expect(other[0]).not.toBe(one[0]);
  expect(() => {
    (one[0] as { Path: string }).Path = "/x";
  }).toThrow(TypeError);
  expect(() => {
    (one[0]?.Tags as string[]).push("x");
  }).toThrow(TypeError);
});

it("Inspect builds if needed; every route of the tree is there, and Routes() has those registered directly", () => {
  @Router("/cats")
  class Cats {
    @Get()
    list() {
      return 1;
    }
  }
  const router = new Router("/r").Get("/own", handler);
  const app = new App().Get("/first", handler).Include(router).Include(Cats).Get("/last", handler);
  expect(app.Inspect().map(({ Path }) => Path)).toEqual(["/first", "/r/own", "/cats", "/last"]);
  expect(app.Routes().map(({ Path }) => Path)).toEqual(["/first", "/last"]);
  expect(router.Routes().map(({ Path }) => Path)).toEqual(["/r/own"]);
  expect(() => app.Get("/late", handler)).toThrow(Error);
});

describe("Routes() of a Router", () => {
  const declare = () => {
    const router = new Router("/cats", WithVersion("1"), WithTags("t"))
      .Get("/{id}/", handler, Status(201))
      .Post("", handler, WithVersion("2"));
    return { router, app: new App({ Versioning: header }, WithPrefix("/api")).Include(router) };
  };

  it("has, before Build, the path as registered and [] versions", () => {
    const { router } = declare();
    expect(router.Routes()).toMatchObject([
      { Method: "GET", Path: "/{id}/", Versions: [], Status: 201 },
      { Method: "POST", Path: "", Versions: [], Status: 200 },
    ]);
  });

  it("is resolved afterwards", () => {
    const { router, app } = declare();
    app.Build();
    expect(router.Routes()).toMatchObject([
      { Method: "GET", Path: "/api/cats/{id}", Versions: ["1"], Tags: ["t"], Status: 201 },
      { Method: "POST", Path: "/api/cats", Versions: ["2"], Tags: ["t"], Status: 200 },
    ]);
    expect(router.Routes()).toEqual(app.Inspect());
  });

  it("is as it was after a Build that failed", () => {
    const { router, app } = declare();
    app.Get("wrong", handler);
    expect(() => app.Build()).toThrow();
    expect(router.Routes()).toMatchObject([{ Path: "/{id}/", Versions: [] }, { Path: "" }]);
  });

  it("is resolved by the App built last", () => {
    const router = new Router("/cats").Get("/", handler);
    const one = new App().Include(router, WithPrefix("/one"));
    const two = new App({ Versioning: header }, WithVersion("2")).Include(router, WithPrefix("/two"));
    const broken = new App().Include(router, WithPrefix("broken"));
    one.Build();
    expect(router.Routes()).toMatchObject([{ Path: "/one/cats", Versions: [] }]);
    two.Build();
    expect(router.Routes()).toMatchObject([{ Path: "/two/cats", Versions: ["2"] }]);
    expect(() => broken.Build()).toThrow();
    expect(router.Routes()).toMatchObject([{ Path: "/two/cats", Versions: ["2"] }]);
    // Built before: this builds nothing anew.
    one.Build();
    expect(router.Routes()).toMatchObject([{ Path: "/two/cats", Versions: ["2"] }]);
    expect(one.Inspect()).toMatchObject([{ Path: "/one/cats", Versions: [] }]);
    expect(two.Inspect()).toMatchObject([{ Path: "/two/cats", Versions: ["2"] }]);
  });

  it("is empty where nothing is registered", () => {
    expect(new Router().Routes()).toEqual([]);
    expect(new App().Routes()).toEqual([]);
    expect(new App().Inspect()).toEqual([]);
    expect(takeMessages()).toEqual([
      "App: the App has no routes: register routes, or include a controller or Router",
    ]);
  });
});

it("under URI Route.OperationID is without the version's part", () => {
  const app = new App({ Versioning: { Type: VersioningURI } }, WithVersion("1", "2"))
    .Get("/cats/{id}", handler)
    .Get("/cats", handler, OperationID("list"));
  expect(app.Inspect().map(({ OperationID: id }) => id)).toEqual(["get_cats_by_id", "list"]);
});

it("a path shows what was written, however odd", () => {
  const app = new App().Get("/ü %20/:x/*", handler);
  expect(app.Inspect()).toMatchObject([{ Path: "/ü %20/:x/*" }]);
  expect(takeMessages()).toEqual([
    'GET /ü %20/:x/*: segment ":x" is literal text; a parameter is written {x}',
    'GET /ü %20/:x/*: segment "*" is literal text; a parameter is written {rest...}',
  ]);
});
