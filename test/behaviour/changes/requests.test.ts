import {
  Change,
  HTTPError,
  Nothing,
  Rename,
  Since,
  Versioned,
  WithBody,
  WithCookies,
  WithGuards,
  WithHeaders,
  WithMiddleware,
  WithParams,
  WithQuery,
  WithVersion,
  VersionNeutral,
  type App,
} from "versioned-controllers";
import { z } from "zod";
import { problemsOf } from "../../support/problems";
import { appWith, askAs, Born, Cat, Cat2, Names, names, tom, tomIn } from "./cats";

const echoing = (app: App): unknown =>
  app.Post("/cats", (req) => ({ got: req.body }), Since("1"), WithBody(Cat));

describe("a request of each version is judged by its own schemas, and turned up", () => {
  it.each(names)("a cat of version %s", async (version) => {
    const ask = await askAs(appWith(echoing).app);
    expect((await ask(version, "POST /cats", tomIn[version])).json).toEqual({ got: tom });
  });

  it("the default of an older schema holds", async () => {
    const ask = await askAs(appWith(echoing).app);
    const { json } = await ask("1", "POST /cats", { name: "Tom Cat" });
    expect(json).toEqual({ got: { ...tom, birthday: "2000-01-01" } });
  });

  it("a misfit is reported in the version's own names", async () => {
    const ask = await askAs(appWith(echoing).app);
    const { status, json } = await ask("1", "POST /cats", { born: 3 });
    expect(status).toBe(400);
    expect(json).toMatchObject({
      error: {
        details: [
          { in: "body", path: ["name"] },
          { in: "body", path: ["born"] },
        ],
      },
    });
  });

  it("the newest words do not fit an older version", async () => {
    const ask = await askAs(appWith(echoing).app);
    expect((await ask("1", "POST /cats", tom)).status).toBe(400);
  });
});

describe("what fails in Up", () => {
  it("an HTTPError is answered as it was thrown", async () => {
    const { app, logger } = appWith(echoing);
    const { status, json } = await (await askAs(app))("1", "POST /cats", { name: "odd" });
    expect([status, json]).toMatchObject([409, { error: { message: "no such cat any more" } }]);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it.each([
    [
      "what does not fit the next schema",
      "misfit",
      'POST /cats, version 1: the value returned by Up of "A cat\'s `name` is split." (version 3) does not match the newer schema: last: ',
    ],
    ["any other error", "broken", "a secret of Up"],
  ])("%s is a 500 that tells nothing, and is logged", async (_, name, logged) => {
    const { app, logger } = appWith(echoing);
    const { status, text } = await (await askAs(app))("1", "POST /cats", { name });
    expect(status).toBe(500);
    expect(text).not.toMatch(/last|secret|split|Up/);
    const [[{ err }]] = logger.error.mock.calls as [[{ err: Error }]];
    expect(err.message).toContain(logged);
  });

  it("a promise is a 500 that is logged with its change and version", async () => {
    const Late = Versioned(Cat2).Before(Names, Cat2, {
      Up: (async () => await Promise.reject(new Error("late"))) as never,
    });
    const { app, logger } = appWith((one) => one.Post("/cats", () => null, Since("1"), WithBody(Late)));
    const { status, text } = await (await askAs(app))("2", "POST /cats", tomIn["2"]);
    expect(status).toBe(500);
    expect(text).not.toMatch(/promise|late/);
    const [[{ err }]] = logger.error.mock.calls as [[{ err: Error }]];
    expect(err.message).toMatch(
      /^POST \/cats, version 2: Up of .*split.* must return its result synchronously, got a promise/,
    );
  });

  it("MapError is asked of what Up throws, and not of what does not fit", async () => {
    const MapError = (error: unknown): HTTPError => new HTTPError(422, (error as Error).message);
    const ask = await askAs(appWith(echoing, { MapError }).app);
    expect((await ask("1", "POST /cats", { name: "broken" })).status).toBe(422);
    expect((await ask("1", "POST /cats", { name: "misfit" })).status).toBe(500);
  });
});

describe("every part has its history", () => {
  const Old = z.object({ max: z.coerce.number() });
  const Now = z.object({ limit: z.coerce.number() });
  const Limit = Versioned(Now).Before(Names, Old, { Up: ({ max }) => ({ limit: max }) });

  it("the query", async () => {
    const { app } = appWith((one) => one.Get("/cats", ({ query }) => query, Since("1"), WithQuery(Limit)));
    const ask = await askAs(app);
    expect((await ask("2", "GET /cats?max=3")).json).toEqual({ limit: 3 });
    expect((await ask("3", "GET /cats?limit=4")).json).toEqual({ limit: 4 });
    expect((await ask("2", "GET /cats?limit=4")).status).toBe(400);
  });

  it("the headers", async () => {
    const Tenant = Versioned(z.object({ "x-tenant": z.string() })).Before(
      Names,
      z.object({ "x-client": z.string() }),
      Rename("x-client", "x-tenant"),
    );
    const { app } = appWith((one) =>
      one.Get("/cats", ({ headers }) => ({ got: headers["x-tenant"] }), Since("1"), WithHeaders(Tenant)),
    );
    const ask = await askAs(app);
    expect((await ask("2", "GET /cats", undefined, { "X-Client": "a" })).json).toEqual({ got: "a" });
    expect((await ask("3", "GET /cats", undefined, { "X-Tenant": "b" })).json).toEqual({ got: "b" });
  });

  it("the cookies", async () => {
    const Session = Versioned(z.object({ session: z.string() })).Before(
      Names,
      z.object({ sid: z.string() }),
      Rename("sid", "session"),
    );
    const { app } = appWith((one) =>
      one.Get("/cats", ({ cookies }) => ({ got: cookies.session }), Since("1"), WithCookies(Session)),
    );
    const ask = await askAs(app);
    expect((await ask("2", "GET /cats", undefined, { Cookie: "sid=a" })).json).toEqual({ got: "a" });
    expect((await ask("3", "GET /cats", undefined, { Cookie: "session=b" })).json).toEqual({ got: "b" });
    const misfit = await ask("2", "GET /cats", undefined, { Cookie: "session=b" });
    expect([misfit.status, misfit.json]).toMatchObject([
      400,
      { error: { details: [{ in: "cookies", path: ["sid"] }] } },
    ]);
  });

  it("the parameters", async () => {
    const ID = Versioned(z.object({ id: z.string() })).Before(Names, z.object({ id: z.coerce.number() }), {
      Up: ({ id }) => ({ id: `cat-${id}` }),
    });
    const { app } = appWith((one) =>
      one.Get("/cats/{id}", ({ params }) => params, Since("1"), WithParams(ID)),
    );
    const ask = await askAs(app);
    expect((await ask("2", "GET /cats/7")).json).toEqual({ id: "cat-7" });
    expect((await ask("2", "GET /cats/x")).status).toBe(400);
    expect((await ask("3", "GET /cats/cat-7")).json).toEqual({ id: "cat-7" });
  });

  it("of a body that was not there none is read, and Up is given undefined", async () => {
    const Why = Versioned(z.object({ why: z.string() })).Before(Names, Nothing, {
      Up: (old) => ({ why: `unknown, ${String(old)}` }),
    });
    const { app } = appWith((one) =>
      one.Delete("/cats", (req) => ({ got: req.body }), Since("1"), WithBody(Why)),
    );
    const ask = await askAs(app);
    expect((await ask("2", "DELETE /cats", { no: "body" })).json).toEqual({
      got: { why: "unknown, undefined" },
    });
    expect((await ask("3", "DELETE /cats", { why: "old" })).json).toEqual({ got: { why: "old" } });
    expect((await ask("3", "DELETE /cats")).status).toBe(400);
  });

  it("a link's Type and Limit are those of its body", async () => {
    const Form = Versioned(Cat2).Before(Names, Cat2, { Up: (cat) => cat, Type: "form", Limit: "100b" });
    const { app } = appWith((one) =>
      one.Post("/cats", (req) => req.body as object, Since("1"), WithBody(Form)),
    );
    const ask = await askAs(app);
    const json = { name: "Tom", birthday: "x".repeat(200) };
    expect((await ask("3", "POST /cats", json)).json).toEqual(json);
    expect((await ask("2", "POST /cats", json)).status).toBe(415);
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await ask("2", "POST /cats", "x".repeat(200), form)).status).toBe(413);
  });

  it("a face is what clients send, where handlers need more", async () => {
    const Wide = Versioned(z.object({ n: z.number() }))
      .As(z.object({ n: z.number().max(10) }), { Up: (narrow) => narrow })
      .Before(Names, z.object({ n: z.number() }), { Up: (old) => old });
    const { app } = appWith((one) => one.Post("/n", (req) => req.body, Since("1"), WithBody(Wide)));
    const ask = await askAs(app);
    expect((await ask("2", "POST /n", { n: 99 })).json).toEqual({ n: 99 });
    expect((await ask("3", "POST /n", { n: 99 })).status).toBe(400);
    expect((await ask("3", "POST /n", { n: 9 })).json).toEqual({ n: 9 });
  });
});

describe("who sees what the client sent", () => {
  it("middleware and guards, once each", async () => {
    const seen: unknown[] = [];
    const { app } = appWith((one) =>
      one.Get(
        "/cats",
        ({ query }) => query,
        Since("1"),
        WithQuery(
          Versioned(z.object({ limit: z.string() })).Before(
            Born,
            z.object({ max: z.string() }),
            Rename("max", "limit"),
          ),
        ),
        WithMiddleware((req, _res, next) => {
          seen.push({ ...req.query });
          next();
        }),
        WithGuards((req) => seen.push({ ...req.query }) > 0),
      ),
    );
    await (
      await askAs(app)
    )("1", "GET /cats?max=3");
    expect(seen).toEqual([{ max: "3" }, { max: "3" }]);
  });
});

describe("without a version", () => {
  it("a neutral route speaks the newest", async () => {
    const { app } = appWith((one) =>
      one.Post("/cats", (req) => ({ got: req.body }), WithVersion(VersionNeutral), WithBody(Cat)),
    );
    expect((await (await askAs(app))("1", "POST /cats", tom)).json).toEqual({ got: tom });
  });

  it("so does an App without versioning", async () => {
    const { app } = appWith((one) => one.Post("/cats", (req) => ({ got: req.body }), WithBody(Cat)), {
      Versioning: {},
    });
    expect((await (await askAs(app))("1", "POST /cats", tom)).json).toEqual({ got: tom });
  });

  it("and need no list for it", () => {
    const Unlisted = Versioned(Cat2).Before(Change("7", "seven"), Cat2, { Up: (cat) => cat });
    const { app } = appWith((one) => one.Post("/cats", () => null, WithBody(Unlisted)), { Versioning: {} });
    expect(problemsOf(app)).toEqual([]);
  });
});
