import {
  App,
  BuildError,
  Get,
  HTTPError,
  Router,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithPrefix,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, Lifecycle, VersioningOptions } from "versioned-controllers";
import { TestClient } from "versioned-controllers/testing";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { serve } from "../../support/serve";

const handler = () => "answered";
const header = { Type: VersioningHeader, Header: "V" } as const;

@Router("/cats")
class Cats {
  @Get()
  list() {
    return ["Tom"];
  }
}

describe("Build", () => {
  it("gives the same middleware on every call", () => {
    const app = new App().Get("/a", handler);
    const middleware = app.Build();
    expect(typeof middleware).toBe("function");
    expect(middleware.length).toBe(3);
    expect(app.Build()).toBe(middleware);
    app.Document();
    app.Inspect();
    expect(app.Build()).toBe(middleware);
  });

  it("gives every App its own", () => {
    const app = () => new App().Get("/a", handler);
    expect(app().Build()).not.toBe(app().Build());
  });

  it.each<[string, (app: App) => unknown]>([
    ["Document", (app) => app.Document()],
    ["Inspect", (app) => app.Inspect()],
  ])("is done by %s if needed", (_call, call) => {
    const app = new App().Get("/a", handler);
    call(app);
    expect(() => app.Get("/b", handler)).toThrow(Error);
  });
});

it("a BuildError lists everything that is wrong, wherever it was written", () => {
  const app = new App({ Versioning: { Type: VersioningHeader } })
    .Get("cats", handler)
    .Get("/cats", handler, WithVersion("1", ""))
    .Get("/cats", handler, WithVersion("1"));
  expect(problemsOf(app).map((problem) => problem.replace(/^[^:]+: /, ""))).toEqual([
    expect.stringContaining("Header must name a header for header versioning"),
    expect.stringContaining("a version must not be empty"),
    expect.stringContaining("must begin with"),
    expect.stringContaining("is registered twice"),
  ]);
});

describe("after a successful Build, registration throws at once", () => {
  const inner = new Router("/inner").Get("/", handler);
  const router = new Router("/router").Get("/", handler).Include(inner);
  const app = new App().Include(router);

  beforeAll(() => {
    app.Build();
  });

  describe.each<[string, Router]>([
    ["the App", app],
    ["a Router in it", router],
    ["a Router in a Router in it", inner],
  ])("on %s", (_what, on) => {
    it.each<[string, () => unknown]>([
      ["Get", () => on.Get("/x", handler)],
      ["Post", () => on.Post("/x", handler)],
      ["Put", () => on.Put("/x", handler)],
      ["Patch", () => on.Patch("/x", handler)],
      ["Delete", () => on.Delete("/x", handler)],
      ["Head", () => on.Head("/x", handler)],
      ["Handle", () => on.Handle("REPORT", "/x", handler)],
      ["Include", () => on.Include(Cats)],
      ["Include of nothing", () => on.Include([])],
    ])("%s", (_call, call) => {
      const before = app.Inspect();
      expect(call).toThrow(/Build/);
      expect(call).not.toThrow(BuildError);
      expect(app.Inspect()).toEqual(before);
    });
  });

  it("Use", () => {
    expect(() =>
      app.Use((_req, _res, next) => {
        next();
      }),
    ).toThrow(/Build/);
  });

  it("but a Router that was built into one App may be included in another", () => {
    const other = new App().Include(router, WithPrefix("/other"));
    expect(other.Inspect().map(({ Path }) => Path)).toEqual(["/other/router", "/other/router/inner"]);
  });

  it("and Routers of another App are as open as before", () => {
    const free = new Router().Get("/a", handler);
    expect(() => free.Get("/b", handler)).not.toThrow();
  });
});

describe("after a BuildError the app may be mended and built again", () => {
  it("by registering what was missing, as long as it takes", async () => {
    const options: AppOptions = { Versioning: { Type: VersioningHeader } };
    const app = new App(options).Get("/a", handler, WithVersion("1"));
    expect(problemsOf(app)).toHaveLength(1);
    expect(problemsOf(app)).toHaveLength(1);
    expect(() => app.Get("/b", handler, WithVersion("2"))).not.toThrow();
    if (options.Versioning) options.Versioning.Header = "V";
    expect(problemsOf(app)).toEqual([]);
    expect(app.Inspect()).toMatchObject([{ Path: "/a" }, { Path: "/b" }]);
    await TestClient(app).get("/b").set("V", "2").expect(200, "answered");
    expect(() => app.Get("/c", handler)).toThrow(/Build/);
  });

  it("by a container that works now", async () => {
    let ready = false;
    const app = new App({
      Container: {
        get(controller) {
          if (!ready) throw new Error("not ready");
          return new controller();
        },
      },
    }).Include(Cats);
    expect(problemsOf(app)).toEqual([expect.stringMatching(/Cats.*not ready/)]);
    ready = true;
    expect(problemsOf(app)).toEqual([]);
    await TestClient(app).get("/cats").expect(200, ["Tom"]);
  });

  it("and until then none of its Routers is sealed", () => {
    const router = new Router("/r").Get("/a", handler);
    const app = new App().Include(router).Get("wrong", handler);
    expect(problemsOf(app)).toHaveLength(1);
    expect(() => router.Get("/b", handler)).not.toThrow();
    expect(() => app.Use()).not.toThrow();
  });
});

describe("one Router in two Apps", () => {
  it("is served by each with its own options", async () => {
    const router = new Router("/cats").Get("/", handler);
    const plain = new App().Include(router);
    const versioned = new App({ Versioning: { Type: VersioningURI } }, WithVersion("1")).Include(router);
    await TestClient(plain).get("/cats").expect(200, "answered");
    await TestClient(versioned).get("/v1/cats").expect(200, "answered");
    await TestClient(versioned).get("/cats").expect(404);
    await TestClient(plain).get("/v1/cats").expect(404);
  });
});

describe("Container", () => {
  it("is asked at Build, once per Include, for classes only", () => {
    const asked: unknown[] = [];
    const container = {
      made: 0,
      get<T>(controller: new (...args: never[]) => T): T {
        asked.push(controller);
        this.made += 1;
        return new controller();
      },
    };
    const app = new App({ Container: container })
      .Include(Cats)
      .Include([Cats], WithPrefix("/again"))
      .Include(new Cats(), WithPrefix("/instance"))
      .Include(new Router("/r").Include(Cats));
    expect(asked).toEqual([]);
    app.Build();
    expect(asked).toEqual([Cats, Cats, Cats]);
    expect(container.made).toBe(3);
    app.Build();
    app.Document();
    expect(asked).toHaveLength(3);
  });

  it("settles the instance that answers", async () => {
    @Router("/who")
    class Who {
      constructor(readonly name = "made by new") {}
      @Get()
      who() {
        return this.name;
      }
    }
    const given = new Who("from the container");
    const Container = { get: <T>() => given as T };
    await TestClient(new App({ Container }).Include(Who)).get("/who").expect(200, "from the container");
    await TestClient(new App().Include(Who)).get("/who").expect(200, "made by new");
  });

  it("makes an instance for each Include, and none before Build", () => {
    let made = 0;
    @Router("/counted")
    class Counted {
      constructor() {
        made += 1;
      }
      @Get()
      x() {
        return 1;
      }
    }
    const app = new App().Include(Counted).Include(Counted, WithPrefix("/x"));
    expect(made).toBe(0);
    app.Build();
    expect(made).toBe(2);
  });
});

describe("a neutral route behind an assumed version", () => {
  const uri = { Type: VersioningURI, AssumeVersion: "1" } as const;
  const neutral = WithVersion(VersionNeutral);

  it.each<readonly [string, VersioningOptions, (app: App) => unknown, readonly string[]]>([
    [
      "under URI, at the path of the version's own",
      uri,
      (app) => app.Get("/cats", handler, WithVersion("1")).Get("/cats", handler, neutral),
      ["GET /cats"],
    ],
    [
      "behind a parameter of the version's, each route by itself",
      uri,
      (app) =>
        app
          .Get("/{kind}/{id}", handler, WithVersion("1"))
          .Get("/cats/{id}", handler, neutral)
          .Get("/cats/me", handler, neutral),
      ["GET /cats/{id}", "GET /cats/me"],
    ],
    [
      "a HEAD, which the version's GET answers",
      uri,
      (app) => app.Get("/cats", handler, WithVersion("1")).Head("/cats", handler, neutral),
      ["HEAD /cats"],
    ],
    [
      "not where some paths are left to it",
      uri,
      (app) => app.Get("/cats/{id}", handler, WithVersion("1")).Get("/cats/{path...}", handler, neutral),
      [],
    ],
    [
      "not where another version has the path",
      uri,
      (app) =>
        app
          .Get("/cats", handler, WithVersion("2"))
          .Get("/dogs", handler, WithVersion("1"))
          .Get("/cats", handler, neutral),
      [],
    ],
    [
      "not where nothing is assumed",
      { Type: VersioningURI },
      (app) => app.Get("/cats", handler, WithVersion("1")).Get("/cats", handler, neutral),
      [],
    ],
    [
      "not where the request says what is assumed",
      { Type: VersioningURI, AssumeVersion: () => "1" },
      (app) => app.Get("/cats", handler, WithVersion("1")).Get("/cats", handler, neutral),
      [],
    ],
    [
      "not under a header, which may name a version without such a route",
      { ...header, AssumeVersion: "1" },
      (app) => app.Get("/cats", handler, WithVersion("1")).Get("/cats", handler, neutral),
      [],
    ],
  ])("is warned of: %s", (_what, Versioning, build, lines) => {
    const Logger = recordingLogger();
    const app = new App({ Versioning, Logger });
    build(app);
    app.Build();
    expect(Logger.warn.mock.calls).toEqual(
      lines.map((line) => [
        { component: "Router", method: line.split(" ")[0], path: line.split(" ")[1] },
        `${line}: no request reaches it, because another route answers version "1", which AssumeVersion gives to every request without a version: remove this route, or AssumeVersion`,
      ]),
    );
  });
});

describe("a route that answers nothing", () => {
  const message = (line: string) =>
    `${line} declares no version and no default version applies; it will answer no request while versioning is enabled`;

  it("is warned of once, by the Logger, and left out of the document", async () => {
    const Logger = recordingLogger();
    const app = new App({ Versioning: header, Logger }, WithPrefix("/api"))
      .Get("/a/{id}", handler)
      .Post("/b", handler, WithVersion("1"))
      .Put("/c", handler, WithVersion(VersionNeutral))
      .Delete("/d", handler);
    app.Build();
    app.Build();
    expect(Logger.warn.mock.calls).toEqual([
      [{ component: "Router", method: "GET", path: "/api/a/{id}" }, message("GET /api/a/{id}")],
      [{ component: "Router", method: "DELETE", path: "/api/d" }, message("DELETE /api/d")],
    ]);
    expect(Logger.error.mock.calls).toEqual([]);
    expect(app.Inspect().map(({ Versions }) => Versions)).toEqual([[], ["1"], [VersionNeutral], []]);
    expect(Object.keys(app.Document().paths)).toEqual(["/api/b", "/api/c"]);
    await TestClient(app).get("/api/a/1").expect(404);
    await TestClient(app).get("/api/a/1").set("V", "1").expect(404);
  });

  it("is warned of under URI with its plain path", () => {
    const Logger = recordingLogger();
    const app = new App({ Versioning: { Type: VersioningURI }, Logger }).Get("/a", handler);
    app.Build();
    expect(Logger.warn.mock.calls).toEqual([
      [{ component: "Router", method: "GET", path: "/a" }, message("GET /a")],
    ]);
    expect(app.Document().paths).toEqual({});
  });

  it.each<[string, AppOptions]>([
    ["while versioning is off", {}],
    ["where a DefaultVersion applies", { Versioning: { ...header, DefaultVersion: ["1"] } }],
  ])("is not a problem %s", (_when, options) => {
    const Logger = recordingLogger();
    new App({ ...options, Logger }).Get("/a", handler).Build();
    expect(Logger.warn.mock.calls).toEqual([]);
  });

  it("is not warned of by a Build that fails", () => {
    const Logger = recordingLogger();
    const app = new App({ Versioning: header, Logger }).Get("/a", handler).Get("wrong", handler);
    expect(problemsOf(app)).toHaveLength(1);
    expect(Logger.warn.mock.calls).toEqual([]);
  });

  it("is written to the console where there is no Logger", () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
    new App({ Versioning: header }).Get("/a", handler).Build();
    expect(warn.mock.calls).toEqual([
      [{ component: "Router", method: "GET", path: "/a" }, message("GET /a")],
    ]);
    warn.mockRestore();
  });

  it("is given to a Logger that needs its this", () => {
    class OwnLogger {
      readonly told: string[] = [];
      warn(_fields: object, text: string) {
        this.told.push(text);
      }
      error() {
        return undefined;
      }
    }
    const Logger = new OwnLogger();
    new App({ Versioning: header, Logger }).Get("/a", handler).Build();
    expect(Logger.told).toEqual([message("GET /a")]);
  });
});

test("an option that is not enumerable counts beside inherited ones", () => {
  const written = Object.create({ Title: "Cats" }) as AppOptions;
  Object.defineProperty(written, "Version", { value: "1.2.3" });
  expect(new App(written).Get("/cats", () => []).Document().info).toEqual({
    title: "Cats",
    version: "1.2.3",
  });
});

describe("options that are inherited", () => {
  const logger = recordingLogger();
  class Errors {
    readonly InvalidStatus = 422;
    get Body(): () => unknown {
      return () => "an error";
    }
  }
  class Versioning {
    get Type(): typeof VersioningHeader {
      return VersioningHeader;
    }
    readonly Header = "X-Version";
    get Lifecycle(): () => Record<string, Lifecycle> {
      return () => ({ "1": { Deprecated: "2020-01-01" } });
    }
  }
  class Options {
    get Logger(): typeof logger {
      return logger;
    }
    get MapError(): (error: unknown) => HTTPError | undefined {
      return (error) => (error instanceof RangeError ? new HTTPError(409) : undefined);
    }
    get Errors(): Errors {
      return new Errors();
    }
    get Versioning(): Versioning {
      return new Versioning();
    }
  }

  it.each([
    ["RangeError", new RangeError(), 409, 0],
    ["Error", new Error(), 500, 1],
  ])("hold: %s", async (_what, error, status, logged) => {
    logger.error.mockClear();
    const app = new App(new Options()).Get("/", () => Promise.reject(error), WithVersion("1"));
    const answer = await (await serve(app)).ask("GET /", { "X-Version": "1" });
    expect(answer).toMatchObject({ status, json: "an error", headers: { deprecation: "@1577836800" } });
    expect(logger.error).toHaveBeenCalledTimes(logged);
  });
});
