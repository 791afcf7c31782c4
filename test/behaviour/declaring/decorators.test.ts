// jest.config.ts runs this file twice: as it is, and compiled with experimentalDecorators.
import {
  App,
  BuildError,
  Delete,
  Deprecated,
  Description,
  Get,
  Handle,
  Head,
  Hidden,
  OperationID,
  Patch,
  Post,
  Put,
  Router,
  Status,
  Summary,
  VersioningHeader,
  WithGuards,
  WithMiddleware,
  WithPrefix,
  WithTags,
  WithVersion,
} from "versioned-controllers";
import type { Includable, Option, Route, RouterOption } from "versioned-controllers";
import { TestClient } from "versioned-controllers/testing";
import { takeMessages } from "../../support/warnings";

const Versioning = { Type: VersioningHeader, Header: "X-Version", DefaultVersion: ["0"] } as const;

function inspect(what: Includable, ...options: RouterOption[]): readonly Route[] {
  return new App({ Versioning }).Include(what, ...options).Inspect();
}

function problemsOf(what: Includable): readonly string[] {
  try {
    inspect(what);
    return [];
  } catch (error) {
    if (error instanceof BuildError) return error.Problems;
    throw error;
  }
}

const plain: Omit<Route, "Method" | "Path" | "OperationID"> = {
  Versions: ["0"],
  Tags: [],
  Deprecated: false,
  Hidden: false,
  Status: 200,
  Earlier: [],
};

/** One value, what it makes of a route. */
const optionsOfBoth: readonly [string, Option, Partial<Route>][] = [
  ["WithVersion", WithVersion("1", "2"), { Versions: ["1", "2"] }],
  ["WithTags", WithTags("a", "b"), { Tags: ["a", "b"] }],
  ["Deprecated", Deprecated(), { Deprecated: true }],
  ["Hidden", Hidden(), { Hidden: true }],
  ["Status", Status(201), { Status: 201 }],
  ["Summary", Summary("text"), { Summary: "text" }],
  ["Description", Description("text"), { Description: "text" }],
];

describe.each(optionsOfBoth)("%s is one value that works", (_name, option, made) => {
  const expected = { Path: "/x", Method: "GET", ...plain, ...made };

  it("stacked on a method", () => {
    @Router()
    class Stacked {
      @option
      @Get("/x")
      x() {
        return 1;
      }
    }
    expect(inspect(Stacked)).toMatchObject([expected]);
  });

  it("stacked below a verb", () => {
    @Router()
    class Below {
      @Get("/x")
      @option
      x() {
        return 1;
      }
    }
    expect(inspect(Below)).toMatchObject([expected]);
  });

  it("in a verb's list, with a path and without", () => {
    @Router("/x")
    class Listed {
      @Get("/", option)
      get() {
        return 1;
      }
      @Post(option)
      post() {
        return 1;
      }
    }
    expect(inspect(Listed)).toMatchObject([expected, { ...expected, Method: "POST" }]);
  });

  it("stacked on a class, above and below @Router", () => {
    @option
    @Router("/x")
    class Above {
      @Get()
      x() {
        return 1;
      }
    }
    @Router("/x")
    @option
    class Below {
      @Get()
      x() {
        return 1;
      }
    }
    expect(inspect(Above)).toMatchObject([expected]);
    expect(inspect(Below)).toMatchObject([expected]);
  });

  it("in @Router's list, with a prefix and without", () => {
    @Router("/x", option)
    class Prefixed {
      @Get()
      x() {
        return 1;
      }
    }
    @Router(option)
    class Bare {
      @Get("/x")
      x() {
        return 1;
      }
    }
    expect(inspect(Prefixed)).toMatchObject([expected]);
    expect(inspect(Bare)).toMatchObject([expected]);
  });

  it("passed to Include, to a Router, to an App and to a registration call", () => {
    @Router("/x")
    class Plain {
      @Get()
      x() {
        return 1;
      }
    }
    expect(inspect(Plain, option)).toMatchObject([expected]);
    expect(inspect(new Router("/x", option).Get("/", () => 1))).toMatchObject([expected]);
    expect(inspect(new Router(option).Get("/x", () => 1))).toMatchObject([expected]);
    expect(new App({ Versioning }, option).Get("/x", () => 1).Inspect()).toMatchObject([expected]);
    expect(new App({ Versioning }).Get("/x", () => 1, option).Inspect()).toMatchObject([expected]);
  });

  it("at several places at once, and again in another App", () => {
    const twice = () => new App({ Versioning }, option).Get("/x", () => 1, option).Inspect();
    expect(twice()).toMatchObject([expected]);
    expect(twice()).toMatchObject([expected]);
  });
});

describe("guards and middleware work at every place", () => {
  const log: string[] = [];
  const guard = WithGuards(() => {
    log.push("guard");
    return true;
  });
  const middleware = WithMiddleware((_req, _res, next) => {
    log.push("middleware");
    next();
  });

  @guard
  @middleware
  @Router("/class")
  class OnClass {
    @Get()
    x() {
      log.push("handler");
      return "x";
    }
  }
  @Router("/class-list", guard, middleware)
  class InClassList {
    @Get()
    x() {
      log.push("handler");
      return "x";
    }
  }
  @Router()
  class OnMethods {
    @guard
    @Get("/stacked")
    @middleware
    stacked() {
      log.push("handler");
      return "x";
    }
    @Get("/list", guard, middleware)
    list() {
      log.push("handler");
      return "x";
    }
  }
  @Router("/include")
  class Included {
    @Get()
    x() {
      log.push("handler");
      return "x";
    }
  }
  const handler = () => {
    log.push("handler");
    return "x";
  };
  const app = new App()
    .Include([OnClass, InClassList, OnMethods])
    .Include(Included, guard, middleware)
    .Include(new Router("/router", guard, middleware).Get("/", handler))
    .Get("/route", handler, guard, middleware);

  it.each(["/class", "/class-list", "/stacked", "/list", "/include", "/router", "/route"])(
    "%s: middleware, then guards, then the handler",
    async (path) => {
      log.length = 0;
      await TestClient(app).get(path).expect(200, "x");
      expect(log).toEqual(["middleware", "guard", "handler"]);
    },
  );
});

describe("options that add up do so in the order written, from top to bottom and left to right", () => {
  it("on a class", () => {
    @WithTags("a", "b")
    @WithTags("c")
    @Router("/", WithTags("d"), WithTags("e"))
    @WithTags("f")
    class Cats {
      @Get()
      x() {
        return 1;
      }
    }
    expect(inspect(Cats)).toMatchObject([{ Tags: ["a", "b", "c", "d", "e", "f"] }]);
  });

  it("on a method, whose verbs' lists hold for their own route only", () => {
    @Router()
    class Cats {
      @WithTags("a")
      @Get("/get", WithTags("b"), WithTags("c"))
      @WithTags("d")
      @Post("/post", WithTags("e"))
      @WithTags("f")
      x() {
        return 1;
      }
    }
    expect(inspect(Cats)).toMatchObject([
      { Method: "GET", Tags: ["a", "b", "c", "d", "f"] },
      { Method: "POST", Tags: ["a", "d", "e", "f"] },
    ]);
  });

  it("for guards and middleware too", async () => {
    const log: string[] = [];
    const guard = (name: string) =>
      WithGuards(() => {
        log.push(name);
        return true;
      });
    const middleware = (name: string) =>
      WithMiddleware((_req, _res, next) => {
        log.push(name);
        next();
      });
    @guard("guard 1")
    @middleware("middleware 1")
    @Router("/", guard("guard 2"), middleware("middleware 2"))
    @guard("guard 3")
    class Cats {
      @middleware("middleware 3")
      @guard("guard 4")
      @Get("/", guard("guard 5"), middleware("middleware 4"))
      @middleware("middleware 5")
      @guard("guard 6")
      x() {
        return "x";
      }
    }
    await TestClient(new App().Include(Cats)).get("/").expect(200, "x");
    expect(log).toEqual([
      "middleware 1",
      "middleware 2",
      "middleware 3",
      "middleware 4",
      "middleware 5",
      "guard 1",
      "guard 2",
      "guard 3",
      "guard 4",
      "guard 5",
      "guard 6",
    ]);
  });
});

describe("an option that replaces others, given twice at one place, is a build problem", () => {
  const twice: readonly [string, Option, Option][] = [
    ["WithVersion", WithVersion("1"), WithVersion("2")],
    ["Status", Status(201), Status(202)],
    ["Summary", Summary("a"), Summary("b")],
    ["Description", Description("a"), Description("b")],
  ];

  it.each(twice)("%s stacked twice, or stacked and in a list", (name, one, other) => {
    @one
    @other
    @Router("/a")
    class ClassTwice {}
    @one
    @Router("/b", other)
    class ClassAndList {}
    @Router("/c")
    class MethodTwice {
      @one
      @Get()
      @other
      x() {
        return 1;
      }
    }
    @Router("/d")
    class MethodAndList {
      @one
      @Get("/", other)
      x() {
        return 1;
      }
    }
    const where = (place: string) =>
      expect.stringContaining(`${place}: ${name} is declared twice: keep one`) as string;
    expect(problemsOf([ClassTwice, ClassAndList, MethodTwice, MethodAndList])).toEqual([
      where("ClassTwice"),
      where("ClassAndList"),
      where("MethodTwice.x, GET /c"),
      where("MethodAndList.x, GET /d"),
    ]);
  });

  it.each(twice)("%s in a verb's list and stacked, for that verb only", (name, one, other) => {
    @Router()
    class Cats {
      @one
      @Get("/get", other)
      @Post("/post")
      x() {
        return 1;
      }
    }
    expect(problemsOf(Cats)).toEqual([
      expect.stringContaining(`Cats.x, GET /get: ${name} is declared twice: keep one`),
    ]);
  });

  it("OperationID", () => {
    @Router()
    class Cats {
      @OperationID("a")
      @Get("/", OperationID("b"))
      x() {
        return 1;
      }
    }
    expect(problemsOf(Cats)).toEqual([
      expect.stringContaining("Cats.x, GET /: OperationID is declared twice"),
    ]);
  });

  it("but not in the lists of two verbs, nor on a method and its class", () => {
    @Router("/", Status(200), WithVersion("9"), Summary("s"), Description("d"))
    class Cats {
      @Get("/", Status(201), WithVersion("1"), Summary("a"), Description("a"), OperationID("a"))
      @Post("/", Status(202), WithVersion("2"), Summary("b"), Description("b"), OperationID("b"))
      x() {
        return 1;
      }
    }
    expect(inspect(Cats)).toMatchObject([
      { Status: 201, Versions: ["1"], Summary: "a", Description: "a", OperationID: "a" },
      { Status: 202, Versions: ["2"], Summary: "b", Description: "b", OperationID: "b" },
    ]);
  });

  it("and neither are prefixes, tags, guards, middleware, Deprecated and Hidden, which add up", () => {
    @WithPrefix("/a")
    @WithPrefix("/b")
    @WithTags("a")
    @WithTags("a")
    @Deprecated()
    @Deprecated()
    @Hidden()
    @Hidden()
    @WithGuards(() => true)
    @WithGuards(() => true)
    @Router("/c")
    class Cats {
      @Deprecated()
      @Get("/", Deprecated())
      x() {
        return 1;
      }
    }
    expect(inspect(Cats)).toMatchObject([{ Path: "/a/b/c", Tags: ["a"], Deprecated: true, Hidden: true }]);
  });
});

describe("verb decorators", () => {
  it("name their methods; a path that is left out is /", () => {
    @Router("/cats")
    class Cats {
      @Get()
      get() {
        return 1;
      }
      @Post()
      post() {
        return 1;
      }
      @Put()
      put() {
        return 1;
      }
      @Patch()
      patch() {
        return 1;
      }
      @Delete()
      delete() {
        return 1;
      }
      @Head()
      head() {
        return 1;
      }
      @Handle("options", "/")
      options() {
        return 1;
      }
      @Handle("Report")
      report() {
        return 1;
      }
      @Handle("M-SEARCH", "/{id}")
      search() {
        return 1;
      }
    }
    expect(inspect(Cats).map(({ Method, Path }) => `${Method} ${Path}`)).toEqual([
      "GET /cats",
      "POST /cats",
      "PUT /cats",
      "PATCH /cats",
      "DELETE /cats",
      "HEAD /cats",
      "OPTIONS /cats",
      "REPORT /cats",
      "M-SEARCH /cats/{id}",
    ]);
    const undescribed = (route: string, method: string) =>
      `${route}: the route stands in no document, because OpenAPI 3.1 cannot describe ${method} operations: set AppOptions.OpenAPI to { openapi: "3.2.0" }, or hide the route with Hidden()`;
    expect(takeMessages()).toEqual([
      undescribed("Cats.report, REPORT /cats", "REPORT"),
      undescribed("Cats.search, M-SEARCH /cats/{id}", "M-SEARCH"),
    ]);
  });

  it("may be on one method several times, the same one too, in the order written", async () => {
    @Router("/cats")
    class Cats {
      @Get("/a")
      @Get("/b", Status(201))
      @Post("/a")
      x() {
        return "x";
      }
    }
    expect(inspect(Cats)).toMatchObject([
      { Method: "GET", Path: "/cats/a", Status: 200 },
      { Method: "GET", Path: "/cats/b", Status: 201 },
      { Method: "POST", Path: "/cats/a", Status: 200 },
    ]);
    const client = TestClient(new App().Include(Cats));
    await client.get("/cats/a").expect(200, "x");
    await client.get("/cats/b").expect(201, "x");
    await client.post("/cats/a").expect(200, "x");
  });

  it("are on a method that is named by a symbol", async () => {
    const secret = Symbol("secret");
    @Router("/cats")
    class Cats {
      @Get()
      [secret]() {
        return "x";
      }
    }
    await TestClient(new App().Include(Cats)).get("/cats").expect(200, "x");
  });

  it("bind the method to its instance", async () => {
    @Router("/cats")
    class Cats {
      readonly #names: readonly string[];
      constructor(...names: string[]) {
        this.#names = names;
      }
      @Get()
      list() {
        return this.#names;
      }
    }
    await TestClient(new App().Include(new Cats("Tom")))
      .get("/cats")
      .expect(200, ["Tom"]);
    await TestClient(new App().Include(Cats)).get("/cats").expect(200, []);
  });

  it("leave the method as it was: it can still be called", () => {
    @Router("/cats")
    class Cats {
      @Get()
      @WithTags("x")
      list() {
        return ["Tom"];
      }
    }
    expect(new Cats().list()).toEqual(["Tom"]);
    expect(Cats.name).toBe("Cats");
    expect(Object.keys(new Cats())).toEqual([]);
    expect(Object.getOwnPropertyNames(Cats.prototype)).toEqual(["constructor", "list"]);
  });
});

describe("a class is judged by what is written on it", () => {
  it("class options, without @Router, are not a route", () => {
    @WithTags("x")
    class Cats {
      @Get()
      x() {
        return 1;
      }
    }
    expect(problemsOf(Cats)).toEqual([
      expect.stringContaining("class Cats has no @Router decorator: add @Router() to it"),
    ]);
  });

  it("@Router twice is declared twice", () => {
    @Router("/a")
    @Router("/b")
    class Cats {}
    expect(problemsOf(Cats)).toEqual([expect.stringContaining("Cats: Router is declared twice")]);
  });

  it("an option on a method without a verb is a named problem", () => {
    @Router("/a")
    class Cats {
      @WithGuards(() => false)
      @WithTags("x")
      x() {
        return 1;
      }
    }
    expect(problemsOf(Cats)).toEqual([expect.stringMatching(/^Cats\.x: .*no verb/)]);
  });

  it("a method without decorators is not a route", () => {
    @Router("/a")
    class Cats {
      @Get()
      x() {
        return this.y();
      }
      y() {
        return 1;
      }
    }
    expect(inspect(Cats)).toHaveLength(1);
  });
});
