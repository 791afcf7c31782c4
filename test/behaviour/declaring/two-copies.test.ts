import type { Request, RequestHandler } from "express";
import type * as Package from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { TestClient } from "versioned-controllers/testing";
import { version } from "../../../package.json";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { serve as serveHandlers } from "../../support/serve";

/** The package, loaded once more: nothing of its modules is shared with another copy. */
function load(): typeof Package {
  let loaded: typeof Package | undefined;
  jest.isolateModules(() => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would give the same copy twice
    loaded = require("versioned-controllers") as typeof Package;
  });
  if (!loaded) throw new Error("nothing was loaded");
  return loaded;
}

const a = load();
// Types are of one copy: here both have those of the same files.
const b = load();

/** Serves Apps of either copy, which the test's own helper does not know. */
async function serve(...apps: readonly { Build(): RequestHandler }[]) {
  return serveHandlers(...apps.map((app) => app.Build()));
}

const copyKey = Symbol.for("versioned-controllers");
const stranger = { Interface: 2, Version: "9.9.9" };
/** A copy of another interface: the object that names it is the only frozen one with an `Interface`. */
const other = (() => {
  const freeze = jest.spyOn(Object, "freeze");
  freeze.mockImplementation((value) =>
    Object.assign(value as object, Object.hasOwn(value as object, "Interface") && stranger),
  );
  const loaded = load();
  freeze.mockRestore();
  return loaded;
})();
const words =
  "a value of versioned-controllers 9.9.9 (interface 2), which versioned-controllers 0.1.0 does not understand";

/** The value as a copy of another interface would have made it. */
function strange<Value extends object>(value: Value): Value {
  const made: object =
    typeof value === "function" ? (...args: unknown[]): unknown => Reflect.apply(value, undefined, args) : {};
  Reflect.setPrototypeOf(made, Reflect.getPrototypeOf(value));
  for (const key of Reflect.ownKeys(value)) {
    if (key !== "prototype" && key !== copyKey) {
      Object.defineProperty(made, key, { value: Reflect.get(value, key), enumerable: true });
    }
  }
  // The types are those of the value.
  return Object.defineProperty(made, copyKey, { value: stranger }) as Value;
}

const Cat2 = z.object({ name: z.string() });
const Cat1 = z.object({ title: z.string() });

it("they are two copies", () => {
  expect(a.App).not.toBe(b.App);
  expect(a.HTTPError).not.toBe(b.HTTPError);
});

describe("everything that users make names its copy", () => {
  const V = a.DefineVersions("1", "2");
  const Named = V.Change("2", "A cat's `title` is `name`.");
  const Org = a.Context<string>("org");
  const Bearer = new a.SecurityScheme("bearer", { type: "http", scheme: "bearer" }, () => true);

  it.each<[what: string, value: object]>([
    ["an error", new a.HTTPError(404)],
    ["a subclass's error", new (class NotFound extends a.HTTPError {})(404)],
    ["an option", a.WithTags("cats")],
    ["an option of versions", V.Since("1")],
    ["a verb", a.Get("/")],
    ["a maker", a.Get],
    ["a change", a.Change("2", "x")],
    ["a change of a list", Named],
    ["a history", a.Versioned(Cat2)],
    ["an older link", a.Versioned(Cat2).Before(Named, Cat1, a.Rename("title", "name"))],
    ["a Rename", a.Rename("a", "b")],
    ["a Together", a.Together([[a.Versioned(Cat2), ["cat"]]], (cat) => z.object({ cat }))],
    ["a OneOf", a.OneOf(() => Cat1, [Cat1, Cat2])],
    ["a context", Org],
    ["a context's value", Org.Is("x")],
    ["a context's example", Org.For(() => "x")],
    ["a carried value", a.Carry({}, 1)],
    ["a scheme", Bearer],
    ["a scheme with scopes", Bearer.With("read")],
    ["one of several schemes", a.AnyOf(Bearer, a.Anonymous)],
    ["an extractor", a.FromHeader("X-V")],
    ["a Router", new a.Router("/cats")],
    ["an App", new a.App()],
    ["a webhook", V.Webhook("cat.added", Cat2)],
    ["an event", a.ServerSentEvent({ Data: 1 })],
  ])("%s", (_what, value) => {
    expect(Reflect.get(value, copyKey)).toStrictEqual({ Interface: 1, Version: version });
    expect(Object.keys(value)).not.toContain(copyKey);
  });
});

const byHeader = { Type: a.VersioningHeader, Header: "X-V", Versions: ["1", "2"] } as const;

/** An App of the second copy, and its log. */
function appOf(options: Package.AppOptions = {}) {
  const logger = recordingLogger();
  return { app: new b.App({ Logger: logger, ...options }), logger };
}

describe("what one copy made, the other uses", () => {
  it("an error", async () => {
    const { app, logger } = appOf();
    app.Get("/cats", () => {
      throw new a.HTTPError(404, "no such cat", { code: "no_cat", headers: { "x-why": "gone" } });
    });
    const answer = await (await serve(app)).ask("GET /cats");
    expect(answer).toMatchObject({
      status: 404,
      headers: { "x-why": "gone" },
      json: { error: { code: "no_cat", message: "no such cat" } },
    });
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("an error of a subclass, returned by MapError", async () => {
    class Missing extends a.HTTPError {}
    const { app } = appOf({ MapError: () => new Missing(410) });
    app.Get("/cats", () => {
      throw new Error("x");
    });
    expect((await (await serve(app)).ask("GET /cats")).status).toBe(410);
  });

  it("options, verbs, decorated classes", async () => {
    @a.Router("/cats", a.WithTags("cats"))
    class Cats {
      @a.Get("/{id}", a.WithParams(z.object({ id: z.string() })))
      @b.Status(202)
      one(req: Request<{ id: string }>) {
        return { id: req.params.id };
      }
    }
    const { app } = appOf();
    app.Include(Cats, a.WithPrefix("/api"));
    const { ask } = await serve(app);
    expect(await ask("GET /api/cats/7")).toMatchObject({ status: 202, json: { id: "7" } });
    expect(app.Inspect()[0]?.Tags).toEqual(["cats"]);
  });

  it("a class of one copy that a class of the other extends", async () => {
    @a.Router("/cats")
    class Cats {
      @a.Get("/")
      list() {
        return ["Tom"];
      }
    }
    @b.Router("/dogs")
    class Dogs extends Cats {
      @b.Get("/more")
      more() {
        return ["Rex"];
      }
    }
    const { ask } = await serve(appOf().app.Include(Dogs));
    expect((await ask("GET /dogs")).json).toEqual(["Tom"]);
    expect((await ask("GET /dogs/more")).json).toEqual(["Rex"]);
  });

  it("a Router", async () => {
    const router = new a.Router("/cats").Get("/", () => ["Tom"], b.WithTags("x"));
    const { app } = appOf();
    const { ask } = await serve(app.Include(router));
    expect((await ask("GET /cats")).json).toEqual(["Tom"]);
    expect(router.Routes()[0]?.Path).toBe("/cats");
    expect(() => router.Get("/late", () => 1)).toThrow("after Build has no effect");
  });

  it("changes, histories, their parts, contexts, carried values, and what is known of a request", async () => {
    const V = a.DefineVersions("1", "2");
    const Named = V.Change("2", "A cat's `title` is `name`.");
    const Loud = V.Change("2", "Cats are loud.");
    const Org = a.Context<string>("org");
    const Cat = a
      .Versioned(Cat2)
      .Carrying(z.object({ mark: z.string() }))
      .Before(Named, Cat1, {
        Needs: [Org, a.Now],
        Up: ({ title }) => ({ name: title }),
        Down: ({ name }, { Carried: { mark }, Contexts: [org, now] }) => ({
          title: name + mark + org + String(now.getTime()),
        }),
      })
      .Within([a.Each], (cat) => z.array(cat));
    const known: unknown[] = [];
    const { app } = appOf({ Versioning: byHeader, CheckResponses: true, Now: () => new Date(5) });
    app.Get(
      "/cats",
      (req) => {
        known.push([a.VersionOf(req), a.RouteOf(req)?.Path, a.HasChange(req, Loud), a.RequestID(req)]);
        known.push([b.VersionOf(req), b.RouteOf(req)?.Path, b.HasChange(req, Loud), b.RequestID(req)]);
        return [a.Carry({ name: "Tom" }, { mark: "!" })];
      },
      V.Since("1"),
      a.WithContext(Org, () => "?"),
      b.WithResponse(200, Cat),
      a.WithChanges(Loud),
    );
    const { ask } = await serve(app);
    expect((await ask("GET /cats", { "X-V": "1" })).json).toEqual([{ title: "Tom!?5" }]);
    expect((await ask("GET /cats", { "X-V": "2" })).json).toEqual([{ name: "Tom" }]);
    expect(known[0]).toEqual(["1", "/cats", false, expect.any(String)]);
    expect(known[2]).toEqual(["2", "/cats", true, expect.any(String)]);
    expect(known[1]).toEqual(known[0]);
    expect(known[3]).toEqual(known[2]);
  });

  it("a history is continued, and found within another, by the other copy", () => {
    const V = b.DefineVersions("1", "2", "3");
    const first = a.Versioned(Cat2).Before(V.Change("3", "a"), Cat1, a.Rename("title", "name"));
    const both = b.Together([[first, ["cat"]]], (cat) => z.object({ cat }));
    expect(V.Show(both, "1", { cat: { name: "Tom" } })).toEqual({ cat: { title: "Tom" } });
    expect(() => b.Versioned(first as never)).toThrow(TypeError);
  });

  it("schemes and their principals", async () => {
    const Bearer = new a.SecurityScheme("bearer", { type: "http", scheme: "bearer" }, (req) =>
      req.get("authorization") === "Bearer x" ? { id: 1 } : undefined,
    );
    const { app } = appOf();
    app.Get("/me", (req) => [Bearer.Of(req), Bearer.Find(req)], b.WithSecurity(Bearer));
    app.Get("/any", (req) => Bearer.Find(req) ?? null, b.WithSecurity(b.AnyOf(Bearer, a.Anonymous)));
    const { ask } = await serve(app);
    expect((await ask("GET /me")).status).toBe(401);
    expect((await ask("GET /me", { Authorization: "Bearer x" })).json).toEqual([{ id: 1 }, { id: 1 }]);
    expect((await ask("GET /any")).json).toBeNull();
    expect(app.Document().components?.securitySchemes).toHaveProperty("bearer");
  });

  it("extractors", async () => {
    const Extractor = b.FirstOf(a.FromHeader("X-V"), a.FromQuery("v"));
    const { app } = appOf({ Versioning: { ...byHeader, Type: b.VersioningCustom, Extractor } });
    app.Get("/cats", () => "two", b.WithVersion("2"));
    const answer = await (await serve(app)).ask("GET /cats?v=2");
    expect(answer).toMatchObject({ status: 200, headers: { vary: "X-V" } });
  });

  it("a schema that a function selects, and an event", async () => {
    const { app } = appOf();
    app.Get(
      "/cats",
      () => ({ name: "Tom", secret: 1 }),
      b.WithResponse(
        200,
        a.OneOf(() => Cat2, [Cat1, Cat2]),
      ),
    );
    app.Get(
      "/events",
      async function* () {
        yield await Promise.resolve(a.ServerSentEvent({ Data: 1, ID: "7" }));
      },
      b.WithResponse(200, z.number(), { Type: "text/event-stream" }),
    );
    const { ask } = await serve(app);
    expect((await ask("GET /cats")).text).toBe('{"name":"Tom"}');
    expect((await ask("GET /events")).text).toBe("id: 7\ndata: 1\n\n");
  });

  it("one request passes through Apps of both", async () => {
    const ids: string[] = [];
    const first = new a.App({ PassUnmatched: true })
      .Use((req, _res, next) => {
        ids.push(a.RequestID(req));
        next();
      })
      .Get("/dogs", () => "Rex");
    const { app } = appOf();
    app.Get("/cats", (req) => (ids.push(b.RequestID(req)), "x"));
    expect((await (await serve(first, app)).ask("GET /cats")).status).toBe(200);
    expect(ids).toEqual([ids[0], ids[0]]);
  });
});

describe("what a copy of an unknown interface made is refused in words of both", () => {
  const V = a.DefineVersions("1", "2");
  const history = a.Versioned(Cat2).Before(V.Change("2", "x"), Cat1, a.Rename("title", "name"));

  it.each<[what: string, declare: (app: Package.App) => unknown, options?: Package.AppOptions]>([
    ["an option", (app) => app.Get("/cats", () => 1, strange(a.WithTags("x")))],
    ["an option of a router", (app) => app.Include(new b.Router("/x"), strange(a.WithTags("x")))],
    ["a Router", (app) => app.Include(strange(new a.Router("/x")))],
    ["a history", (app) => app.Get("/cats", () => ({ name: "x" }), b.WithResponse(200, strange(history)))],
    ["a change", (app) => app.Get("/cats", () => 1, b.WithChanges(strange(a.Change("2", "x"))))],
    [
      "a context",
      (app) =>
        app.Get(
          "/cats",
          () => 1,
          b.WithContext(strange(a.Context("x")), () => 1),
        ),
    ],
    [
      "a scheme",
      (app) =>
        app.Get(
          "/cats",
          () => 1,
          b.WithSecurity(strange(new a.SecurityScheme("x", { type: "http", scheme: "x" }, () => true))),
        ),
    ],
    [
      "one of several schemes",
      (app) => app.Get("/cats", () => 1, b.WithSecurity(b.AnyOf(b.Anonymous, strange(a.AnyOf(a.Anonymous))))),
    ],
    ["a webhook", (app) => app.Include(strange(V.Webhook("cat.added", Cat2)))],
    ["the history of errors", () => undefined, { Errors: { Schema: strange(history) } }],
    [
      "an extractor",
      () => undefined,
      { Versioning: { Type: b.VersioningCustom, Extractor: strange(a.FromHeader("X-V")) } },
    ],
    [
      "an extractor within another",
      () => undefined,
      { Versioning: { Type: b.VersioningCustom, Extractor: b.FirstOf(strange(a.FromHeader("X-V"))) } },
    ],
  ])("%s: a Build problem", (_what, declare, options = {}) => {
    const { app } = appOf(options);
    declare(app);
    expect(() => app.Build()).toThrow(words);
  });

  it("a decorated class", () => {
    @a.Router("/cats")
    class Cats {
      @a.Get("/")
      list() {
        return 1;
      }
    }
    const metadata = (Cats as unknown as Record<symbol, Record<symbol, object>>)[Symbol.metadata];
    for (const key of metadata ? Object.getOwnPropertySymbols(metadata) : []) {
      const notes = metadata?.[key];
      if (metadata && notes) metadata[key] = strange(notes);
    }
    expect(() => appOf().app.Include(Cats).Build()).toThrow(`the class Cats, whose decorators made ${words}`);
  });

  it.each<[what: string, call: () => unknown]>([
    [
      "a Change of a link",
      () => b.Versioned(Cat2).Before(strange(a.Change("2", "x")), Cat1, { Up: String } as never),
    ],
    [
      "a Rename",
      () => b.Versioned(Cat2).Before(b.Change("2", "x"), Cat1, strange(a.Rename("title", "name"))),
    ],
    ["a history in a history", () => b.Versioned(strange(history) as never)],
    ["a part of Together", () => b.Together([[strange(history), ["cat"]]], (cat) => z.object({ cat }))],
    [
      "a context of a link",
      () => b.Versioned(Cat2).Before(b.Change("2", "x"), Cat1, { Needs: [strange(a.Context("x"))] } as never),
    ],
    ["an App of Docs", () => b.Catalog(strange(new a.App()), { Base: "https://example.org" })],
    ["an App of CreateServer", () => CreateServer(new other.App())],
    ["an App of TestClient", () => TestClient(new other.App())],
  ])("%s: a TypeError", (_what, call) => {
    expect(call).toThrow(words);
  });

  it("an error: a 500, and the log says why", async () => {
    const { app, logger } = appOf();
    app.Get("/cats", () => {
      throw strange(new a.HTTPError(404));
    });
    expect((await (await serve(app)).ask("GET /cats")).status).toBe(500);
    const [[fields]] = logger.error.mock.calls as [[{ err: Error }]];
    expect(fields.err.message).toContain(words);
  });

  it("an error that MapError returned: the same", async () => {
    const { app, logger } = appOf({ MapError: () => new other.HTTPError(404) });
    app.Get("/cats", () => {
      throw new Error("no such cat");
    });
    expect((await (await serve(app)).ask("GET /cats")).status).toBe(500);
    const [{ err }] = logger.error.mock.calls[0] as [{ err: AggregateError }];
    expect(err.errors.map(String)).toEqual([
      "Error: no such cat",
      `TypeError: MapError: got ${words}: install only one of the two`,
    ]);
  });

  it("a carried value: the same", async () => {
    const { app, logger } = appOf();
    app.Get(
      "/cats",
      () => strange(a.Carry({ name: "x" }, 1)),
      b.WithResponse(200, b.Versioned(Cat2).Carrying(z.number())),
    );
    expect((await (await serve(app)).ask("GET /cats")).status).toBe(500);
    const [[fields]] = logger.error.mock.calls as [[{ err: Error }]];
    expect(fields.err.message).toContain(words);
  });

  it("an event: the same", async () => {
    const { app, logger } = appOf();
    app.Get("/cats", async function* () {
      yield await Promise.resolve(strange(a.ServerSentEvent({ Data: 1 })));
    });
    expect((await (await serve(app)).ask("GET /cats")).status).toBe(500);
    const [[fields]] = logger.error.mock.calls as [[{ err: Error }]];
    expect(fields.err.message).toContain(words);
  });
});

it("the copies of each interface have a Now of their own", () => {
  expect(a.Now).toBe(b.Now);
  const Down = (): z.infer<typeof Cat1> => ({ title: "" });
  const link = { Needs: [other.Now] as const, Down };
  expect(() => other.Versioned(Cat2).Before(other.Change("2", "x"), Cat1, link)).not.toThrow();
});
