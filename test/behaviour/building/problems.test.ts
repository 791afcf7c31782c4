import {
  App,
  BuildError,
  Get,
  Hidden,
  OperationID,
  Post,
  Router,
  Status,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningNone,
  VersioningURI,
  VersionNeutral,
  WithMiddleware,
  WithPrefix,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, RouteOption, RouterOption, VersioningOptions } from "versioned-controllers";
import { problemsOf } from "../../support/problems";

type Row = readonly [what: string, app: () => App, where: string, text: string];

const none: AppOptions = {};
const uri: AppOptions = { Versioning: { Type: VersioningURI } };
const header: AppOptions = { Versioning: { Type: VersioningHeader, Header: "X-Version" } };
const mediaType: AppOptions = { Versioning: { Type: VersioningMediaType, Key: "v" } };
const custom: AppOptions = { Versioning: { Type: VersioningCustom, Extractor: () => "1" } };
const types = [
  ["uri", uri],
  ["header", header],
  ["media type", mediaType],
  ["custom", custom],
] as const;

const handler = () => 1;
const handlesErrors = (error: unknown, _req: unknown, _res: unknown, next: (error: unknown) => void) => {
  next(error);
};
const versioning = (Versioning: VersioningOptions) => new App({ Versioning });

/** Each problem stands alone: it is the only one, at its place, on one line, with a code. */
function expectTheOne(app: App, where: string, text: string): void {
  const problems = problemsOf(app);
  expect(problems).toHaveLength(1);
  expect(problems[0]?.slice(0, where.length + 2)).toBe(`${where}: `);
  expect(problems[0]).toContain(text);
  expect(problems[0]).toMatch(/^.+ \[[a-z]+(?:-[a-z]+)*\]$/);
}

@Router("/cats")
class CatsController {
  @Get()
  list() {
    return ["Tom"];
  }
}

describe("the texts of the specification, word for word", () => {
  const notEnabled = "a version is declared but versioning is not enabled";
  const noVersions = "WithVersion was called with no versions: name at least one";
  const combined = (type: string): string =>
    type === "uri"
      ? 'VersionNeutral cannot be combined with another version: under VersioningURI, /cats and /v1/cats need two declarations, one with WithVersion(VersionNeutral), and one with WithVersion("1")'
      : "VersionNeutral cannot be combined with another version, because it already includes all versions: keep one of the two";

  @WithVersion("1")
  @Router("/x")
  class VersionedClass {
    @Get()
    x() {
      return 1;
    }
  }
  @Router("/x")
  class VersionedMethod {
    @WithVersion("1")
    @Get()
    x() {
      return 1;
    }
  }

  it.each<Row>([
    ["on a route", () => new App().Get("/cats", handler, WithVersion("1")), "GET /cats", notEnabled],
    ["on the root", () => new App({}, WithVersion("1")), "App", notEnabled],
    [
      "on a router without routes",
      () => new App().Include(new Router("/x", WithVersion("1"))),
      "Router /x",
      notEnabled,
    ],
    [
      "on an Include",
      () => new App().Include(CatsController, WithVersion("1")),
      "Include(CatsController)",
      notEnabled,
    ],
    [
      "on an Include of an empty list",
      () => new App().Include([], WithVersion("1")),
      "Include([])",
      notEnabled,
    ],
    ["on a class", () => new App().Include(VersionedClass), "VersionedClass", notEnabled],
    ["on a method", () => new App().Include(VersionedMethod), "VersionedMethod.x, GET /x", notEnabled],
    ["VersionNeutral", () => new App().Get("/a", handler, WithVersion(VersionNeutral)), "GET /a", notEnabled],
    [
      "with Type VersioningNone written out",
      () => versioning({ Type: VersioningNone }).Get("/a", handler, WithVersion("1")),
      "GET /a",
      notEnabled,
    ],
    [
      "with Versioning but no Type",
      () => versioning({ Header: "X-Version" }).Get("/a", handler, WithVersion("1")),
      "GET /a",
      notEnabled,
    ],
  ])("a version while versioning is off: %s", (_what, app, where, text) => {
    expectTheOne(app(), where, text);
  });

  it.each(types)("WithVersion without arguments: %s", (_type, options) => {
    expectTheOne(new App(options).Get("/cats", handler, WithVersion()), "GET /cats", noVersions);
    expectTheOne(new App(options, WithVersion()), "App", noVersions);
    expectTheOne(new App(options).Include(new Router(WithVersion())), "Router", noVersions);
  });

  it.each(types)("VersionNeutral beside another version: %s", (type, options) => {
    const both = WithVersion("1", VersionNeutral);
    expectTheOne(new App(options).Get("/cats", handler, both), "GET /cats", combined(type));
    expectTheOne(new App(options, WithVersion(VersionNeutral, "1")), "App", combined(type));
    const DefaultVersion = [VersionNeutral, "1"];
    expectTheOne(
      versioning({ ...options.Versioning, DefaultVersion }),
      "AppOptions.Versioning.DefaultVersion",
      combined(type),
    );
  });

  it("both are reported while versioning is off, too: they would be the next thing to go wrong", () => {
    const app = new App()
      .Get("/a", handler, WithVersion())
      .Get("/b", handler, WithVersion("1", VersionNeutral));
    const problems = problemsOf(app);
    for (const [where, text] of [
      ["GET /a", noVersions],
      ["GET /a", notEnabled],
      ["GET /b", combined("none")],
      ["GET /b", notEnabled],
    ] as const) {
      expect(problems).toContainEqual(expect.stringMatching(`^${where}: .*${text}`));
    }
    expect(problems).toHaveLength(4);
  });

  it.each<Row>([
    [
      "DefaultVersion without a Type",
      () => versioning({ DefaultVersion: ["1"] }),
      "AppOptions.Versioning",
      "DefaultVersion is set but Type is not: set Versioning.Type",
    ],
    [
      "DefaultVersion with VersioningNone",
      () => versioning({ Type: VersioningNone, DefaultVersion: ["1"] }),
      "AppOptions.Versioning",
      "DefaultVersion is set but Type is not: set Versioning.Type",
    ],
    [
      "VersionNeutral as DefaultVersion without a Type",
      () => versioning({ DefaultVersion: [VersionNeutral] }),
      "AppOptions.Versioning",
      "DefaultVersion is set but Type is not: set Versioning.Type",
    ],
    [
      "VersioningHeader without Header",
      () => versioning({ Type: VersioningHeader }),
      "AppOptions.Versioning",
      "Header must name a header for header versioning",
    ],
    [
      "VersioningHeader with an empty Header",
      () => versioning({ Type: VersioningHeader, Header: "" }),
      "AppOptions.Versioning",
      "Header must name a header for header versioning",
    ],
    [
      "VersioningMediaType without Key",
      () => versioning({ Type: VersioningMediaType }),
      "AppOptions.Versioning",
      "Key must be set for media type versioning",
    ],
    [
      "VersioningMediaType with an empty Key",
      () => versioning({ Type: VersioningMediaType, Key: "" }),
      "AppOptions.Versioning",
      "Key must be set for media type versioning",
    ],
    [
      "VersioningCustom without Extractor",
      () => versioning({ Type: VersioningCustom }),
      "AppOptions.Versioning",
      "Extractor must be set for custom versioning",
    ],
  ])("%s", (_what, app, where, text) => {
    expectTheOne(app(), where, text);
  });

  it.each(types)("DefaultVersion: [] counts as unset: %s", (_type, options) => {
    const app = versioning({ ...options.Versioning, DefaultVersion: [] }).Get(
      "/a",
      handler,
      WithVersion("1"),
    );
    expect(problemsOf(app)).toEqual([]);
    expect(problemsOf(versioning({ DefaultVersion: [] }))).toEqual([]);
  });
});

describe("further mistakes, each with its place", () => {
  const withoutSlash = 'must begin with "/"';
  const malformed = "is not a valid parameter";
  const onMethod = (path: string) => {
    @Router("/cats")
    class Cats {
      @Get(path)
      list() {
        return 1;
      }
    }
    return Cats;
  };
  const onClass = (prefix: string) => {
    @Router(prefix)
    class Cats {}
    return Cats;
  };

  it.each<Row>([
    [
      "an unknown Type",
      () => versioning({ Type: "path" as never }).Get("/a", handler, WithVersion("1")),
      "AppOptions.Versioning",
      "Type",
    ],
    [
      "a name that every object has as Type",
      () => versioning({ Type: "constructor" as never }),
      "AppOptions.Versioning",
      "Type",
    ],
    ...["X Version", "X-Version:", "X\nVersion", "Vérsion", "(x)"].map((Header): Row => [
      `the header name ${JSON.stringify(Header)}`,
      () => versioning({ Type: VersioningHeader, Header }),
      "AppOptions.Versioning",
      "Header",
    ]),
    ...["v v", "v;", "=", "v==", "é", '"v"', "q", "Q="].map((Key): Row => [
      `the Key ${JSON.stringify(Key)}`,
      () => versioning({ Type: VersioningMediaType, Key }),
      "AppOptions.Versioning",
      "Key",
    ]),
    ...["a/b", "/"].map((Prefix): Row => [
      `the Prefix ${Prefix}`,
      () => versioning({ Type: VersioningURI, Prefix }),
      "AppOptions.Versioning",
      "Prefix",
    ]),
    [
      "a path without a leading /",
      () => new App().Get("cats", handler),
      "GET cats",
      `path "cats" ${withoutSlash}`,
    ],
    [
      "a parameter without a leading /",
      () => new App().Get("{id}", handler),
      "GET {id}",
      `path "{id}" ${withoutSlash}`,
    ],
    [
      "a method's path without a leading /",
      () => new App().Include(onMethod("list")),
      "Cats.list, GET /catslist",
      `path "list" ${withoutSlash}`,
    ],
    [
      "a class's prefix without a leading /",
      () => new App().Include(onClass("cats")),
      "Cats",
      `path "cats" ${withoutSlash}`,
    ],
    [
      "a Router's prefix without a leading /",
      () => new App().Include(new Router("cats")),
      "Router cats",
      `path "cats" ${withoutSlash}`,
    ],
    [
      "a WithPrefix without a leading /",
      () => new App().Include(CatsController, WithPrefix("api")),
      "Include(CatsController)",
      `path "api" ${withoutSlash}`,
    ],
    ["a root prefix without a leading /", () => new App({}, WithPrefix("api")), "App", withoutSlash],
    ["an empty segment", () => new App().Get("/cats//list", handler), "GET /cats//list", "empty segment"],
    ["an empty first segment", () => new App().Get("//cats", handler), "GET //cats", "empty segment"],
    ["an empty last segment", () => new App().Get("/cats//", handler), "GET /cats/", "empty segment"],
    ["two slashes", () => new App().Get("//", handler), "GET /", "empty segment"],
    ["an empty segment in a prefix", () => new App({}, WithPrefix("/a//b")), "App", "empty segment"],
    ...[
      "/cats/x{id}",
      "/cats/{id}x",
      "/cats/{id}{name}",
      "/cats/{id",
      "/cats/id}",
      "/cats/{}",
      "/cats/{ id }",
      "/cats/{1d}",
      "/cats/{i-d}",
      "/cats/{ïd}",
      "/cats/{id?}",
      "/cats/{id:int}",
      "/cats/{{id}}",
      "/cats/{...}",
      "/cats/{id..}",
      "/cats/{id....}",
      "/cats/{...id}",
      "/cats/{__proto__}",
      "/cats/{__proto__...}",
    ].map((path): Row => [`the path ${path}`, () => new App().Get(path, handler), `GET ${path}`, malformed]),
    [
      "a malformed parameter in a prefix",
      () => new App().Include(new Router("/{id}s")),
      "Router /{id}s",
      malformed,
    ],
    [
      "a rest parameter that is not the last segment",
      () => new App().Get("/{rest...}/x", handler),
      "GET /{rest...}/x",
      "rest",
    ],
    [
      "a rest parameter in a prefix",
      () => new App().Include(new Router("/{rest...}").Get("/x", handler)),
      "GET /{rest...}/x",
      "rest",
    ],
    [
      "a parameter named twice",
      () => new App().Get("/{id}/x/{id}", handler),
      "GET /{id}/x/{id}",
      "named twice",
    ],
    [
      "a parameter named three times",
      () => new App().Get("/{id}/{id}/{id}", handler),
      "GET /{id}/{id}/{id}",
      "named twice",
    ],
    [
      "a parameter and a rest parameter of one name",
      () => new App().Get("/{id}/{id...}", handler),
      "GET /{id}/{id...}",
      "named twice",
    ],
    [
      "a parameter named in the prefix and in the path",
      () => new App().Include(new Router("/{id}").Get("/{id}", handler)),
      "GET /{id}/{id}",
      "named twice",
    ],
    [
      "a handler that is no function",
      () => new App().Get("/a", "handler" as never),
      "GET /a",
      "the handler must be a function",
    ],
    [
      "a handler that is a generator function",
      () =>
        new App().Get("/a", function* () {
          yield 1;
        } as never),
      "GET /a",
      "the handler is a generator function",
    ],
    [
      "a bound handler that is a generator function",
      () =>
        new App().Get(
          "/a",
          function* () {
            yield 1;
          }.bind(undefined) as never,
        ),
      "GET /a",
      "the handler is a generator function",
    ],
    [
      "a middleware with four parameters",
      () => new App().Get("/a", handler, WithMiddleware(handlesErrors as never)),
      "GET /a",
      "four parameters",
    ],
    [
      "a middleware with four parameters in Use",
      () => new App().Use(handlesErrors as never),
      "App.Use",
      "four parameters",
    ],
    ...[199, 600, 0, -1, 99, 100, 200.5, Number.NaN, Number.POSITIVE_INFINITY].map((code): Row => [
      `Status(${code})`,
      () => new App().Get("/a", handler, Status(code)),
      "GET /a",
      `${code}`,
    ]),
    ["an unknown method", () => new App().Handle("FETCH", "/a", handler), "FETCH /a", "FETCH"],
    ["the method CONNECT", () => new App().Handle("connect", "/a", handler), "CONNECT /a", "connect"],
    ["an empty method", () => new App().Handle("", "/a", handler), " /a", "method"],
    ["a method with a space", () => new App().Handle("GET ", "/a", handler), "GET  /a", "method"],
  ])("%s", (_what, app, where, text) => {
    expectTheOne(app(), where, text);
  });

  it.each([200, 204, 301, 404, 500, 599])("Status(%i) is not a problem", (code) => {
    expect(problemsOf(new App().Get("/a", handler, Status(code)))).toEqual([]);
  });

  it.each(types)("an empty version, and one that is not a string: %s", (_type, options) => {
    const wrong: readonly (readonly [unknown, string])[] = [
      ["", "empty"],
      [1, "a version must be a string"],
      [undefined, "a version must be a string"],
      [null, "a version must be a string"],
      [Symbol("1"), "a version must be a string"],
      [["1"], "a version must be a string"],
      [{}, "a version must be a string"],
    ];
    for (const [version, text] of wrong) {
      expectTheOne(new App(options).Get("/a", handler, WithVersion(version as string)), "GET /a", text);
      expectTheOne(new App(options, WithVersion("1", version as string)), "App", text);
      expectTheOne(
        versioning({ ...options.Versioning, DefaultVersion: [version as string] }),
        "AppOptions.Versioning.DefaultVersion",
        text,
      );
    }
  });

  describe("a version that does not fit into one path segment", () => {
    it.each([
      ["v", "a/b"],
      ["v", "/"],
      ["v", "{x}"],
      ["v", "{"],
      ["v", "}"],
      ["", "."],
      ["", ".."],
      [".", "."],
    ])("Prefix %j, version %j", (Prefix, version) => {
      const Versioning = { Type: VersioningURI, Prefix } as const;
      const text = JSON.stringify(version);
      expectTheOne(new App({ Versioning }).Get("/a", handler, WithVersion(version)), "GET /a", text);
      expectTheOne(
        versioning({ ...Versioning, DefaultVersion: [version] }),
        "AppOptions.Versioning.DefaultVersion",
        text,
      );
    });

    it.each([
      ["v", "."],
      ["v", "1.0"],
      ["v", "2024-05-01"],
      ["", "..."],
      ["", "1"],
      ["v", ":x"],
      ["v", "a b"],
      ["v", "constructor"],
    ])("but Prefix %j, version %j can", (Prefix, version) => {
      const Versioning = { Type: VersioningURI, Prefix } as const;
      expect(problemsOf(new App({ Versioning }).Get("/a", handler, WithVersion(version)))).toEqual([]);
    });

    it.each(["a/b", "{x}", ".", ".."])("%s is a version like any other where it is in no path", (version) => {
      for (const [, options] of types.slice(1)) {
        expect(problemsOf(new App(options).Get("/a", handler, WithVersion(version)))).toEqual([]);
      }
    });
  });

  describe("what is included", () => {
    class NoRouter {
      x() {
        return 1;
      }
    }
    const again = new Router("/again");
    const nested = new Router("/nested").Include(again);
    const circle = new Router("/circle");
    circle.Include(new Router("/between").Include(circle));
    const itself = new Router("/itself");
    itself.Include(itself);

    it.each<Row>([
      ["a class without @Router", () => new App().Include(NoRouter), "App", "NoRouter"],
      ["an instance of such a class", () => new App().Include(new NoRouter()), "App", "NoRouter"],
      [
        "a class without @Router, in a router",
        () => new App().Include(new Router("/x").Include(NoRouter)),
        "Router /x",
        "NoRouter",
      ],
      [
        "a router twice",
        () => new App().Include(again).Include(again),
        "App",
        "Router /again is included twice",
      ],
      [
        "a router twice in one array",
        () => new App().Include([again, again]),
        "App",
        "Router /again is included twice",
      ],
      [
        "a router at two levels",
        () => new App().Include([again, nested]),
        "Router /nested",
        "Router /again is included twice",
      ],
      [
        "a router in a circle",
        () => new App().Include(circle),
        "Router /between",
        "Router /circle includes itself",
      ],
      [
        "a router in itself",
        () => new App().Include(itself),
        "Router /itself",
        "Router /itself includes itself",
      ],
    ])("%s", (_what, app, where, text) => {
      expectTheOne(app(), where, text);
    });

    it("an App in itself, or in another App", () => {
      const app = new App();
      app.Include(app);
      expect(problemsOf(app)).toHaveLength(1);
      expect(problemsOf(new App().Include(new App()))).toHaveLength(1);
    });

    it("a class and its instances may be included many times", () => {
      const cats = new CatsController();
      const app = new App().Include(CatsController);
      for (const prefix of ["/a", "/b"]) app.Include([CatsController, cats].slice(0, 1), WithPrefix(prefix));
      for (const prefix of ["/c", "/d"]) app.Include(cats, WithPrefix(prefix));
      expect(app.Inspect().map(({ Path }) => Path)).toEqual([
        "/cats",
        "/a/cats",
        "/b/cats",
        "/c/cats",
        "/d/cats",
      ]);
    });
  });

  describe("one explicit operation id on two operations of the document", () => {
    const twice = (options: AppOptions, ...at: RouterOption[][]) => {
      const app = new App(options);
      for (const own of at) app.Include(new Router(...own).Get("/", handler, OperationID("list")));
      return app;
    };
    const versioned: AppOptions = { Versioning: { ...header.Versioning, DefaultVersion: ["1"] } };

    it("is a problem, with its place", () => {
      expectTheOne(twice(none, [WithPrefix("/a")], [WithPrefix("/b")]), "GET /b", '"list"');
      expectTheOne(twice(versioned, [WithPrefix("/a")], [WithPrefix("/b")]), "GET /b", '"list"');
      @Router("/cats")
      class Cats {
        @OperationID("list")
        @Get()
        @Post()
        list() {
          return 1;
        }
      }
      expectTheOne(new App().Include(Cats), "Cats.list, POST /cats", '"list"');
    });

    it("but not on routes that share method and path, which are one operation", () => {
      expect(problemsOf(twice(header, [WithVersion("1")], [WithVersion("2")]))).toEqual([]);
      expect(problemsOf(twice(mediaType, [WithVersion("1")], [WithVersion("2")]))).toEqual([]);
      expect(problemsOf(twice(custom, [WithVersion("1")], [WithVersion(VersionNeutral)]))).toEqual([]);
    });

    it("is judged on the ids as they are in the document: under URI with the version's part", () => {
      expect(problemsOf(twice(uri, [WithVersion("1")], [WithVersion("2")]))).toEqual([]);
      expect(problemsOf(twice(uri, [WithVersion("1")], [WithVersion(VersionNeutral)]))).toEqual([]);
      expectTheOne(
        twice(uri, [WithVersion("1"), WithPrefix("/a")], [WithVersion("1"), WithPrefix("/b")]),
        "GET /b",
        "list_1",
      );
      const app = new App(uri, WithVersion("1"))
        .Get("/a", handler, OperationID("list"))
        .Get("/b", handler, OperationID("list_1"), WithVersion(VersionNeutral));
      expectTheOne(app, "GET /b", "list_1");
    });

    it("two versions of one route get advice that can be followed", () => {
      const find = (...own: readonly RouteOption[]) =>
        new App(uri).Get("/cats", handler, WithVersion("1.0", "1_0"), ...own);
      expect(problemsOf(find(OperationID("find")))).toEqual([
        'GET /cats: operation id "find_1_0" is the id of both version "1.0" and version "1_0" of this route: rename one of the versions, declare the route once for each version with an OperationID of its own, or remove OperationID [operation-id-of-versions]',
      ]);
      const idsIn = (app: App): readonly unknown[] =>
        Object.values(app.Document().paths).map((path) => path.get?.operationId);
      expect(idsIn(find())).toEqual(["get_v1_0_cats", "get_v1_0_cats_2"]);
      const declaredTwice = new App(uri)
        .Get("/cats", handler, WithVersion("1.0"), OperationID("find"))
        .Get("/cats", handler, WithVersion("1_0"), OperationID("seek"));
      expect(idsIn(declaredTwice)).toEqual(["find_1_0", "seek_1_0"]);
    });

    it("takes no account of hidden routes, nor of methods that no document describes", () => {
      const app = new App()
        .Get("/a", handler, OperationID("list"))
        .Get("/hidden", handler, OperationID("list"), Hidden())
        .Handle("REPORT", "/a", handler, OperationID("list"));
      expect(problemsOf(app)).toEqual([]);
    });
  });

  describe("a controller that cannot be made", () => {
    @Router("/a")
    class Failing {
      constructor() {
        throw new Error("no database");
      }
    }
    it("names its class, and what was thrown", () => {
      expectTheOne(new App().Include(Failing), "App", "Failing");
      expectTheOne(new App().Include(Failing), "App", "no database");
    });

    it("is one problem per place, and the others are still told", () => {
      const app = new App().Include(new Router("/x").Include(Failing)).Include(Failing).Get("a", handler);
      expect(problemsOf(app)).toHaveLength(3);
    });
  });
});

describe("all problems together", () => {
  function broken(): App {
    const app = new App({ Versioning: { Type: VersioningHeader } }, WithVersion());
    app.Get("cats", handler);
    app.Get("/a/{id}/{id}", undefined as never, Status(42), WithVersion(""));
    app.Include(new Router("/x", WithVersion("1", VersionNeutral)).Include(class Plain {}));
    app.Get("/twice", handler, WithVersion("1")).Get("/twice", handler, WithVersion("2", "1"));
    app.Use(5 as never);
    return app;
  }
  const expected = [
    /^AppOptions\.Versioning: Header must name a header for header versioning, /,
    /^App\.Use: .*must be a function.* 5 /,
    /^App: WithVersion was called with no versions: name at least one /,
    /^GET cats: path "cats" must begin with "\/" /,
    /^GET \/a\/\{id\}\/\{id\}: .*named twice/,
    /^GET \/a\/\{id\}\/\{id\}: .*must be a function/,
    /^GET \/a\/\{id\}\/\{id\}: .*42/,
    /^GET \/a\/\{id\}\/\{id\}: .*empty/,
    /^Router \/x: VersionNeutral cannot be combined with another version, because it already includes all versions: keep one of the two /,
    /^Router \/x: .*Plain/,
    /^GET \/twice: .*is registered twice/,
  ];

  it("are in one BuildError, each once, and its message has one a line", () => {
    const app = broken();
    const problems = problemsOf(app);
    for (const problem of expected) expect(problems).toContainEqual(expect.stringMatching(problem));
    expect(problems).toHaveLength(11);
    expect(new Set(problems).size).toBe(11);
    expect(() => app.Build()).toThrow(new Error(problems.join("\n")));
  });

  it("whatever Build, Document or Inspect asks for it", () => {
    const app = broken();
    for (const ask of [() => app.Build(), () => app.Document(), () => app.Inspect()]) {
      expect(ask).toThrow(BuildError);
    }
  });

  it("are an Error's with a name and a frozen list", () => {
    try {
      broken().Build();
      throw new Error("built");
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
      expect(error).toBeInstanceOf(BuildError);
      expect(error).toMatchObject({ name: "BuildError" });
      expect(Object.isFrozen((error as BuildError).Problems)).toBe(true);
    }
  });

  it("are reported once for a class that is included twice", () => {
    @Router("cats", Status(1))
    class Cats {
      @Get("list", Status(2))
      list() {
        return 1;
      }
    }
    const app = new App().Include([Cats, Cats]);
    expect(problemsOf(app)).toEqual([
      expect.stringMatching(/^Cats: path "cats"/),
      expect.stringMatching(/^Cats: .* 1 /),
      expect.stringMatching(/^Cats\.list, GET catslist: .* 2 /),
      expect.stringMatching(/^Cats\.list, GET catslist: path "list"/),
    ]);
  });

  it.each(["\n", "\r\n", "\r", "\u2028", "\u2029"])("keep to a line each, though a path holds %j", (end) => {
    const app = new App().Get(`a${end}b`, handler).Get("/x", handler, OperationID(`a${end}b`));
    app.Get("/y", handler, OperationID(`a${end}b`)).Include(new Router(`x${end}y`));
    const problems = problemsOf(app);
    expect(problems).toHaveLength(3);
    expect(problems.join("").split(/[\r\n\u2028\u2029]/)).toHaveLength(1);
  });

  it("are nothing that a mistake makes other routes do", () => {
    const expectOnly = (app: App, count: number) => {
      expect(problemsOf(app).filter((problem) => problem.includes("is registered twice"))).toEqual([]);
      expect(problemsOf(app)).toHaveLength(count);
    };
    expectOnly(new App().Get("cats", handler).Get("/ats", handler), 1);
    expectOnly(new App().Get("cats", handler).Get("/cats", handler), 1);
    expectOnly(new App().Get(5 as never, handler).Get(6 as never, handler), 2);
    expectOnly(new App().Handle(5 as never, "/a", handler).Handle("5", "/a", handler), 2);
  });
});

describe("a build without problems", () => {
  it("is one of an App with nothing in it", () => {
    expect(problemsOf(new App())).toEqual([]);
    expect(problemsOf(new App(undefined))).toEqual([]);
    expect(problemsOf(new App().Include([]))).toEqual([]);
    expect(problemsOf(new App().Include(new Router()))).toEqual([]);
  });

  it.each([
    "/",
    "",
    "/cats",
    "/cats/",
    "/:id",
    "/*",
    "/a*b/c:d",
    "/a.b/~x",
    "/(x)?",
    "/{id}",
    "/{_}",
    "/{A_1}",
    "/{constructor}",
    "/{id}/{rest...}",
    "/__proto__",
    "/ü b/%",
  ])("the path %j is one", (path) => {
    expect(problemsOf(new App().Get(path, handler))).toEqual([]);
    expect(problemsOf(new App().Include(new Router(path)))).toEqual([]);
  });
});
