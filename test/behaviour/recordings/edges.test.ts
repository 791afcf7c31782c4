import {
  App,
  Before,
  Carry,
  DefineVersions,
  Each,
  HTTPError,
  Nothing,
  OneOrEach,
  Rename,
  Restatus,
  SecurityScheme,
  Shadow,
  Status,
  Versioned,
  VersioningHeader,
  WithBody,
  WithHeaders,
  WithQuery,
  WithResponse,
  WithSecurity,
  type AppOptions,
} from "versioned-controllers";
import { Replay } from "versioned-controllers/check";
import { z } from "zod";
import { recorded } from "./recorded";

const V = DefineVersions("1", "2");
const Changed = V.Change("2", "It changed.");
const Versioning = { Type: VersioningHeader, Header: "V", Versions: V.List };
const json = { "Content-Type": "application/json" };

it("an error of Random is logged, and nothing is recorded", async () => {
  const Old = Versioned(z.object({ a: z.string() })).Before(
    Changed,
    z.object({ b: z.string() }),
    Rename("b", "a"),
  );
  const { ask, texts, Logger } = await recorded(
    (options) =>
      new App({ ...options, Versioning }).Get("/", () => ({ a: "x" }), V.Since("1"), WithResponse(200, Old)),
    {
      Share: 0.5,
      Random: () => {
        throw new Error("no chance");
      },
    },
  );
  expect((await ask("GET /", { V: "1" })).json).toEqual({ b: "x" });
  expect(Logger.error).toHaveBeenCalledTimes(1);
  expect(texts).toEqual([]);
});

it("records texts that a Down returns, and what handlers of unconverted statuses send", async () => {
  const Word = Versioned(z.object({ word: z.string() })).Before(Changed, z.string(), {
    Down: ({ word }) => word,
  });
  const Body = Versioned(z.object({ a: z.string() })).Before(
    Changed,
    z.object({ b: z.string() }),
    Rename("b", "a"),
  );
  const app = (options: AppOptions): App =>
    new App({ ...options, Versioning })
      .Get("/words", () => ({ word: "hello" }), V.Since("1"), WithResponse(200, Word))
      .Post(
        "/kept",
        (req, res) => void res.status(202).json({ of: req.body as object }),
        V.Since("1"),
        WithBody(Body),
        WithResponse(202, z.object({ of: z.object({ a: z.string() }) })),
      );
  const { count, lines } = await recorded(app);
  await count("GET /words", { V: "1" });
  await count("POST /kept", { V: "1", ...json }, '{"b":"x"}');
  const of = { of: { a: "x" } };
  expect(lines().map(({ response }) => response?.body)).toEqual([
    { given: { word: "hello" }, shown: "hello" },
    { given: of, shown: of },
  ]);
  expect((await Replay(app({}), lines())).Differences).toEqual([]);
});

it("leaves out a value that JSON cannot represent", async () => {
  const Big = Versioned(z.object({ a: z.string().transform(BigInt) })).Before(
    Changed,
    z.object({ b: z.string() }),
    {
      Up: ({ b }) => ({ a: b }),
    },
  );
  const app = (options: AppOptions): App =>
    new App({ ...options, Versioning }).Post("/", () => 1, V.Since("1"), WithBody(Big));
  const { count, recorder } = await recorded(app);
  expect((await count("POST /", { V: "1", ...json }, '{"b":"7"}')).status).toBe(200);
  expect(recorder.Counts()).toEqual({ Recorded: 0, LeftOut: 1, Failed: 0 });
});

/** Notes whose conversions refuse some values, with a substitute too. */
const notes = (options: AppOptions): App => {
  const Note = Versioned(z.object({ text: z.string() })).Before(Changed, z.object({ old: z.string() }), {
    Up: ({ old }) => {
      if (old.length > 10) throw new HTTPError(422, "too long");
      if (old === "exactly") throw new HTTPError(409, "this one");
      return { text: old };
    },
    Down: ({ text }) => {
      if (text.startsWith("#")) throw new Error("no number");
      if (text === "this one") throw new Error("this one");
      return { old: text };
    },
  });
  return new App({ ...options, Versioning })
    .Post("/", (req) => req.body, V.Since("1"), WithBody(Note), WithResponse(201, Note))
    .Get("/this", () => ({ text: "this one" }), V.Since("1"), WithResponse(200, Note));
};

it.each([
  ["a refused request whose substitute is refused, too", "POST /", "a long secret", 422, 1],
  ["a refused request whose substitute is accepted", "POST /", "exactly", 409, 0],
  ["a failed answer whose substitute fails, too", "POST /", "#secret", 500, 1],
  ["a failed answer whose substitute succeeds", "GET /this", undefined, 500, 0],
])("of redacted exchanges records only true ones: %s", async (_what, line, old, status, expected) => {
  const { count, texts } = await recorded(notes, { Redact: ["old", "text"] });
  const body = old === undefined ? undefined : JSON.stringify({ old });
  expect((await count(line, { V: "1", ...json }, body)).status).toBe(status);
  expect(texts).toHaveLength(expected);
  expect(texts.join()).not.toContain("secret");
  expect((await Replay(notes({}), texts)).Differences).toEqual([]);
});

it("checks the data of Carry in wholes, and redacts it there", async () => {
  const Pet = Versioned(z.object({ name: z.string() }))
    .Carrying(z.object({ chip: z.string() }))
    .Before(Changed, z.object({ name: z.string(), chip: z.string() }), {
      Down: (pet, { chip }) => ({ ...pet, chip }),
    });
  const Owner = Pet.Within(["pets", OneOrEach], (pet) => z.object({ pets: z.union([pet, z.array(pet)]) }));
  const Zoo = Pet.Within([Each, "pet"], (pet) => z.record(z.string(), z.object({ pet })));
  const pet = (chip: string) => Carry({ name: "Tom" }, { chip });
  const app = (options: AppOptions): App =>
    new App({ ...options, Versioning })
      .Get("/one", () => ({ pets: pet("chip-1") }), V.Since("1"), WithResponse(200, Owner))
      .Get(
        "/many",
        () => ({ pets: [pet("chip-1"), { name: "Rex" } as never, pet("chip-2")] }),
        V.Since("1"),
        WithResponse(200, Owner),
      )
      .Get("/zoo", () => ({ a: { pet: pet("chip-3") } }), V.Since("1"), WithResponse(200, Zoo));
  const { count, texts, lines } = await recorded(app, { Redact: ["chip"] });
  await count("GET /one", { V: "1" });
  await count("GET /many", { V: "1" });
  await count("GET /zoo", { V: "1" });
  expect(texts.join()).not.toMatch(/chip-\d/);
  const data = { chip: expect.stringMatching(/^[a-z]{4}-[1-9]$/) as string };
  const places = (...paths: readonly (string | number)[][]) => ({
    places: paths.map((path) => [path, data]),
  });
  expect(lines().map(({ carried }) => carried)).toEqual([
    places(["pets"]),
    places(["pets", 0], ["pets", 2]),
    places(["a", "pet"]),
  ]);
  expect(await Replay(app({}), texts)).toMatchObject({ Replayed: 3, Differences: [] });
});

it("keeps data of Carry that looks like places", async () => {
  const Pet = Versioned(z.object({ name: z.string() }))
    .Carrying(z.object({ places: z.array(z.string()) }))
    .Before(Changed, z.object({ first: z.string() }), {
      Down: (_pet, { places: [first = ""] }) => ({ first }),
    });
  const app = (options: AppOptions): App =>
    new App({ ...options, Versioning })
      .Get("/", () => Carry({ name: "Tom" }, { places: ["Rome"] }), V.Since("1"), WithResponse(200, Pet))
      .Get("/none", () => Carry({ name: "Tom" }, { places: [] }), V.Since("1"), WithResponse(200, Pet));
  const { count, texts, lines } = await recorded(app);
  await count("GET /", { V: "1" });
  await count("GET /none", { V: "1" });
  expect(lines().map(({ carried }) => carried)).toEqual([
    { places: ["Rome"] },
    { places: [[[], { places: [] }]] },
  ]);
  expect((await Replay(app({}), texts)).Differences).toEqual([]);
});

it("redacts numbers with exponents, signs of two characters, and texts that are not letters", async () => {
  const Thing = Versioned(z.object({ n: z.number(), t: z.string() })).Before(
    Changed,
    z.object({ m: z.number(), t: z.string() }),
    Rename("m", "n"),
  );
  const app = (options: AppOptions): App =>
    new App({ ...options, Versioning }).Post(
      "/",
      (req) => req.body,
      V.Since("1"),
      WithBody(Thing),
      WithResponse(201, Thing),
    );
  const { count, lines, recorder } = await recorded(app, { Redact: ["m", "t"] });
  await count("POST /", { V: "1", ...json }, '{"m":1.25e300,"t":"𝒜𝟙é"}');
  expect(lines()[0]?.request?.body?.sent).toEqual({
    m: expect.any(Number) as number,
    t: expect.stringMatching(/^[A-Z]{2}[1-9]{2}[a-z]$/i) as string,
  });
  expect(String((lines()[0]?.request?.body?.sent as { m: number }).m)).toMatch(/^[1-9]\.[1-9]{2}e\+300$/);
  await count("POST /", { V: "1", ...json }, '{"m":1,"t":"+++"}');
  expect(recorder.Counts()).toEqual({ Recorded: 1, LeftOut: 1, Failed: 0 });
});

it("compares statuses with those of the recording's newest version", async () => {
  const W = DefineVersions("1", "2", "3");
  const [Two, Three] = [W.Change("2", "Two."), W.Change("3", "Three.")];
  const app = (last: "2" | "3", options: AppOptions = {}): App => {
    const Versions = last === "2" ? ["1", "2"] : ["1", "2", "3"];
    const Body = Versioned(z.object({ a: z.string() })).Before(
      Two,
      z.object({ b: z.string() }),
      Rename("b", "a"),
    );
    const later =
      last === "3"
        ? [Status(202), Before(Three, Status(201)), Before(Two, Status(200))]
        : [Status(201), Before(Two, Status(200))];
    return new App({ ...options, Versioning: { ...Versioning, Versions } }).Post(
      "/",
      () => ({ a: "x" }),
      W.Since("1"),
      WithResponse(last === "3" ? 202 : 201, Body),
      ...later,
    );
  };
  const { count, texts, lines } = await recorded((options) => app("2", options));
  await count("POST /", { V: "1" });
  expect(lines()[0]?.response?.status).toEqual({ meant: 201, sent: 200 });
  expect((await Replay(app("2"), texts)).Differences).toEqual([]);
  expect((await Replay(app("3"), texts)).Differences).toEqual([]);
});

it("takes no 304 for a difference, and names no change of a refusal by one of several", async () => {
  const [Two, Other] = [V.Change("2", "Two."), V.Change("2", "Other.")];
  const app = (options: AppOptions, refuses = false): App => {
    const Body = Versioned(z.object({ a: z.string() })).Before(Two, z.object({ b: z.string() }), {
      Up: ({ b }) => ({ a: refuses ? (7 as never) : b }),
      Down: ({ a }) => ({ b: a }),
      Stricter: "numbers",
    });
    const Query = Versioned(z.object({ p: z.string() })).Before(
      Other,
      z.object({ q: z.string() }),
      Rename("q", "p"),
    );
    return new App({ ...options, Versioning })
      .Get("/", () => ({ a: "x" }), V.Since("1"), WithResponse(200, Body))
      .Post("/", (req) => req.body, V.Since("1"), WithBody(Body), WithQuery(Query), WithResponse(201, Body))
      .Put("/", () => 1, V.Since("1"), WithQuery(Query), Before(Two, Restatus(201, 200)));
  };
  const { count, texts } = await recorded((options) => app(options));
  const { headers } = await count("GET /", { V: "1" });
  expect((await count("GET /", { V: "1", "If-None-Match": String(headers.etag) })).status).toBe(304);
  await count("POST /?q=1", { V: "1", ...json }, '{"b":"x"}');
  await count("PUT /?q=1", { V: "1" });
  expect((await Replay(app({}), texts)).Differences).toEqual([]);
  expect((await Replay(app({}, true), texts)).Differences).toEqual([
    { Line: 3, Route: "POST /", Version: "1", Side: "Refused", Path: [], Recorded: undefined, Now: 400 },
  ]);
});

it("converts to a newest version without a body, and from errors without one", async () => {
  const Void = Versioned(Nothing).Before(Changed, z.object({ reason: z.string() }), {
    Down: () => ({ reason: "" }),
  });
  const Failed = Versioned(z.object({ fault: z.string() })).Before(Changed, Nothing);
  const app = (options: AppOptions): App =>
    new App({
      ...options,
      Versioning,
      Errors: { Schema: Failed, Body: ({ message }) => ({ fault: message }) },
    })
      .Post("/", () => "well", V.Since("1"), WithBody(Void as never))
      .Get(
        "/",
        () => {
          throw new HTTPError(404, "none");
        },
        V.Since("1"),
        Before(Changed, Restatus(400, 404)),
      );
  const { count, texts, lines } = await recorded(app);
  await count("POST /", { V: "1", ...json }, '{"reason":"why"}');
  await count("GET /", { V: "1" });
  expect(lines().map(({ request, response }) => ({ request, response }))).toEqual([
    { request: { body: { sent: { reason: "why" } } }, response: { status: { meant: 200, sent: 200 } } },
    {
      request: undefined,
      response: { status: { meant: 404, sent: 400 }, body: { given: { fault: "none" } } },
    },
  ]);
  expect(await Replay(app({}), texts)).toEqual({ Replayed: 2, Skipped: {}, Differences: [], More: 0 });
});

it("redacts headers in any case and credentials of each scheme, but neither flags nor empty texts", async () => {
  const Session = new SecurityScheme(
    "session",
    { type: "apiKey", in: "cookie", name: "sid" },
    () => "anyone",
  );
  const Key = new SecurityScheme("key", { type: "apiKey", in: "header", name: "X-Key" }, () => "anyone");
  const Body = Versioned(z.object({ a: z.string(), flag: z.boolean(), empty: z.string() })).Before(
    Changed,
    z.object({ b: z.string(), flag: z.boolean(), empty: z.string() }),
    Rename("b", "a"),
  );
  const app = (options: AppOptions): App =>
    new App({ ...options, Versioning }).Get(
      "/",
      (req) => ({ a: req.get("X-Key") ?? "", flag: true, empty: "" }),
      V.Since("1"),
      WithSecurity(Session, Key),
      WithHeaders(z.object({ "x-trace": z.string() })),
      WithResponse(200, Body),
    );
  const Redact = ["X-Trace", "flag", "empty", "a.none", "a.none.deeper"];
  const { count, lines, texts } = await recorded(app, { Redact });
  await count("GET /", {
    V: "1",
    "X-Trace": "trace-secret",
    "X-Key": "key-secret",
    Cookie: "sid=session-secret",
  });
  expect(texts.join()).not.toContain("secret");
  expect(lines()[0]?.response?.body?.given).toMatchObject({ flag: true, empty: "" });
});

it.each([[{ places: [7] }], [{ places: [[[true], 1]] }], [{ places: [[7, 1]] }], [{ places: 7 }], [[]]])(
  "reads %j as the data of one Carry",
  async (data) => {
    const Pet = Versioned(z.object({ name: z.string() }))
      .Carrying(z.unknown())
      .Before(Changed, z.object({ was: z.unknown() }), { Down: (_pet, was) => ({ was }) });
    const app = (options: AppOptions): App =>
      new App({ ...options, Versioning }).Get(
        "/",
        () => Carry({ name: "Tom" }, data),
        V.Since("1"),
        WithResponse(200, Pet),
      );
    const { count, texts, lines } = await recorded(app);
    await count("GET /", { V: "1" });
    expect(lines()[0]?.carried).toEqual(data);
    expect((await Replay(app({}), texts)).Differences).toEqual([]);
  },
);

it("records nothing of an old handler that Shadow sends", async () => {
  const Query = Versioned(z.object({ a: z.string() })).Before(
    Changed,
    z.object({ b: z.string() }),
    Rename("b", "a"),
  );
  const Failed = Versioned(z.object({ fault: z.string() })).Before(
    Changed,
    z.object({ message: z.string() }),
    {
      Down: ({ fault }) => ({ message: fault }),
    },
  );
  const old = (): never => {
    throw new HTTPError(404, "none");
  };
  const { count, recorder } = await recorded((options) =>
    new App({
      ...options,
      Versioning,
      Errors: { Schema: Failed, Body: ({ message }) => ({ fault: message }) },
    }).Get(
      "/",
      () => "new",
      V.Since("1"),
      WithQuery(Query),
      Shadow(V.Until("1"), old, { Answer: "old", OnDifference: () => undefined }),
    ),
  );
  const { status, json: answer } = await count("GET /?b=x", { V: "1" });
  expect([status, answer]).toEqual([404, { message: "none" }]);
  expect(recorder.Counts()).toEqual({ Recorded: 0, LeftOut: 1, Failed: 0 });
});
