import {
  App,
  Before,
  Carry,
  Context,
  DefineVersions,
  Each,
  HTTPError,
  Nothing,
  Now,
  Rename,
  Restatus,
  Versioned,
  VersioningHeader,
  WithBody,
  WithContext,
  WithHeaders,
  WithParams,
  WithQuery,
  WithResponse,
  type AppOptions,
} from "versioned-controllers";
import { Recorder, type RecorderOptions } from "versioned-controllers/recordings";
import { UsageCounter } from "versioned-controllers/usage";
import { z } from "zod";
import { keptOpen } from "../../support/serve";
import { until } from "../../support/wait";
import { recorded } from "./recorded";

const V = DefineVersions("1", "2", "3");
const Born = V.Change("2", "A cat's `born` is `birthday`.");
const Owned = V.Change("3", "A cat's `owner` is an object.");
const Cat1 = z.object({ name: z.string(), born: z.string(), owner: z.string() }).meta({ id: "Cat1" });
const Cat2 = z.object({ name: z.string(), birthday: z.string(), owner: z.string() }).meta({ id: "Cat2" });
const Cat3 = z
  .object({ name: z.string(), birthday: z.string(), owner: z.object({ email: z.string() }) })
  .meta({ id: "Cat3" });
const Cat = Versioned(Cat3)
  .Before(Owned, Cat2, {
    Up: (old) => ({ ...old, owner: { email: old.owner } }),
    Down: ({ owner, ...cat }) => ({ ...cat, owner: owner.email }),
  })
  .Before(Born, Cat1, Rename("born", "birthday"));

const Cats = Cat.Within([Each], (cat) => z.array(cat));

const Versioning = { Type: VersioningHeader, Header: "V", Versions: V.List };
const json = { "Content-Type": "application/json" };
const tom1 = { name: "Tom", born: "2020-05-17", owner: "ann@example.com" };
const tom2 = { name: "Tom", birthday: "2020-05-17", owner: "ann@example.com" };
const tom3 = { name: "Tom", birthday: "2020-05-17", owner: { email: "ann@example.com" } };

const cats = (options: AppOptions): App =>
  new App({ ...options, Versioning, TrustRequestID: true })
    .Post(
      "/cats",
      (req) => ({ ...req.body, secret: "closed out" }),
      V.Since("1"),
      WithBody(Cat),
      WithResponse(201, Cat),
    )
    .Get("/cats", () => [tom3], V.Since("1"), WithResponse(200, Cats))
    .Get("/sent", (_req, res) => void res.json(tom3), V.Since("1"), WithResponse(200, Cat))
    .Get("/ended", (_req, res) => void res.end(JSON.stringify(tom3)), V.Since("1"), WithResponse(200, Cat))
    .Get(
      "/none",
      () => undefined,
      V.Since("1"),
      WithResponse(204),
      WithQuery(z.object({ page: z.coerce.number() })),
    )
    .Get("/items", itemsOf(tom3), V.Since("1"), WithResponse(200, Cat));

function itemsOf<Item>(item: Item) {
  return async function* () {
    yield await Promise.resolve(item);
  };
}

const post = (of: object) => [{ V: "1", ...json }, JSON.stringify(of)] as const;

it("writes what was sent, read, given and shown, and the changes in the order of their first run", async () => {
  const { count, texts, lines, recorder } = await recorded(cats);
  const { status, json: answer } = await count("POST /cats", ...post(tom1));
  expect([status, answer]).toEqual([201, tom1]);
  expect(lines()).toEqual([
    {
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      route: "POST /cats",
      version: "1",
      newest: "3",
      changes: [Born.Description, Owned.Description],
      request: { body: { sent: tom1, read: tom3 } },
      response: { status: { meant: 201, sent: 201 }, body: { given: tom3, shown: tom1 } },
    },
  ]);
  expect(texts[0]?.endsWith("}\n")).toBe(true);
  expect(recorder.Counts()).toEqual({ Recorded: 1, LeftOut: 0, Failed: 0 });
});

it("lists the changes of a response newest first, and of a list", async () => {
  const { count, lines } = await recorded(cats);
  await count("GET /cats", { V: "1" });
  expect(lines()).toMatchObject([
    { changes: [Owned.Description, Born.Description], response: { body: { given: [tom3], shown: [tom1] } } },
  ]);
});

it("records what a handler sends by res.json", async () => {
  const { count, lines } = await recorded(cats);
  await count("GET /sent", { V: "2" });
  expect(lines()).toMatchObject([
    { version: "2", changes: [Owned.Description], response: { body: { given: tom3, shown: tom2 } } },
  ]);
});

it.each(["GET /items"])("leaves out %s, because nothing of it can be recorded", async (line) => {
  const { count, texts, recorder } = await recorded(cats);
  await count(line, { V: "1" });
  expect(texts).toEqual([]);
  expect(recorder.Counts()).toEqual({ Recorded: 0, LeftOut: 1, Failed: 0 });
});

it.each([
  ["GET /ended", "1"],
  ["GET /none?page=2", "1"],
  ["GET /cats", "3"],
  ["GET /sent", "3"],
])("writes nothing for %s in version %s, in which no link runs", async (line, version) => {
  const { ask, count, lines, recorder } = await recorded(cats);
  await ask(line, { V: version });
  await count("GET /cats", { V: "2" });
  expect(lines().map(({ route }) => route)).toEqual(["GET /cats"]);
  expect(recorder.Counts().LeftOut).toBe(0);
});

it("draws the share at the match, and only for routes and versions with conversions", async () => {
  const draws: number[] = [];
  const drawn = [0.5, 0.49];
  const Random = (): number => {
    draws.push(drawn[draws.length] ?? 1);
    return draws.at(-1) ?? 1;
  };
  const { ask, count, texts } = await recorded(cats, { Share: 0.5, Random });
  await ask("GET /cats", { V: "1" });
  await ask("GET /cats", { V: "3" });
  await ask("GET /none?page=1", { V: "1" });
  await count("GET /cats", { V: "2" });
  expect(draws).toEqual([0.5, 0.49]);
  expect(texts).toHaveLength(1);
});

it("records one percent by default, and nothing with Share: 0", () => {
  const Random = jest.fn(() => 0);
  expect(Recorder({ Write: () => undefined, Redact: [], Share: 0, Random }).Options).toEqual({});
  expect(Object.getOwnPropertySymbols(Recorder({ Write: () => undefined, Redact: [] }).Options)).toHaveLength(
    1,
  );
});

it.each([
  ["true", () => true, 1],
  ["false", () => false, 0],
  [
    "an error",
    () => {
      throw new Error("only");
    },
    0,
  ],
  ["a promise", () => Promise.resolve(true) as unknown as boolean, 0],
])("Only that gives %s records accordingly", async (_what, Only, expected) => {
  const { ask, texts, Logger } = await recorded(cats, { Only });
  await ask("GET /cats", { V: "1" });
  await ask("GET /cats", { V: "1" });
  expect(texts.length > 0).toBe(expected === 1);
  expect(Logger.error).not.toHaveBeenCalled();
});

it("a Write that throws or rejects is logged once, and counted", async () => {
  const Write = jest
    .fn<undefined | Promise<never>, [string]>()
    .mockImplementationOnce(() => {
      throw new Error("the disk is full");
    })
    .mockImplementation(() => Promise.reject(new Error("the disk is full")));
  const { count, recorder, Logger } = await recorded(cats, { Write: Write as RecorderOptions["Write"] });
  for (let i = 0; i < 3; i++) await count("GET /cats", { V: "1" });
  await until(() => recorder.Counts().Failed === 3);
  expect(recorder.Counts()).toEqual({ Recorded: 3, LeftOut: 0, Failed: 3 });
  expect(Logger.error).toHaveBeenCalledTimes(1);
});

const neverWritten: (line: string) => unknown = () => new Promise(() => undefined);

it("leaves out what comes while a thousand lines wait for a slow Write", async () => {
  const { ask, recorder } = await recorded(cats, {
    // An async function, which TypeScript accepts here only by a variable.
    Write: neverWritten,
  });
  for (let i = 0; i < 1003; i++) await ask("GET /cats", { V: "1", ...keptOpen });
  await until(() => recorder.Counts().LeftOut === 3);
  expect(recorder.Counts()).toEqual({ Recorded: 1000, LeftOut: 3, Failed: 0 });
});

it("leaves out a line of more than Most bytes", async () => {
  const { count, recorder } = await recorded(cats, { Most: 300 });
  await count("POST /cats", ...post({ ...tom1, name: "é".repeat(200) }));
  expect(recorder.Counts()).toEqual({ Recorded: 0, LeftOut: 1, Failed: 0 });
});

it("works beside a UsageCounter", async () => {
  const usage = UsageCounter();
  const { count, texts } = await recorded((options) => cats({ ...usage.Options, ...options }));
  await count("GET /cats", { V: "1" });
  expect(texts).toHaveLength(1);
  expect(usage.Read()).toMatchObject({
    "1 GET /cats": { calls: 1, changes: { [Born.Description]: 1, [Owned.Description]: 1 } },
  });
});

it("changes no answer", async () => {
  const lines = [
    "POST /cats",
    "GET /cats",
    "GET /sent",
    "GET /ended",
    "GET /none?page=1",
    "GET /items",
    "GET /none",
  ];
  const [plain, watched] = [await recorded(cats, { Share: 0 }), await recorded(cats)];
  for (const line of lines) {
    for (const version of V.List) {
      const body = line.startsWith("POST")
        ? JSON.stringify(version === "1" ? tom1 : version === "2" ? tom2 : tom3)
        : undefined;
      const of = {
        V: version,
        ...(body === undefined ? {} : json),
        "X-Request-Id": "7a1c0ff5-0f43-4ae2-8a8a-6a8d1f4b2c3d",
      };
      const [one, other] = [await plain.ask(line, of, body), await watched.ask(line, of, body)];
      expect([other.status, other.text, comparable(other)]).toEqual([one.status, one.text, comparable(one)]);
    }
  }
});

/** The headers but those that differ from answer to answer. */
function comparable({ headers }: { readonly headers: object }): object {
  return { ...headers, date: "", "x-request-id": "" };
}

const Strict = V.Change("2", "A dog has an age from 0 to 30.");
const dogs = (options: AppOptions): App => {
  const Dog = Versioned(z.object({ age: z.number().max(30) })).Before(Strict, z.object({ age: z.string() }), {
    Up: ({ age }) => {
      if (age === "none") throw new HTTPError(422, "a dog needs an age");
      return { age: Number(age) };
    },
    Down: ({ age }) => {
      if (age === 7) throw new Error("seven");
      return { age: String(age) };
    },
    Stricter: "a dog is at most 30 years old",
  });
  return new App({ ...options, Versioning }).Post(
    "/dogs",
    (req) => req.body,
    V.Since("1"),
    WithBody(Dog),
    WithResponse(200, Dog),
  );
};

it.each([
  ["an Up that throws an HTTPError", { age: "none" }, 422, undefined],
  ["a value that Stricter refuses", { age: "31" }, 400, undefined],
  ["a Down that throws", { age: "7" }, 500, { given: { age: 7 } }],
])("%s leaves sent or given without its result, and the status", async (_what, sent, status, body) => {
  const { count, lines } = await recorded(dogs);
  const answer = await count("POST /dogs", ...post(sent));
  expect(answer.status).toBe(status);
  const read = body && { read: body.given };
  expect(lines()).toEqual([
    expect.objectContaining({
      request: { body: { sent, ...read } },
      response: body
        ? { status: { meant: 200, sent: status }, body }
        : { status: { meant: status, sent: status } },
    }),
  ]);
});

it("records error bodies with Errors.Schema, also of a request that its schema refuses", async () => {
  const Error2 = z.object({ fault: z.string() }).meta({ id: "Error2" });
  const Faulty = V.Change("2", "An error has a `fault`.");
  const Schema = Versioned(Error2).Before(Faulty, z.object({ message: z.string() }).meta({ id: "Error1" }), {
    Down: ({ fault }) => ({ message: fault }),
  });
  const app = (options: AppOptions): App =>
    new App({ ...options, Versioning, Errors: { Schema, Body: ({ message }) => ({ fault: message }) } }).Get(
      "/cats/{id}",
      () => {
        throw new HTTPError(404, "no cat");
      },
      V.Since("1"),
      WithParams(z.object({ id: z.coerce.number() })),
    );
  const { count, lines } = await recorded(app);
  await count("GET /cats/7", { V: "1" });
  await count("GET /cats/tom", { V: "1" });
  expect(lines()).toMatchObject([
    {
      changes: [Faulty.Description],
      request: { params: { sent: { id: "7" }, read: { id: 7 } } },
      response: {
        status: { meant: 404, sent: 404 },
        body: { given: { fault: "no cat" }, shown: { message: "no cat" } },
      },
    },
    { response: { status: { meant: 400, sent: 400 } } },
  ]);
  expect(lines()[1]?.request).toBeUndefined();
});

it("records statuses, a missing body, contexts, Now and carried values", async () => {
  const Org = Context<{ plan: string }>("org");
  const Moved = V.Change("2", "A plan moved.");
  const Plan = Versioned(z.object({ id: z.string() }))
    .Carrying(z.object({ old: z.string() }))
    .Before(Moved, z.object({ id: z.string(), plan: z.string(), old: z.string(), year: z.number() }), {
      Needs: [Org, Now],
      Down: ({ id }, { Carried, Contexts: [org, now] }) => ({
        id,
        plan: org.plan,
        old: Carried.old,
        year: now.getUTCFullYear(),
      }),
    });
  const Plans = Plan.Within(["plans", Each], (plan) => z.object({ plans: z.array(plan) }));
  const app = (options: AppOptions): App =>
    new App({ ...options, Versioning, Now: () => new Date("2026-02-03T04:05:06.000Z") })
      .Post(
        "/plans",
        () => Carry({ id: "1" }, { old: "a" }),
        V.Since("1"),
        WithContext(Org, () => ({ plan: "pro" })),
        WithResponse(201, Plan),
        Before(Moved, Restatus(200, 201)),
      )
      .Get(
        "/plans",
        () => ({ plans: [Carry({ id: "1" }, { old: "a" }), Carry({ id: "2" }, { old: "b" })] }),
        V.Since("1"),
        WithContext(Org, () => ({ plan: "pro" })),
        WithResponse(200, Plans),
      )
      .Get(
        "/void",
        () => ({ id: "3" }),
        V.Since("1"),
        WithResponse(200, Versioned(z.object({ id: z.string() })).Before(Moved, Nothing)),
      );
  const { count, lines } = await recorded(app);
  expect((await count("POST /plans", { V: "1" })).status).toBe(200);
  await count("GET /plans", { V: "1" });
  await count("GET /void", { V: "1" });
  const contexts = { org: { plan: "pro" }, Now: "2026-02-03T04:05:06.000Z" };
  expect(lines()).toMatchObject([
    {
      response: {
        status: { meant: 201, sent: 200 },
        body: { given: { id: "1" }, shown: { id: "1", plan: "pro", old: "a", year: 2026 } },
      },
      contexts,
      carried: { old: "a" },
    },
    {
      contexts,
      carried: {
        places: [
          [["plans", 0], { old: "a" }],
          [["plans", 1], { old: "b" }],
        ],
      },
    },
    {
      changes: [Moved.Description],
      response: { status: { meant: 200, sent: 200 }, body: { given: { id: "3" } } },
    },
  ]);
  expect(lines()[2]?.response?.body).toEqual({ given: { id: "3" } });
});

it.each([
  ["two contexts of one name", [Context<string>("org"), Context<string>("org")], "a"],
  ["a context that JSON does not give back", [Context<unknown>("org")], new Map([["a", 1]])],
])("leaves out an exchange with %s", async (_what, Needs, value) => {
  const Changed = V.Change("2", "Something changed.");
  const Body = Versioned(z.object({ id: z.string() })).Before(Changed, z.object({ old: z.string() }), {
    Needs,
    Down: ({ id }) => ({ old: id }),
  });
  const { count, recorder } = await recorded((options) =>
    new App({ ...options, Versioning }).Get(
      "/",
      () => ({ id: "1" }),
      V.Since("1"),
      WithResponse(200, Body),
      ...Needs.map((key) => WithContext(key as Context<unknown>, () => value)),
    ),
  );
  await count("GET /", { V: "1" });
  expect(recorder.Counts()).toEqual({ Recorded: 0, LeftOut: 1, Failed: 0 });
});

it("records the parameters that a schema names, and neither the others nor multipart forms", async () => {
  const app = (options: AppOptions): App =>
    new App({ ...options, Versioning })
      .Get(
        "/cats/{id}",
        (req) => ({ ...tom3, name: String(req.query.page) }),
        V.Since("1"),
        WithResponse(200, Cat),
        WithParams(z.object({ id: z.string() })),
        WithQuery(z.object({ page: z.coerce.number() })),
        WithHeaders(z.object({ "x-trace": z.string() })),
      )
      .Post(
        "/forms",
        () => tom3,
        V.Since("1"),
        WithResponse(200, Cat),
        WithBody(z.object({ name: z.string() }), { Type: "multipart" }),
      );
  const { count, lines } = await recorded(app);
  await count("GET /cats/7?page=2&more=private", { V: "1", "X-Trace": "abc", "X-Other": "private" });
  const form = '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nprivate\r\n--b--\r\n';
  expect(
    (await count("POST /forms", { V: "1", "Content-Type": "multipart/form-data; boundary=b" }, form)).status,
  ).toBe(200);
  expect(lines()[0]?.request).toEqual({
    params: { sent: { id: "7" }, read: { id: "7" } },
    query: { sent: { page: "2" }, read: { page: 2 } },
    headers: { sent: { "x-trace": "abc" }, read: { "x-trace": "abc" } },
  });
  expect(lines()[1]?.request).toBeUndefined();
});
