import express from "express";
import {
  App,
  Get,
  Router,
  VersioningHeader,
  VersioningURI,
  WithPrefix,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, Container, VersioningOptions } from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";

const handler = () => "answered";

@Router("/cats")
class Cats {
  readonly names: readonly string[];

  constructor(...given: readonly string[]) {
    this.names = given;
  }

  @Get()
  list() {
    return this.names;
  }
}

@Router("/dogs")
class Dogs {
  readonly names: readonly string[];

  constructor(first: string, second: string) {
    this.names = [first, second];
  }

  @Get()
  list() {
    return this.names;
  }
}

/** A class as what only `new` without arguments can make. */
function asIncludable(one: unknown): object {
  return one as object;
}

/** All that the Logger is told by a Build. */
function warningsOf(build: (app: App) => unknown, options: AppOptions = {}): readonly unknown[] {
  const Logger = recordingLogger();
  const app = new App({ ...options, Logger });
  build(app);
  app.Build();
  return Logger.warn.mock.calls;
}

describe("a segment as other frameworks write a parameter", () => {
  it.each([
    [":id", "{id}"],
    [":id?", "{id}"],
    [":id(\\d+)", "{id}"],
    ["*", "{rest...}"],
    ["*path", "{path...}"],
    ["[id]", "{id}"],
    ["[...path]", "{path...}"],
    ["<id>", "{id}"],
    ["<int:id>", "{id}"],
  ])("is warned of: %s", (segment, parameter) => {
    expect(warningsOf((app) => app.Get(`/cats/${segment}/a`, handler))).toEqual([
      [
        { component: "Router", method: "GET", path: `/cats/${segment}/a` },
        `GET /cats/${segment}/a: segment ${JSON.stringify(segment)} is literal text; a parameter is written ${parameter}`,
      ],
    ]);
  });

  it("is warned of in a prefix, and once for each segment", () => {
    const built = warningsOf((app) =>
      app.Include(new Router("/:owner", WithPrefix("/api")).Get("/:repository", handler)),
    );
    expect(built).toEqual([
      [
        expect.anything(),
        expect.stringContaining(`segment ":owner" is literal text; a parameter is written {`),
      ],
      [
        expect.anything(),
        expect.stringContaining(`segment ":repository" is literal text; a parameter is written {`),
      ],
    ]);
  });

  it.each([
    "{id}",
    "{rest...}",
    "cats",
    "st*ar",
    "end*",
    "a:b",
    ":",
    ":1",
    "[]",
    "[a",
    "a]",
    "<>",
    "<a",
    "@me",
    "~",
  ])("is not: %s", (segment) => {
    expect(warningsOf((app) => app.Get(`/${segment}`, handler))).toEqual([]);
  });

  it("is not judged by trying: a long one takes no longer than its text", () => {
    const long = `<${"a".repeat(100_000)}`;
    expect(warningsOf((app) => app.Get(`/${long}/*${long}/:${long}/[${long}`, handler))).toHaveLength(0);
  });
});

describe("a version that begins with the prefix", () => {
  const text = (version: string, prefix: string, segment: string) =>
    `AppOptions.Versioning: version "${version}" begins with the prefix, "${prefix}", which paths add to it: it is served at /${segment}`;

  it.each<[string, VersioningOptions, readonly string[], readonly string[]]>([
    ["the default one", { Type: VersioningURI }, ["v1", "2"], [text("v1", "v", "vv1")]],
    ["each once", { Type: VersioningURI }, ["v1", "v2"], [text("v1", "v", "vv1"), text("v2", "v", "vv2")]],
    ["another one", { Type: VersioningURI, Prefix: "api" }, ["api1", "v1"], [text("api1", "api", "apiapi1")]],
    ["not the empty one", { Type: VersioningURI, Prefix: "" }, ["v1"], []],
    ["not under a header", { Type: VersioningHeader, Header: "V" }, ["v1"], []],
  ])("is warned of: %s", (_which, Versioning, versions, messages) => {
    const built = warningsOf(
      (app) =>
        app.Get("/cats", handler, WithVersion(...versions)).Get("/dogs", handler, WithVersion(...versions)),
      { Versioning },
    );
    expect(built).toEqual(messages.map((message) => [{ component: "Router" }, message]));
  });
});

describe("an App without routes", () => {
  const warned = [[{ component: "Router" }, "App: the App has no routes: was an Include forgotten?"]];

  it.each<[string, (app: App) => unknown]>([
    ["that was told nothing", () => undefined],
    ["that includes a Router without routes", (app) => app.Include(new Router("/cats"))],
    ["that has middleware alone", (app) => app.Use(express.json())],
  ])("is warned of: one %s", (_which, build) => {
    expect(warningsOf(build)).toEqual(warned);
  });
});

describe("a controller whose constructor asks for arguments", () => {
  const warned = [
    [
      { component: "Router" },
      "Dogs: the constructor asks for arguments, 2 of them, and was given none; set AppOptions.Container, or include an instance",
    ],
  ];
  const container: Container = { get: (controller) => new controller("Rex", "Fido") };

  it.each<[string, (app: App) => unknown, AppOptions, readonly unknown[]]>([
    ["included as a class", (app) => app.Include(asIncludable(Dogs)), {}, warned],
    ["once, however often", (app) => app.Include([Dogs, Cats]).Include(Dogs, WithPrefix("/a")), {}, warned],
    ["not from a Container", (app) => app.Include(Dogs), { Container: container }, []],
    ["not an instance", (app) => app.Include(new Dogs("Rex", "Fido")), {}, []],
    ["not where it needs none", (app) => app.Include(Cats), {}, []],
  ])("is warned of: %s", (_which, build, options, messages) => {
    expect(warningsOf(build, options)).toEqual(messages);
  });
});

describe("an asynchronous Container", () => {
  it("is a problem that names the class", () => {
    // As it comes from JavaScript: the types refuse it.
    const container = {
      get: async (controller: new () => object) => new controller(),
    } as unknown as Container;
    expect(problemsOf(new App({ Container: container }).Include(Cats))).toEqual([
      "App: Cats came as a promise, which Build does not wait for: await it, and include the instance [controller-promised]",
    ]);
  });
});

describe("what is no middleware says so to Express", () => {
  const server = express();
  const use = (path: string, what: unknown) => server.use(path, what as express.RequestHandler);

  it.each<[string, unknown, string]>([
    [
      "an App",
      new App(),
      "an App is no middleware, its Build() gives one: server.use(app.Build()) [app-not-built]",
    ],
    [
      "a Router",
      new Router("/cats"),
      "a Router is no middleware: include it in an App, and mount what the App's Build() gives [router-not-built]",
    ],
  ])("%s", (_what, mounted, message) => {
    expect(() => use("/api", mounted)).toThrow(new TypeError(message));
  });

  it("and Express alone speaks where it looks at nothing of it", () => {
    expect(() => server.use(new App() as unknown as express.RequestHandler)).toThrow(
      "app.use() requires a middleware function",
    );
  });

  it("and what looks at all that an object has is told nothing", () => {
    expect(Reflect.get(App.prototype, "handle")).toBeUndefined();
    expect(Reflect.ownKeys(new App())).toEqual([]);
  });
});

describe("Router without new", () => {
  const made = Router("/cats") as unknown as Router;

  it.each(["Get", "Post", "Put", "Patch", "Delete", "Head", "Handle", "Include", "Routes"] as const)(
    "has no %s, and says so",
    (member) => {
      const call = made[member] as (...args: unknown[]) => unknown;
      expect(() => call("/", handler)).toThrow(
        new TypeError(
          `Router(...) is a class decorator, and has no ${member}: write new Router(...) [router-without-new]`,
        ),
      );
    },
  );

  it("is a decorator that shows none of them", () => {
    expect(Object.keys(made)).toEqual([]);
  });
});
