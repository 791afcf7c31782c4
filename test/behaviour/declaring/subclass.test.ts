// jest.config.ts runs this file twice: as it is, and compiled with experimentalDecorators.
import {
  App,
  Delete,
  Deprecated,
  Get,
  OperationID,
  Post,
  Put,
  Router,
  SecurityScheme,
  Status,
  Summary,
  VersioningHeader,
  WithGuards,
  WithMiddleware,
  WithPrefix,
  WithSecurity,
  WithTags,
  WithVersion,
} from "versioned-controllers";
import type { RequestHandler } from "express";
import type { ControllerClass, Option, RouterOption } from "versioned-controllers";
import { TestClient } from "versioned-controllers/testing";
import { recordingLogger } from "../../support/logger";

/** `METHOD path` of every route, in registration order. */
function routesOf(what: ControllerClass, ...options: RouterOption[]): readonly string[] {
  return new App()
    .Include(what, ...options)
    .Inspect()
    .map(({ Method, Path }) => `${Method} ${Path}`);
}

describe("a subclass with @Router", () => {
  it("inherits its parent's routes, before its own", () => {
    @Router("/parent")
    class Parent {
      @Get("/a")
      a() {
        return "a";
      }
      @Post("/b")
      b() {
        return "b";
      }
    }
    @Router("/child")
    class Child extends Parent {
      @Get("/c")
      c() {
        return "c";
      }
    }
    expect(routesOf(Child)).toEqual(["GET /child/a", "POST /child/b", "GET /child/c"]);
  });

  it("calls the method that overrides, at the route that is inherited", async () => {
    @Router("/parent")
    class Parent {
      @Get("/who", Status(201))
      who() {
        return "parent";
      }
    }
    @Router("/child")
    class Child extends Parent {
      override who() {
        return `child of ${super.who()}`;
      }
    }
    const app = new App().Include([Parent, Child]);
    await TestClient(app).get("/child/who").expect(201, "child of parent");
    await TestClient(app).get("/parent/who").expect(201, "parent");
  });

  it("binds an inherited method to its own instance", async () => {
    @Router("/parent")
    class Parent {
      readonly name: string = "parent";
      @Get("/name")
      whoami() {
        return this.name;
      }
    }
    @Router("/child")
    class Child extends Parent {
      override readonly name = "child";
    }
    const app = new App().Include([Parent, Child]);
    await TestClient(app).get("/child/name").expect(200, "child");
    await TestClient(app).get("/parent/name").expect(200, "parent");
  });

  it("counts an option on an overriding method as the route's own, nearer than the parent's", () => {
    @Router("/parent", Status(210))
    class Parent {
      @WithTags("parent's method")
      @Summary("the parent's")
      @Get("/a", Status(211), OperationID("parents"))
      a() {
        return "a";
      }
    }
    @Router("/child", Status(212))
    class Child extends Parent {
      @Status(213)
      @Summary("the child's")
      @OperationID("childs")
      @WithTags("child's method")
      override a() {
        return "b";
      }
    }
    const [parent, child] = new App().Include([Parent, Child]).Inspect();
    expect(child).toEqual({
      Method: "GET",
      Path: "/child/a",
      Versions: [],
      OperationID: "childs",
      Summary: "the child's",
      Tags: ["parent's method", "child's method"],
      Deprecated: false,
      Hidden: false,
      Earlier: [],
      Status: 213,
    });
    expect(parent).toEqual({
      Method: "GET",
      Path: "/parent/a",
      Versions: [],
      OperationID: "parents",
      Summary: "the parent's",
      Tags: ["parent's method"],
      Deprecated: false,
      Hidden: false,
      Earlier: [],
      Status: 211,
    });
  });

  it("keeps the option of the parent's method where the overriding one says nothing", () => {
    @Router("/parent")
    class Parent {
      @Status(211)
      @Get("/a")
      a() {
        return "a";
      }
    }
    @Router("/child", Status(212))
    class Child extends Parent {
      @Deprecated()
      override a() {
        return "b";
      }
    }
    expect(new App().Include(Child).Inspect()).toMatchObject([
      { Path: "/child/a", Status: 211, Deprecated: true },
    ]);
  });

  it("replaces all inherited verbs by one on the overriding method, and leaves other methods unchanged", () => {
    @Router("/parent")
    class Parent {
      @Get("/a")
      @Put("/a")
      a() {
        return "a";
      }
      @Get("/b")
      b() {
        return "b";
      }
    }
    @Router("/child")
    class Child extends Parent {
      @Post("/new")
      override a() {
        return "new";
      }
    }
    expect(routesOf(Child)).toEqual(["POST /child/new", "GET /child/b"]);
    expect(routesOf(Parent)).toEqual(["GET /parent/a", "PUT /parent/a", "GET /parent/b"]);
  });

  it("keeps the guards that are stacked on a method whose verb it replaces", async () => {
    @Router("/parent")
    class Parent {
      @WithGuards(() => false)
      @Get("/a")
      a() {
        return "a";
      }
    }
    @Router("/child")
    class Child extends Parent {
      @Get("/new")
      override a() {
        return "new";
      }
    }
    await TestClient(new App().Include(Child)).get("/child/new").expect(403);
  });

  describe("takes its parent's class options as one level outside its own", () => {
    const log: string[] = [];
    const guard = (name: string) =>
      WithGuards(() => {
        log.push(name);
        return true;
      });

    beforeEach(() => {
      log.length = 0;
    });

    it("for the routes that it inherits", async () => {
      @WithTags("parent's class")
      @Router("/parent", guard("parent's class"), Status(210), Summary("parent's class"), WithVersion("1"))
      class Parent {
        @Get("/a", guard("parent's method"))
        a() {
          return "a";
        }
      }
      @WithTags("child's class")
      @Router("/child", guard("child's class"), Status(211))
      class Child extends Parent {}

      const Versioning = { Type: VersioningHeader, Header: "X-Version" } as const;
      const app = new App({ Versioning });
      app.Include(
        Child,
        guard("Include"),
        WithTags("Include"),
        Summary("Include"),
        Status(212),
        WithVersion("2"),
      );
      expect(app.Inspect()).toMatchObject([
        {
          Path: "/child/a",
          Tags: ["Include", "parent's class", "child's class"],
          Status: 211,
          Summary: "parent's class",
          Versions: ["1"],
        },
      ]);
      await TestClient(app).get("/child/a").set("X-Version", "1").expect(211);
      expect(log).toEqual(["Include", "parent's class", "child's class", "parent's method"]);
    });

    it("for a method that it overrides, with and without a verb", async () => {
      @Router("/parent", guard("parent's class"))
      class Parent {
        @Get("/a")
        a() {
          return "a";
        }
        @Get("/b")
        b() {
          return "b";
        }
      }
      @Router("/child", guard("child's class"))
      class Child extends Parent {
        override a() {
          return "child's a";
        }
        @Get("/new")
        override b() {
          return "child's b";
        }
      }
      const app = new App().Include(Child);
      await TestClient(app).get("/child/a").expect(200, "child's a");
      expect(log).toEqual(["parent's class", "child's class"]);
      log.length = 0;
      await TestClient(app).get("/child/new").expect(200, "child's b");
      expect(log).toEqual(["parent's class", "child's class"]);
    });

    it("but not its prefix, however that is written", () => {
      @WithPrefix("/stacked")
      @Router("/parent", WithPrefix("/list"))
      class Parent {
        @Get("/a")
        a() {
          return "a";
        }
      }
      @Router("/child")
      class Child extends Parent {}
      @Router()
      class Bare extends Parent {}
      expect(routesOf(Child)).toEqual(["GET /child/a"]);
      expect(routesOf(Bare)).toEqual(["GET /a"]);
      expect(routesOf(Child, WithPrefix("/include"))).toEqual(["GET /include/child/a"]);
    });

    it("and the same option on both classes is declared at two places, not twice at one", () => {
      @Router("/parent", Status(210))
      class Parent {
        @Get("/a")
        a() {
          return "a";
        }
      }
      @Router("/child", Status(211))
      class Child extends Parent {}
      expect(new App().Include(Child).Inspect()).toMatchObject([{ Status: 211 }]);
    });
  });

  it("inherits over several levels, each one level outside the next", () => {
    @Router("/one", WithTags("one"), Status(201))
    class One {
      @WithTags("one's method")
      @Get("/a")
      a() {
        return 1;
      }
    }
    @Router("/two", WithTags("two"), Status(202))
    class Two extends One {
      @WithTags("two's method")
      override a() {
        return 2;
      }
      @Get("/b")
      b() {
        return 2;
      }
    }
    @Router("/three", WithTags("three"))
    class Three extends Two {
      @Deprecated()
      override a() {
        return 3;
      }
      @Delete("/c")
      c() {
        return 3;
      }
    }
    expect(new App().Include(Three).Inspect()).toMatchObject([
      {
        Method: "GET",
        Path: "/three/a",
        Tags: ["one", "two", "three", "one's method", "two's method"],
        Status: 202,
        Deprecated: true,
      },
      { Method: "GET", Path: "/three/b", Tags: ["two", "three"], Status: 202, Deprecated: false },
      { Method: "DELETE", Path: "/three/c", Tags: ["three"], Status: 200, Deprecated: false },
    ]);
    expect(new App().Include(Two).Inspect()).toMatchObject([
      { Path: "/two/a", Tags: ["one", "two", "one's method", "two's method"], Deprecated: false },
      { Path: "/two/b", Tags: ["two"] },
    ]);
    expect(new App().Include(One).Inspect()).toMatchObject([
      { Path: "/one/a", Tags: ["one", "one's method"], Deprecated: false },
    ]);
  });

  it("skips a level on which nothing is written", () => {
    @Router("/one", WithTags("one"))
    class One {
      @Get("/a")
      a() {
        return 1;
      }
    }
    class Between extends One {}
    @Router("/two", WithTags("two"))
    class Two extends Between {}
    expect(new App().Include(Two).Inspect()).toMatchObject([{ Path: "/two/a", Tags: ["one", "two"] }]);
  });

  it("may have a parent without @Router, whose options hold too", () => {
    @WithTags("base")
    class Base {
      @Get("/health")
      health() {
        return "ok";
      }
    }
    @Router("/cats")
    class Cats extends Base {}
    @Router("/dogs")
    class Dogs extends Base {}
    expect(new App().Include([Cats, Dogs]).Inspect()).toMatchObject([
      { Path: "/cats/health", Tags: ["base"] },
      { Path: "/dogs/health", Tags: ["base"] },
    ]);
  });

  it("may have an abstract parent", async () => {
    abstract class Base {
      abstract name(): string;
      @Get("/name")
      answer() {
        return this.name();
      }
    }
    @Router("/cats")
    class Cats extends Base {
      name() {
        return "Tom";
      }
    }
    await TestClient(new App().Include(Cats)).get("/cats/name").expect(200, "Tom");
  });
});

describe("class options of a parent do not hold for the routes that a subclass adds", () => {
  const deny = () => false;
  const through: RequestHandler = (_req, _res, next) => {
    next();
  };
  const scheme = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, () => null);

  it.each<
    [
      what: string,
      parent: readonly RouterOption[],
      child: readonly Option[],
      own: readonly Option[],
      warned: string,
    ]
  >([
    ["guards", [WithGuards(deny)], [], [], "WithGuards"],
    ["security", [WithSecurity(scheme)], [], [], "WithSecurity"],
    ["middleware", [WithMiddleware(through)], [], [], "WithMiddleware"],
    ["guards and security", [WithGuards(deny), WithSecurity(scheme)], [], [], "WithGuards and WithSecurity"],
    ["no such option", [WithTags("cats")], [], [], ""],
    ["empty ones", [WithGuards(), WithSecurity(), WithMiddleware()], [], [], ""],
    ["guards; the subclass has its own", [WithGuards(deny)], [WithGuards(deny)], [], ""],
    ["guards; the subclass has security", [WithGuards(deny)], [WithSecurity(scheme)], [], ""],
    ["guards; the subclass says that there is none", [WithGuards(deny)], [WithSecurity()], [], ""],
    ["guards; the subclass has other options", [WithGuards(deny)], [WithTags("cats")], [], "WithGuards"],
    ["guards; the route has its own", [WithGuards(deny)], [], [WithGuards(deny)], ""],
    ["guards; the route says that there is none", [WithGuards(deny)], [], [WithSecurity()], ""],
    ["guards; the route has other options", [WithGuards(deny)], [], [Status(201)], "WithGuards"],
  ])("%s", (_what, parent, child, own, warned) => {
    @Router("/parent", ...parent)
    class Parent {
      @Get("/kept")
      kept() {
        return "kept";
      }
      @Get("/changed")
      changed() {
        return "changed";
      }
    }
    @Router("/child", ...child)
    class Child extends Parent {
      override changed() {
        return "changed here";
      }
      @Get("/added", ...own)
      added() {
        return "added";
      }
    }
    const Logger = recordingLogger();
    new App({ Logger }).Include([Parent, Child]).Build();
    expect(Logger.warn.mock.calls.map(([, message]): unknown => message)).toEqual(
      warned === ""
        ? []
        : [
            `Child.added, GET /child/added: Child extends Parent, but the ${warned} of Parent do not hold for the routes that it adds: ` +
              `repeat ${warned} on Child or on the route, or write WithSecurity() if the route is public`,
          ],
    );
  });

  it("of a grandparent either, if the class between adds the route", () => {
    @Router("/a", WithGuards(deny))
    class First {
      @Get("/a")
      a() {
        return "a";
      }
    }
    @Router("/b")
    class Second extends First {
      @Get("/b")
      b() {
        return "b";
      }
    }
    @Router("/c")
    class Third extends Second {}
    const Logger = recordingLogger();
    new App({ Logger }).Include(Third).Build();
    expect(Logger.warn.mock.calls.map(([, message]): unknown => message)).toEqual([
      expect.stringContaining(
        "Third.b, GET /c/b: Second extends First, but the WithGuards of First do not hold for the routes that it adds",
      ),
    ]);
  });
});

describe("nothing done to a subclass", () => {
  it("changes its parent, nor another subclass", () => {
    @Router("/parent", WithTags("parent"))
    class Parent {
      @Get("/a", Status(201))
      a() {
        return "a";
      }
    }
    const before = new App().Include(Parent).Inspect();

    @WithGuards(() => false)
    @Router("/loud", WithTags("loud"), Deprecated())
    class Loud extends Parent {
      @Status(299)
      @Post("/b", WithTags("loud's method"))
      override a() {
        return "b";
      }
      @Get("/c")
      c() {
        return "c";
      }
    }
    @Router("/quiet")
    class Quiet extends Parent {}

    expect(routesOf(Loud)).toEqual(["POST /loud/b", "GET /loud/c"]);
    expect(new App().Include(Parent).Inspect()).toEqual(before);
    expect(new App().Include(Quiet).Inspect()).toEqual(
      before.map((route) => ({ ...route, Path: "/quiet/a", OperationID: "get_quiet_a" })),
    );
  });
});

describe("a subclass without @Router", () => {
  it.each([
    ["with nothing written on it", false],
    ["with a decorated method", true],
  ])("%s is a build problem that names it", (_case, decorates) => {
    @Router("/parent")
    class Parent {
      @Get("/a")
      a() {
        return "a";
      }
    }
    class Plain extends Parent {}
    class Decorated extends Parent {
      @Get("/b")
      b() {
        return "b";
      }
    }
    const [included, name] = decorates ? ([Decorated, "Decorated"] as const) : ([Plain, "Plain"] as const);
    expect(() => new App().Include(included).Build()).toThrow(
      `class ${name} has no @Router decorator: add @Router() to it`,
    );
    expect(() => new App().Include(new included()).Build()).toThrow(
      `class ${name} has no @Router decorator: add @Router() to it`,
    );
  });
});
