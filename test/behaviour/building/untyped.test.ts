import {
  App,
  Deprecated,
  Description,
  Get,
  Handle,
  Hidden,
  OperationID,
  Post,
  Router,
  Status,
  Summary,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  WithChanges,
  WithGuards,
  WithMiddleware,
  WithPrefix,
  WithTags,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions } from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";

/* Whatever a caller without types registers is a build problem with a name, or works: never another exception,
   and nothing is dropped without a word. */

const unprintable = {
  toString() {
    throw new Error("no text");
  },
};

/** By what they are called in the rows below; new ones on every call, since one may be marked by its misuse. */
function valuesNow(): Readonly<Record<string, unknown>> {
  class PlainClass {
    method() {
      return 1;
    }
  }
  const Controller = newController();
  return {
    undefined,
    null: null,
    true: true,
    false: false,
    zero: 0,
    number: 7,
    NaN: Number.NaN,
    bigint: 1n,
    "empty text": "",
    text: "text",
    "path text": "/text",
    symbol: Symbol("s"),
    "empty list": [],
    list: ["/a"],
    "list of a function": [() => true],
    "sparse list": new Array(1),
    "empty object": {},
    object: { a: 1 },
    "object without a prototype": Object.create(null) as object,
    "object without text": unprintable,
    date: new Date(0),
    regexp: /x/,
    promise: Promise.resolve("/x"),
    function: () => true,
    "async function": async () => true,
    class: PlainClass,
    "controller class": Controller,
    "controller instance": new Controller(),
    router: new Router("/router"),
    app: new App(),
    option: WithTags("x"),
    "route option": OperationID("x"),
    "router option": WithPrefix("/x"),
    verb: Get("/x"),
    "@Router's decorator": Router("/x"),
    "an option's maker": WithTags,
    "Router itself": Router,
    "App itself": App,
  };
}

const names = Object.keys(valuesNow());

function newController(): new () => { method(): number } {
  @Router("/controller")
  class Controller {
    @Get()
    method() {
      return 1;
    }
  }
  return Controller;
}

const header = { Type: VersioningHeader, Header: "X-Version" } as const;
const handler = () => 1;

interface Garbage {
  /** A place, and an App with a value at it. */
  readonly place: string;
  readonly app: (value: never) => App;
  /** The values that work there. */
  readonly works: readonly string[];
  /** The values that may do either. */
  readonly either?: readonly string[];
}

/** They are functions, and nothing tells them from others. */
const ownFunctions = ["an option's maker", "Router itself"];

const functions = ["function", "async function"];
const options = ["option", "route option"];
const routerOptions = ["option", "router option"];
const fresh = () => new App({ Logger: recordingLogger() });
const versioned = () => new App({ Versioning: header, Logger: recordingLogger() });

const places: readonly Garbage[] = [
  { place: "a handler", app: (value) => fresh().Get("/x", value), works: functions, either: ownFunctions },
  {
    place: "a handler of Handle",
    app: (value) => fresh().Handle("PUT", "/x", value),
    works: functions,
    either: ownFunctions,
  },
  {
    place: "a path",
    app: (value) => fresh().Get(value, handler),
    works: ["empty text", "path text"],
  },
  { place: "a method", app: (value) => fresh().Handle(value, "/x", handler), works: [] },
  { place: "a route's option", app: (value) => fresh().Get("/x", handler, value), works: options },
  {
    place: "a second option of a route",
    app: (value) => fresh().Get("/x", handler, Deprecated(), value),
    works: options,
  },
  {
    place: "a router's prefix",
    app: (value) => fresh().Include(new Router(value)),
    works: ["undefined", "empty text", "path text", ...routerOptions],
    either: ["null"],
  },
  {
    place: "a router's option",
    app: (value) => fresh().Include(new Router("/x", value)),
    works: routerOptions,
  },
  { place: "a root option", app: (value) => new App({}, value), works: routerOptions },
  {
    place: "what is included",
    app: (value) => fresh().Include(value),
    works: ["empty list", "controller class", "controller instance", "router"],
  },
  {
    place: "what is included in a list",
    app: (value) => fresh().Include([value]),
    works: ["controller class", "controller instance", "router"],
    either: ["empty list"],
  },
  {
    place: "an Include's option",
    app: (value) => fresh().Include(newController(), value),
    works: routerOptions,
  },
  {
    place: "a class's prefix",
    app: (value) => {
      @Router(value)
      class Cats {}
      return fresh().Include(Cats);
    },
    works: ["undefined", "empty text", "path text", ...routerOptions],
    either: ["null"],
  },
  {
    place: "a class's option",
    app: (value) => {
      @Router("/x", value)
      class Cats {}
      return fresh().Include(Cats);
    },
    works: routerOptions,
  },
  {
    place: "a verb's path",
    app: (value) => {
      @Router("/cats")
      class Cats {
        @Get(value)
        list() {
          return 1;
        }
      }
      return fresh().Include(Cats);
    },
    works: ["undefined", "empty text", "path text", ...options],
    either: ["null"],
  },
  {
    place: "a verb's option",
    app: (value) => {
      @Router("/cats")
      class Cats {
        @Post("/", value)
        list() {
          return 1;
        }
      }
      return fresh().Include(Cats);
    },
    works: options,
  },
  {
    place: "a decorator's method",
    app: (value) => {
      @Router("/cats")
      class Cats {
        @Handle(value)
        list() {
          return 1;
        }
      }
      return fresh().Include(Cats);
    },
    works: [],
  },
  {
    place: "WithPrefix",
    app: (value) => fresh().Include(new Router(WithPrefix(value))),
    works: ["empty text", "path text"],
  },
  {
    place: "WithVersion",
    app: (value) => versioned().Get("/x", handler, WithVersion(value)),
    works: ["text", "path text"],
  },
  {
    place: "WithVersion, beside another",
    app: (value) => versioned().Get("/x", handler, WithVersion("1", value)),
    works: ["text", "path text"],
  },
  {
    place: "WithTags",
    app: (value) => fresh().Get("/x", handler, WithTags("a", value)),
    works: ["text", "path text"],
    either: ["empty text"],
  },
  {
    place: "WithChanges",
    app: (value) => fresh().Get("/x", handler, WithChanges(value)),
    works: [],
  },
  {
    place: "WithGuards",
    app: (value) => fresh().Get("/x", handler, WithGuards(value)),
    works: functions,
    either: ownFunctions,
  },
  {
    place: "WithGuards, beside another",
    app: (value) =>
      fresh().Get(
        "/x",
        handler,
        WithGuards(() => true, value),
      ),
    works: functions,
    either: ownFunctions,
  },
  {
    place: "WithMiddleware",
    app: (value) => fresh().Get("/x", handler, WithMiddleware(value)),
    works: functions,
    either: ownFunctions,
  },
  {
    place: "WithMiddleware, beside another",
    app: (value) =>
      fresh().Include(
        new Router(
          WithMiddleware((_req, _res, next) => {
            next();
          }, value),
        ),
      ),
    works: functions,
    either: ownFunctions,
  },
  { place: "Use", app: (value) => fresh().Use(value), works: functions, either: ownFunctions },
  { place: "Status", app: (value) => fresh().Get("/x", handler, Status(value)), works: [] },
  {
    place: "Summary",
    app: (value) => fresh().Get("/x", handler, Summary(value)),
    works: ["text", "path text"],
    either: ["empty text"],
  },
  {
    place: "Description",
    app: (value) => fresh().Get("/x", handler, Description(value)),
    works: ["text", "path text"],
    either: ["empty text"],
  },
  {
    place: "OperationID",
    app: (value) => fresh().Get("/x", handler, OperationID(value)),
    works: ["text", "path text"],
    either: ["empty text"],
  },
  {
    place: "AppOptions",
    app: (value) => new App(value),
    works: ["undefined", "empty object"],
    either: [
      "null",
      "object without a prototype",
      "object without text",
      "controller instance",
      "date",
      "regexp",
      "promise",
      "empty list",
      "sparse list",
    ],
  },
  ...(["Title", "Version", "Description"] as const).map((name) => ({
    place: `AppOptions.${name}`,
    app: (value: never) => new App({ [name]: value }),
    works: ["undefined", "text", "path text"],
    either: ["empty text"],
  })),
  ...(["TrustRequestID", "PassUnmatched", "MergeParams", "PassErrors"] as const).map((name) => ({
    place: `AppOptions.${name}`,
    app: (value: never) => new App({ [name]: value }),
    works: ["undefined", "true", "false"],
  })),
  {
    place: "AppOptions.OpenAPI",
    app: (value) => new App({ OpenAPI: value }),
    works: ["undefined", "empty object"],
    either: [
      "object",
      "object without a prototype",
      "object without text",
      "date",
      "regexp",
      "promise",
      "controller instance",
      "router",
      "app",
    ],
  },
  {
    place: "AppOptions.OpenAPI.tags",
    app: (value) => new App({ OpenAPI: { tags: value } }),
    works: ["undefined", "empty list"],
  },
  {
    place: "AppOptions.Logger",
    app: (value) => new App({ Logger: value }),
    works: ["undefined"],
  },
  {
    place: "AppOptions.MapError",
    app: (value) => new App({ MapError: value }),
    works: ["undefined", ...functions],
    either: ownFunctions,
  },
  {
    place: "AppOptions.Container",
    app: (value) => new App({ Container: value }).Include(newController()),
    works: ["undefined"],
  },
  {
    place: "AppOptions.Versioning",
    app: (value) => new App({ Versioning: value }),
    works: ["undefined", "empty object"],
    either: [
      "empty list",
      "sparse list",
      "object without a prototype",
      "date",
      "regexp",
      "promise",
      "controller instance",
      "router",
      "app",
    ],
  },
  {
    place: "Versioning.Type",
    app: (value) => new App({ Versioning: { Type: value } }),
    works: ["undefined"],
  },
  {
    place: "Versioning.Header",
    app: (value) => new App({ Versioning: { Type: VersioningHeader, Header: value } }),
    works: ["text"],
  },
  {
    place: "Versioning.Key",
    app: (value) => new App({ Versioning: { Type: VersioningMediaType, Key: value } }),
    works: ["text"],
  },
  {
    place: "Versioning.Extractor",
    app: (value) => new App({ Versioning: { Type: VersioningCustom, Extractor: value } }),
    works: functions,
    either: ownFunctions,
  },
  {
    place: "Versioning.Prefix",
    app: (value) => new App({ Versioning: { Type: VersioningURI, Prefix: value } }),
    works: ["undefined", "empty text", "text"],
  },
  {
    place: "Versioning.DefaultVersion",
    app: (value) => new App({ Versioning: { ...header, DefaultVersion: value } }),
    works: ["undefined", "empty list", "list"],
  },
  {
    place: "a version in DefaultVersion",
    app: (value) => new App({ Versioning: { ...header, DefaultVersion: ["1", value] } }),
    works: ["text", "path text"],
  },
];

describe.each(places)("$place", ({ app, works, either = [] }) => {
  const verdict = (name: string) =>
    works.includes(name)
      ? "works"
      : either.includes(name)
        ? "works or is a named problem"
        : "is a named problem";

  it.each(names.map((name) => [name, verdict(name)]))("%s %s", (name, expected) => {
    const problems = problemsOf(app(valuesNow()[name] as never));
    if (expected === "works") expect(problems).toEqual([]);
    if (expected === "is a named problem") expect(problems).not.toEqual([]);
    for (const problem of problems) expect(problem).toMatch(/^[^\r\n]+: [^\r\n]+ \[[a-z-]+\]$/);
  });
});

describe("arguments that are left out", () => {
  const call = (made: (...args: never[]) => unknown, ...args: unknown[]) =>
    Reflect.apply(made, undefined, args) as never;
  const callOn = (app: App, member: "Get" | "Handle" | "Include", ...args: unknown[]): unknown =>
    Reflect.apply(app[member] as (...args: never[]) => unknown, app, args as never);

  it.each<[string, (app: App) => unknown]>([
    ["Get()", (app) => callOn(app, "Get")],
    ["Get(path)", (app) => callOn(app, "Get", "/x")],
    ["Handle()", (app) => callOn(app, "Handle")],
    ["Handle(method, path)", (app) => callOn(app, "Handle", "GET", "/x")],
    ["Include()", (app) => callOn(app, "Include")],
    ["WithPrefix()", (app) => app.Include(new Router(call(WithPrefix)))],
    ["Status()", (app) => app.Get("/x", handler, call(Status))],
    ["Summary()", (app) => app.Get("/x", handler, call(Summary))],
    ["Description()", (app) => app.Get("/x", handler, call(Description))],
    ["OperationID()", (app) => app.Get("/x", handler, call(OperationID))],
  ])("%s is a named problem", (_call, declare) => {
    const app = fresh();
    declare(app);
    expect(problemsOf(app)).not.toEqual([]);
  });
});

describe("options where they make no sense", () => {
  it.each<[string, () => App, string]>([
    ["a prefix on a route", () => fresh().Get("/x", handler, WithPrefix("/y") as never), "GET /x: "],
    ["an id on the root", () => new App({}, OperationID("x") as never), "App: "],
    ["an id on a router", () => fresh().Include(new Router("/x", OperationID("x") as never)), "Router /x: "],
    [
      "an id on an Include",
      () => fresh().Include(newController(), OperationID("x") as never),
      "Include(Controller): ",
    ],
    [
      "handlers in a row, as Express has them",
      () => fresh().Get("/x", handler, handler as never),
      "GET /x: ",
    ],
    [
      "an option before the handler",
      () => fresh().Get("/x", Status(201) as never, handler as never),
      "GET /x: ",
    ],
    [
      "two classes in one Include",
      () => fresh().Include(newController(), newController() as never),
      "Include(Controller): ",
    ],
    ["a path in Use", () => fresh().Use("/x" as never, handler), "App.Use: "],
  ])("%s", (_what, app, where) => {
    const problems = problemsOf(app());
    expect(problems).not.toEqual([]);
    for (const problem of problems) expect(problem.startsWith(where)).toBe(true);
  });

  it.each<[string, unknown]>([
    ["Deprecated(false)", (Deprecated as (value: unknown) => unknown)(false)],
    ["Hidden(false)", (Hidden as (value: unknown) => unknown)(false)],
    ["Status(201, 202)", (Status as (...codes: number[]) => unknown)(201, 202)],
    ["Summary('a', 'b')", (Summary as (...texts: string[]) => unknown)("a", "b")],
  ])("%s says more than the option takes: that is reported, not dropped", (_call, option) => {
    expect(problemsOf(fresh().Get("/x", handler, option as never))).toHaveLength(1);
  });

  it("a guard that is a class is reported where it is, and does not vanish", () => {
    class AdminGuard {
      canActivate() {
        return false;
      }
    }
    const declare = () => {
      @WithGuards(AdminGuard as never)
      @Router("/x")
      class Cats {
        @Get()
        list() {
          return 1;
        }
      }
      return fresh().Include(Cats);
    };
    expect(problemsOf(declare())).toEqual([expect.stringMatching(/^Cats: .*guard/)]);
  });
});

describe("unknown names of options are reported", () => {
  it.each<[string, unknown, string]>([
    ["AppOptions", { Titel: "x" }, "Titel"],
    ["AppOptions", { versioning: {} }, "versioning"],
    ["AppOptions", JSON.parse('{"__proto__": 1}'), "__proto__"],
    ["AppOptions.Versioning", { Versioning: { type: "uri" } }, "type"],
    ["AppOptions.Versioning", { Versioning: { constructor: 1 } }, "constructor"],
  ])("%s: %j", (where, given, name) => {
    const problems = problemsOf(new App(given as AppOptions));
    expect(problems).toHaveLength(1);
    expect(problems[0]?.startsWith(`${where}: `)).toBe(true);
    expect(problems[0]).toContain(name);
  });
});

describe("classes that are hard to name", () => {
  it.each<[string, unknown]>([
    ["a number", 5],
    ["a symbol", Symbol("x")],
    ["a function", () => "x"],
    ["an object without a prototype", Object.create(null)],
    ["empty text", ""],
    ["two lines", "a\nb"],
  ])("a class whose static name is %s is still judged", (_what, name) => {
    @Router("/x", WithVersion("1"))
    class Odd {
      @Get("x")
      list() {
        return 1;
      }
    }
    class NoRouter {}
    class Failing {
      constructor() {
        throw new Error("x");
      }
    }
    const Decorated = Failing;
    for (const target of [Odd, NoRouter, Decorated]) {
      Object.defineProperty(target, "name", { value: name, configurable: true });
    }
    expect(problemsOf(fresh().Include(Odd))).toHaveLength(2);
    expect(problemsOf(fresh().Include([NoRouter, Decorated]))).not.toEqual([]);
    expect(problemsOf(fresh().Include(new Router(), Odd as never))).not.toEqual([]);
    expect(problemsOf(fresh().Get(Odd as never, handler))).not.toEqual([]);
  });

  it("a class without a name", () => {
    const app = fresh().Include(
      (() => {
        return class {};
      })(),
    );
    expect(problemsOf(app)).toHaveLength(1);
  });
});

describe("what a container gives", () => {
  const containing = (get: () => unknown) =>
    new App({ Container: { get } as never }).Include(newController());

  it.each(names.filter((name) => name !== "controller instance"))(
    "%s is not a controller, and that names the class",
    (name) => {
      const problems = problemsOf(containing(() => valuesNow()[name]));
      expect(problems).not.toEqual([]);
      for (const problem of problems) expect(problem).toContain("Controller");
    },
  );

  it.each(names)("%s, thrown, is a problem that names the class", (name) => {
    const app = containing(() => {
      throw valuesNow()[name];
    });
    expect(problemsOf(app)).toEqual([expect.stringContaining("Controller")]);
  });

  it("an instance whose method cannot be read is a problem that names the method", () => {
    const app = containing(() => ({
      get method(): unknown {
        throw new Error("not now");
      },
    }));
    expect(problemsOf(app)).toEqual([expect.stringContaining("Controller")]);
  });
});

describe("before Build", () => {
  it.each(names)("Routes() shows a path that is %s, or leaves it out", (name) => {
    const value = valuesNow()[name];
    const router = new Router().Get(value as never, handler).Handle(value as never, "/x", handler);
    expect(() => router.Routes()).not.toThrow();
  });
});
