import { METHODS } from "node:http";
import {
  App,
  Deprecated,
  Get,
  Router,
  VersioningHeader,
  WithGuards,
  WithPrefix,
  WithTags,
  WithVersion,
} from "versioned-controllers";
import { TestClient } from "versioned-controllers/testing";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";

const handler = () => "answered";
const lines = (app: App) => app.Inspect().map(({ Method, Path }) => `${Method} ${Path}`);

@Router("/cats")
class Cats {
  readonly #name: string;
  constructor(name = "Tom") {
    this.#name = name;
  }
  @Get()
  list() {
    return [this.#name];
  }
}

@Router("/dogs")
class Dogs {
  @Get()
  list() {
    return ["Rex"];
  }
}

describe("Router is a class", () => {
  it("whose calls chain, on an App too", () => {
    const router = new Router("/x");
    expect(router.Get("/a", handler)).toBe(router);
    expect(router.Handle("report", "/a", handler)).toBe(router);
    expect(router.Include(Cats)).toBe(router);
    const app = new App();
    expect(app.Use()).toBe(app);
    expect(app.Post("/a", handler)).toBe(app);
  });

  it("which instances are of, and an App too", () => {
    expect(new Router()).toBeInstanceOf(Router);
    expect(new App()).toBeInstanceOf(Router);
    expect(new App()).toBeInstanceOf(App);
    expect(new Router()).not.toBeInstanceOf(App);
    expect({}).not.toBeInstanceOf(Router);
    expect(new Cats()).not.toBeInstanceOf(Router);
    expect(new Router().constructor).toBe(Router);
    expect(Router.name).toBe("Router");
    expect(Router.prototype.constructor).toBe(Router);
    expect(Object.keys(Router.prototype)).toEqual([]);
  });

  it("which Reflect.construct makes objects of another class by, as it does of every class", () => {
    class Other {}
    const made: unknown = Reflect.construct(Router, ["/x"], Other);
    expect(made).toBeInstanceOf(Other);
    expect(made).not.toBeInstanceOf(Router);
  });

  it("which others extend", async () => {
    class Owners extends Router {
      readonly names = ["Ann"];
      constructor(prefix: string) {
        super(prefix, WithTags("owners"));
        this.Get("/", () => this.names).Include(Cats);
      }
    }
    const owners = new Owners("/owners");
    expect(owners).toBeInstanceOf(Owners);
    expect(owners).toBeInstanceOf(Router);
    const app = new App().Include([owners, new Owners("/others")]);
    expect(app.Inspect()).toMatchObject([
      { Path: "/owners", Tags: ["owners"] },
      { Path: "/owners/cats", Tags: ["owners"] },
      { Path: "/others", Tags: ["owners"] },
      { Path: "/others/cats", Tags: ["owners"] },
    ]);
    await TestClient(app).get("/owners").expect(200, ["Ann"]);
  });

  it("so is App", () => {
    class Whole extends App {
      constructor() {
        super({ Title: "whole" }, WithPrefix("/api"));
        this.Include(Cats);
      }
    }
    expect(lines(new Whole())).toEqual(["GET /api/cats"]);
  });

  it("and a decorator: with a prefix, with options, with both, with neither", () => {
    @Router()
    class Neither {
      @Get("/neither")
      x() {
        return 1;
      }
    }
    @Router(WithPrefix("/options"))
    class Options {
      @Get()
      x() {
        return 1;
      }
    }
    @Router("/both", WithPrefix("/more"))
    class Both {
      @Get()
      x() {
        return 1;
      }
    }
    expect(lines(new App().Include([Neither, Options, Both]))).toEqual([
      "GET /neither",
      "GET /options",
      "GET /both/more",
    ]);
  });

  it("whose prefix may be left out", () => {
    const at = (router: Router) => lines(new App().Include(router.Get("/x", handler)));
    expect(at(new Router())).toEqual(["GET /x"]);
    expect(at(new Router(""))).toEqual(["GET /x"]);
    expect(at(new Router(undefined, WithPrefix("/p")))).toEqual(["GET /p/x"]);
    expect(at(new Router(WithPrefix("/p")))).toEqual(["GET /p/x"]);
    expect(at(new Router("/r", WithPrefix("/p")))).toEqual(["GET /r/p/x"]);
  });
});

describe("decorators on a class that extends Router", () => {
  it("hold, or are named problems: a guard is never dropped", async () => {
    @WithGuards(() => false)
    class Guarded extends Router {
      constructor() {
        super("/guarded");
        this.Get("/", handler);
      }
    }
    const app = new App().Include(new Guarded());
    if (problemsOf(app).length === 0) await TestClient(app).get("/guarded").expect(403);
  });

  it("hold, or are named problems: neither is a method's verb dropped", () => {
    class Own extends Router {
      @Get("/method")
      method() {
        return 1;
      }
    }
    const app = new App().Include(new Own("/own"));
    if (problemsOf(app).length === 0) expect(lines(app)).toEqual(["GET /own/method"]);
  });

  it("hold, or are named problems, on an App", () => {
    class Own extends App {
      @Get("/method")
      method() {
        return 1;
      }
    }
    const app = new Own();
    if (problemsOf(app).length === 0) expect(lines(app)).toEqual(["GET /method"]);
  });

  it("do not make a controller of it whose registrations vanish", () => {
    @Router("/own")
    class Own extends Router {
      constructor() {
        super();
        this.Get("/registered", handler);
      }
    }
    const app = new App().Include(Own);
    if (problemsOf(app).length === 0) expect(lines(app)).toEqual(["GET /own/registered"]);
  });

  it("a class that extends Router, included without new, is a named problem or works", () => {
    class Own extends Router {
      constructor() {
        super("/own");
        this.Get("/registered", handler);
      }
    }
    const app = new App().Include(Own);
    const problems = problemsOf(app);
    if (problems.length === 0) expect(lines(app)).toEqual(["GET /own/registered"]);
    else expect(problems[0]).toContain("Own");
  });
});

describe("registration calls", () => {
  it("name their methods", () => {
    const app = new App()
      .Get("/x", handler)
      .Post("/x", handler)
      .Put("/x", handler)
      .Patch("/x", handler)
      .Delete("/x", handler)
      .Head("/x", handler);
    expect(lines(app)).toEqual(["GET /x", "POST /x", "PUT /x", "PATCH /x", "DELETE /x", "HEAD /x"]);
  });

  it.each(METHODS.filter((method) => method !== "CONNECT"))("Handle takes %s, in any case", (method) => {
    const mixed = method.charAt(0) + method.slice(1).toLowerCase();
    for (const written of [method, method.toLowerCase(), mixed]) {
      expect(lines(new App({ Logger: recordingLogger() }).Handle(written, "/x", handler))).toEqual([
        `${method} /x`,
      ]);
    }
  });
});

describe("Include", () => {
  it("takes a Router, a class, an instance, and a list of these", async () => {
    const app = new App()
      .Include(new Router("/r").Get("/", handler))
      .Include(Cats)
      .Include(new Cats("Kit"), WithPrefix("/instance"))
      .Include([new Router("/s").Get("/", handler), Dogs, new Cats("Mia")], WithPrefix("/list"));
    expect(lines(app)).toEqual([
      "GET /r",
      "GET /cats",
      "GET /instance/cats",
      "GET /list/s",
      "GET /list/dogs",
      "GET /list/cats",
    ]);
    await TestClient(app).get("/cats").expect(200, ["Tom"]);
    await TestClient(app).get("/instance/cats").expect(200, ["Kit"]);
    await TestClient(app).get("/list/cats").expect(200, ["Mia"]);
  });

  it("gives each of a list the call's options", () => {
    const app = new App({ Versioning: { Type: VersioningHeader, Header: "V" } });
    app.Include([Cats, Dogs], WithPrefix("/x"), WithTags("t"), WithVersion("1"), Deprecated());
    const given = { Tags: ["t"], Versions: ["1"], Deprecated: true };
    expect(app.Inspect()).toMatchObject([
      { Path: "/x/cats", ...given },
      { Path: "/x/dogs", ...given },
    ]);
  });

  it("takes a class and an instance many times, with other options each time", () => {
    const app = new App({ Versioning: { Type: VersioningHeader, Header: "V" } });
    const cats = new Cats();
    app.Include(Cats, WithVersion("1")).Include(Cats, WithVersion("2"), WithTags("t"));
    app.Include(cats, WithVersion("3")).Include(cats, WithVersion("3"), WithPrefix("/x"));
    expect(app.Inspect()).toMatchObject([
      { Path: "/cats", Versions: ["1"], Tags: [] },
      { Path: "/cats", Versions: ["2"], Tags: ["t"] },
      { Path: "/cats", Versions: ["3"], Tags: [] },
      { Path: "/x/cats", Versions: ["3"], Tags: [] },
    ]);
  });

  it("sees what is registered on a router after it was included, until Build", () => {
    const router = new Router("/r");
    const app = new App().Include(router);
    router.Get("/late", handler);
    expect(lines(app)).toEqual(["GET /r/late"]);
  });
});

it("routes are in registration order: depth first, in the order of the calls", () => {
  @Router("/class")
  class Middle {
    @Get("/second")
    b() {
      return 1;
    }
    @Get("/first")
    a() {
      return 1;
    }
  }
  const deep = new Router("/deep").Get("/1", handler).Include(new Router("/er").Get("/2", handler));
  const app = new App()
    .Get("/zero", handler)
    .Include(deep)
    .Include(Middle)
    .Get("/last", handler)
    .Include(new Router("/end").Get("/", handler));
  deep.Get("/3", handler);
  expect(lines(app)).toEqual([
    "GET /zero",
    "GET /deep/1",
    "GET /deep/er/2",
    "GET /deep/3",
    "GET /class/second",
    "GET /class/first",
    "GET /last",
    "GET /end",
  ]);
});
