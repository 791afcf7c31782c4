import express from "express";
import {
  App,
  Before,
  Change,
  Get,
  Router,
  Since,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
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
    ["**", "{rest...}"],
    ["(.*)", "{rest...}"],
    ["*path", "{path...}"],
    ["[id]", "{id}"],
    ["[...path]", "{path...}"],
    ["[[...path]]", "{path...}"],
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

  it.each([
    [
      "cats?name=Tom",
      'segment "cats?name=Tom" is literal text, but the path of a request ends at "?" or "#"',
    ],
    ["cats#list", 'segment "cats#list" is literal text'],
    ["ca?ts", 'segment "ca?ts" is literal text'],
  ])("or as a query is warned of: %s", (segment, words) => {
    expect(warningsOf((app) => app.Get(`/${segment}`, handler))).toEqual([
      [{ component: "Router", method: "GET", path: `/${segment}` }, expect.stringContaining(words)],
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

  it("is warned of in a path that a change replaced", () => {
    const moved = Before(Change("2", "moved"), Get("/kittens/:id"));
    const Versioning = { Type: VersioningHeader, Header: "V", Versions: ["1", "2"] } as const;
    const built = warningsOf((app) => app.Get("/cats", handler, Since("1"), moved), { Versioning });
    expect(built).toEqual([
      [expect.anything(), expect.stringContaining('segment ":id" is literal text; a parameter is written {')],
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
    "[[a]]",
    "(a)",
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
    `AppOptions.Versioning: version "${version}" begins with the prefix "${prefix}", which VersioningURI adds again, so the version is served at /${segment}: remove the prefix from the version, or set Prefix to ""`;

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

describe("a path that begins with its version", () => {
  const text = (where: string, segment: string, version: string, served: string) =>
    `${where}: the path begins with "${segment}", but VersioningURI adds this segment to each path, so version "${version}" is served at ${served}: remove the segment from the path`;

  it.each<[string, VersioningOptions, string, string | undefined]>([
    [
      "the default prefix",
      { Type: VersioningURI },
      "/v1/cats",
      text("GET /v1/cats", "v1", "1", "/v1/v1/cats"),
    ],
    ["the path alone", { Type: VersioningURI }, "/v2", text("GET /v2", "v2", "2", "/v2/v2")],
    ["no prefix", { Type: VersioningURI, Prefix: "" }, "/1/cats", text("GET /1/cats", "1", "1", "/1/1/cats")],
    ["not another version", { Type: VersioningURI }, "/v3/cats", undefined],
    ["not further on", { Type: VersioningURI }, "/cats/v1", undefined],
    ["not a parameter", { Type: VersioningURI }, "/{v1}/cats", undefined],
    ["not under a header", { Type: VersioningHeader, Header: "V" }, "/v1/cats", undefined],
  ])("is warned of: %s", (_which, Versioning, path, message) => {
    const built = warningsOf((app) => app.Get(path, handler, WithVersion("1", "2")), { Versioning });
    expect(built).toEqual(
      message === undefined ? [] : [[{ component: "Router", method: "GET", path }, message]],
    );
  });

  it("is warned of in a controller's prefix, and not where the route is neutral", () => {
    const router = new Router("/v1")
      .Get("/cats", handler, WithVersion("1"))
      .Get("/health", handler, WithVersion(VersionNeutral));
    expect(warningsOf((app) => app.Include(router), { Versioning: { Type: VersioningURI } })).toEqual([
      [expect.anything(), text("GET /v1/cats", "v1", "1", "/v1/v1/cats")],
    ]);
  });
});

describe("an assumed version that no route answers", () => {
  const header = { Type: VersioningHeader, Header: "V" } as const;

  it.each<[string, VersioningOptions, boolean]>([
    ["under a header", { ...header, AssumeVersion: "3" }, true],
    ["under URI", { Type: VersioningURI, AssumeVersion: "3" }, true],
    ["not one that is served", { ...header, AssumeVersion: "2" }, false],
    ["not one that the request decides on", { ...header, AssumeVersion: () => "3" }, false],
  ])("is warned of: %s", (_which, Versioning, isWarned) => {
    const message =
      'AppOptions.Versioning: AssumeVersion names version "3", which no route answers: routes answer 1, 2; correct the version, or add a route';
    expect(warningsOf((app) => app.Get("/cats", handler, WithVersion("1", "2")), { Versioning })).toEqual(
      isWarned ? [[{ component: "Router" }, message]] : [],
    );
  });
});

describe("a controller without routes", () => {
  @Router("/empty")
  class Empty {
    list() {
      return [];
    }
  }

  @Router("/heir")
  class Heir extends Cats {}

  const warned = [
    [
      { component: "Router" },
      "Empty: the controller has no routes: add @Get() or another verb decorator to its methods",
    ],
  ];

  it.each<[string, (app: App) => unknown, readonly unknown[]]>([
    ["a class", (app) => app.Include([Cats, Empty]), warned],
    ["an instance", (app) => app.Include([Cats, new Empty()]), warned],
    ["once, however often", (app) => app.Include([Cats, Empty]).Include(Empty, WithPrefix("/a")), warned],
    ["not one that has its parent's", (app) => app.Include(Heir), []],
  ])("is warned of: %s", (_which, build, messages) => {
    expect(warningsOf(build)).toEqual(messages);
  });
});

describe("an App without routes", () => {
  const warned = [
    [
      { component: "Router" },
      "App: the App has no routes: register routes, or include a controller or Router",
    ],
  ];

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
      "Dogs: the constructor asks for arguments (2), but Build calls it without any: set AppOptions.Container, or include an instance",
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
      "App: Cats is a promise, which Build does not await: include the awaited instance [controller-promised]",
    ]);
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
          `Router(...) is a class decorator and has no ${member}: write new Router(...) [router-without-new]`,
        ),
      );
    },
  );

  it("is a decorator that shows none of them", () => {
    expect(Object.keys(made)).toEqual([]);
  });
});
