import { Readable } from "node:stream";
import {
  Each,
  HTTPError,
  Nothing,
  ServerSentEvent,
  Since,
  Status,
  Until,
  Versioned,
  WithMiddleware,
  WithResponse,
  type App,
  type AppOptions,
  type Handler,
  type RouteOption,
} from "versioned-controllers";
import express, { type Request, type Response } from "express";
import { z } from "zod";
import { serve } from "../../support/serve";
import { appWith, askAs, Born, Cat, Cat2, Cat3, Names, names, tom, tomIn, type Name } from "./cats";

const ok = WithResponse(200, Cat);

/** The answers of `GET /cats` in some versions. */
async function answersOf(
  handler: Handler,
  options: readonly RouteOption[] = [ok],
  more: AppOptions = {},
): Promise<{
  app: App;
  logger: ReturnType<typeof appWith>["logger"];
  ask: Awaited<ReturnType<typeof askAs>>;
}> {
  const { app, logger } = appWith(
    (one) => one.Get("/cats", handler as never, Since("1"), ...(options as [])),
    more,
  );
  return { app, logger, ask: await askAs(app) };
}

const secret = { ...tom, first: "secret" };
const broken = { ...tom, first: "broken" };

describe("a value is turned down to what each version is sent", () => {
  it.each(names)("in version %s", async (version) => {
    const { ask } = await answersOf(() => tom);
    const { status, text, headers } = await ask(version, "GET /cats");
    expect([status, text]).toEqual([200, JSON.stringify(tomIn[version])]);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(text)));
  });

  it.each(names)("without what no schema has, in version %s", async (version) => {
    const { ask } = await answersOf(() => ({ ...tom, password: "x" }));
    expect((await ask(version, "GET /cats")).json).toEqual(tomIn[version]);
  });

  it.each(names)("HEAD and a conditional request are of version %s", async (version) => {
    const { ask } = await answersOf(() => tom);
    const { headers } = await ask(version, "GET /cats");
    const head = await ask(version, "HEAD /cats");
    expect([head.headers.etag, head.headers["content-length"], head.text]).toEqual([
      headers.etag,
      headers["content-length"],
      "",
    ]);
    const again = await ask(version, "GET /cats", undefined, { "If-None-Match": headers.etag ?? "" });
    expect([again.status, again.text]).toEqual([304, ""]);
    const other = await ask(version === "3" ? "2" : "3", "GET /cats", undefined, {
      "If-None-Match": headers.etag ?? "",
    });
    expect(other.status).toBe(200);
  });

  it("nothing of the handler's value is shared with a Down", async () => {
    const kept = { ...tom, at: new Date(0) };
    const History = Versioned(z.object({ first: z.string(), at: z.date() })).Before(
      Names,
      z.object({ first: z.string(), at: z.string() }),
      {
        Down: (now) => {
          (now as { first: string }).first = "changed";
          return now;
        },
      },
    );
    const { ask } = await answersOf(() => kept, [WithResponse(200, History)]);
    expect((await ask("2", "GET /cats")).json).toEqual({ first: "changed", at: "1970-01-01T00:00:00.000Z" });
    expect(kept.first).toBe("Tom");
  });

  it("what an older schema closes out is left out", async () => {
    const Leaking = Versioned(Cat3).Before(Names, Cat2, { Down: (now) => ({ ...now, name: "Tom" }) });
    const { ask } = await answersOf(() => tom, [WithResponse(200, Leaking)]);
    expect((await ask("2", "GET /cats")).json).toEqual({ name: "Tom", birthday: tom.birthday });
  });

  it("inside a list", async () => {
    const Cats = Cat.Within([Each], (cat) => z.array(cat));
    const { ask } = await answersOf(() => [tom, tom], [WithResponse(200, Cats)]);
    expect((await ask("1", "GET /cats")).json).toEqual([tomIn["1"], tomIn["1"]]);
  });

  it("by a face, in the newest version too", async () => {
    const Row = z.object({ id: z.number(), name: z.string() });
    const Rows = Versioned(Row)
      .As(z.object({ name: z.string() }), { Down: ({ name }) => ({ name }) })
      .Before(Names, z.object({ id: z.number() }), { Down: ({ id }) => ({ id }) });
    const { ask } = await answersOf(() => ({ id: 7, name: "Tom" }), [WithResponse(200, Rows)]);
    expect((await ask("3", "GET /cats")).json).toEqual({ name: "Tom" });
    expect((await ask("2", "GET /cats")).json).toEqual({ id: 7 });
  });

  it("a text to a text, and to an object", async () => {
    const Text = Versioned(z.string())
      .Before(Names, z.object({ text: z.string() }), { Down: (text) => ({ text }) })
      .Before(Born, z.string(), { Down: ({ text }) => `${text}!` });
    const { ask } = await answersOf(() => "hi", [WithResponse(200, Text)]);
    const got = await Promise.all(names.map(async (version) => await ask(version, "GET /cats")));
    expect(got.map(({ text, headers }) => [text, headers["content-type"]])).toEqual([
      ["hi!", "text/plain; charset=utf-8"],
      ['{"text":"hi"}', "application/json; charset=utf-8"],
      ["hi", "text/plain; charset=utf-8"],
    ]);
  });

  it("where there was Nothing no body is sent, and the status stays", async () => {
    const Answer = Versioned(Cat3).Before(Names, Nothing);
    const { ask } = await answersOf(() => tom, [WithResponse(201, Answer)]);
    const { status, text, headers } = await ask("2", "GET /cats");
    expect([status, text, headers["content-type"]]).toEqual([201, "", undefined]);
    expect((await ask("3", "GET /cats")).json).toEqual(tom);
  });

  const wrapped: Handler = (_req, res, next) => {
    const json = res.json.bind(res);
    res.json = (value: unknown) => json(value);
    next();
  };
  it.each<[what: string, handler: Handler, options: RouteOption[]]>([
    ["of what a handler returns", () => ({ ...tom, birthday: 1 }), [ok]],
    ["of res.json", (_req, res) => void res.json({ ...tom, birthday: 1 }), [ok]],
    ["of res.jsonp", (_req, res) => void res.jsonp({ ...tom, birthday: 1 }), [ok]],
    [
      "of what goes through a middleware's own res.json",
      (_req, res) => void res.json({ ...tom, birthday: 1 }),
      [ok, WithMiddleware(wrapped)],
    ],
    [
      "of what is returned behind a middleware's own res.json",
      () => ({ ...tom, birthday: 1 }),
      [ok, WithMiddleware(wrapped)],
    ],
  ])("the host's json replacer runs once: %s", async (_what, handler, options) => {
    const { app } = await answersOf(handler, options);
    const host = express().set("json replacer", (key: string, value: unknown) =>
      key === "birthday" || key === "born" ? `${String(value)}!` : value,
    );
    const { ask } = await serve(host.use(app.Build()));
    expect((await ask("GET /cats", { "X-Version": "1" })).json).toEqual({ name: "Tom Cat", born: "1!" });
  });
});

describe("nothing falls back to the newest shape", () => {
  it("an HTTPError of Down is answered", async () => {
    const { ask } = await answersOf(() => secret, [WithResponse(201, Cat)]);
    expect((await ask("1", "GET /cats")).json).toMatchObject({ error: { status: 404 } });
    expect((await ask("3", "GET /cats")).status).toBe(201);
  });

  it.each<[what: string, handler: Handler, logged: RegExp]>([
    ["what Down throws", () => broken, /^a secret of Down$/],
    [
      "a stream",
      () => Readable.from([JSON.stringify(tom)]),
      /^GET \/cats, version 1: a handler of a route with changes must return JSON for older versions, got a stream/,
    ],
    [
      "bytes",
      () => Buffer.from(JSON.stringify(tom)),
      /^GET \/cats, version 1: a handler of a route with changes must return JSON for older versions, got bytes/,
    ],
    [
      "a success that nothing describes",
      (_req, res) => (res.status(202), tom),
      /^GET \/cats, version 1: the response cannot be converted for an older version, because no WithResponse/,
    ],
    [
      "the same by res.json",
      (_req, res) => void res.status(202).json(tom),
      /^GET \/cats, version 1: the response cannot be converted for an older version, because no WithResponse/,
    ],
    ["what Down throws in res.json", (_req, res) => void res.json(broken), /^a secret of Down$/],
  ])("%s is a 500", async (_, handler, logged) => {
    const { ask, logger } = await answersOf(handler);
    const { status, text } = await ask("1", "GET /cats");
    expect(status).toBe(500);
    expect(text).not.toMatch(/Tom|secret|first|broken/);
    const [[{ err }]] = logger.error.mock.calls as [[{ err: Error }]];
    expect(err.message).toMatch(logged);
    expect((await ask("3", "GET /cats")).status).toBeLessThan(300);
  });

  it("MapError is asked of what Down throws, and not of a promise", async () => {
    const MapError = (error: unknown): HTTPError => new HTTPError(422, (error as Error).message);
    expect((await (await answersOf(() => broken, [ok], { MapError })).ask("1", "GET /cats")).status).toBe(
      422,
    );
    const Late = Versioned(Cat3).Before(Names, Cat2, {
      Down: (async () => await Promise.reject(new Error("late"))) as never,
    });
    const { ask, logger } = await answersOf(() => tom, [WithResponse(200, Late)], { MapError });
    expect((await ask("2", "GET /cats")).status).toBe(500);
    const [[{ err }]] = logger.error.mock.calls as [[{ err: Error }]];
    expect(err.message).toMatch(
      /^GET \/cats, version 2: Down of .*split.* must return its result synchronously, got a promise/,
    );
  });

  it.each(["1", "3"])("a handler that ended early speaks the newest, in version %s", async (version) => {
    const { app } = appWith((one) =>
      one
        .Get("/cats", (() => tom) as Handler, Until("2"), ok)
        .Get("/dogs", (() => tom) as Handler, Since("1"), ok),
    );
    const { status, json } = await (await askAs(app))(version, "GET /cats");
    expect([status, version === "1" ? json : undefined]).toEqual(
      version === "1" ? [200, tomIn["1"]] : [404, undefined],
    );
  });

  it.each<[what: string, handler: Handler, status: number, text: string]>([
    ["undefined", () => undefined, 204, ""],
    ["304", (_req, res) => (res.status(304), tom), 304, ""],
    ["a status without content", (_req, res) => (res.status(205), tom), 205, ""],
    ["an error that nothing describes", (_req, res) => (res.status(404), tom), 404, JSON.stringify(tom)],
    ["bytes that the handler writes", (_req, res) => void res.end("bytes"), 200, "bytes"],
  ])("%s is not turned", async (_, handler, status, text) => {
    const answer = await (await answersOf(handler)).ask("1", "GET /cats");
    expect([answer.status, answer.text]).toEqual([status, text]);
  });

  it("a stream goes out where a version has nothing to turn down", async () => {
    const { ask } = await answersOf(() => Readable.from(["x"]), [WithResponse(200, z.string())]);
    expect((await ask("1", "GET /cats")).text).toBe("x");
  });
});

describe("what a handler sends by itself is turned down", () => {
  const later = (_req: unknown, res: Response): void => void setImmediate(() => res.json(tom));
  it.each<[what: string, handler: Handler]>([
    ["res.json", (_req, res) => void res.json(tom)],
    ["res.send of an object", (_req, res) => void res.send(tom)],
    ["res.json after the handler has returned", later],
    ["res.json beside a value", (_req, res) => (res.json(tom), tom)],
  ])("%s", async (_, handler) => {
    const { ask } = await answersOf(handler);
    const got = await Promise.all(names.map(async (version) => (await ask(version, "GET /cats")).json));
    expect(got).toEqual(names.map((version) => tomIn[version]));
  });

  it("res.json that the handler wrapped itself", async () => {
    const { ask } = await answersOf((_req, res) => {
      const json = res.json.bind(res);
      res.json = (value: object) => json({ ...value, last: "Dog" });
      res.json(tom);
    });
    expect((await ask("2", "GET /cats")).json).toEqual({ name: "Tom Dog", birthday: tom.birthday });
  });

  it("res.jsonp", async () => {
    const { ask } = await answersOf((_req, res) => void res.jsonp(tom));
    expect((await ask("2", "GET /cats?callback=f")).text).toContain(`f(${JSON.stringify(tomIn["2"])})`);
  });

  it("what middleware sends goes out as it wrote it, and its res.json is given the version's shape", async () => {
    const given: unknown[] = [];
    const { app } = appWith((one) =>
      one.Get(
        "/cats",
        (() => tom) as Handler,
        Since("1"),
        ok,
        WithMiddleware((req: Request, res, next) => {
          if (req.query.early) return void res.json(tom);
          const json = res.json.bind(res);
          res.json = (value: unknown) => (given.push(value), json(value));
          next();
        }),
      ),
    );
    const ask = await askAs(app);
    expect((await ask("1", "GET /cats?early=1")).json).toEqual(tom);
    expect((await ask("1", "GET /cats")).json).toEqual(tomIn["1"]);
    expect(given).toEqual([tomIn["1"]]);
  });

  it.each<[what: string, handler: Handler]>([
    [
      "by next",
      (_req, _res, next) => {
        next("route");
      },
    ],
    [
      "from within the answer of a value",
      (_req, res, next) => {
        res.json = () => (next("route"), res);
        return tom;
      },
    ],
  ])("a request that the handler passes on %s is no longer its own", async (_, handler) => {
    const { app } = await answersOf(handler);
    const host = express().use(app.Build(), (_req, res) => void setImmediate(() => res.jsonp(tom)));
    const { ask } = await serve(host);
    expect((await ask("GET /cats", { "X-Version": "1" })).json).toEqual(tom);
  });
});

describe("items are turned down one by one", () => {
  async function* items(): AsyncGenerator {
    yield tom;
    await Promise.resolve();
    yield { ...tom, password: "x" };
  }

  it.each<[Name]>([["1"], ["2"], ["3"]])("lines, in version %s", async (version) => {
    const { ask } = await answersOf(() => items());
    const line = `${JSON.stringify(tomIn[version])}\n`;
    expect((await ask(version, "GET /cats")).text).toBe(line + line);
  });

  it("the data of server-sent events", async () => {
    const { ask } = await answersOf((_req, res) => {
      res.type("text/event-stream");
      return (async function* events() {
        await Promise.resolve();
        yield ServerSentEvent({ Data: tom, ID: "1" });
      })();
    });
    expect((await ask("2", "GET /cats")).text).toBe(`id: 1\ndata: ${JSON.stringify(tomIn["2"])}\n\n`);
  });
});

describe("CheckResponses judges both sides", () => {
  it.each<[what: string, handler: Handler, logged: string]>([
    [
      "the handler's value",
      () => ({ first: 1 }),
      "the value returned by the handler of GET /cats does not match",
    ],
    [
      "what the version is sent",
      () => ({ ...tom, first: "bad" }),
      "the converted response of GET /cats does not match its WithResponse(200): name: ",
    ],
  ])("%s", async (_, handler, logged) => {
    const Strict = Versioned(Cat3).Before(Names, z.object({ name: z.string().max(4) }), {
      Down: ({ first }) => ({ name: first === "bad" ? "much too long" : first }),
    });
    const { ask, logger } = await answersOf(handler, [WithResponse(200, Strict)], { CheckResponses: true });
    expect((await ask("2", "GET /cats")).status).toBe(500);
    const [[{ err }]] = logger.error.mock.calls as [[{ err: Error }]];
    expect(err.message).toContain(logged);
  });

  it("members that a Down keeps by a spread are removed, and are not a misfit", async () => {
    const Kept = Versioned(Cat3).Before(Names, Cat2, {
      Down: ({ first, last, ...cat }) => ({ ...cat, first, last, name: `${first} ${last}` }),
    });
    const { ask } = await answersOf(() => tom, [WithResponse(200, Kept)], { CheckResponses: true });
    expect((await ask("2", "GET /cats")).json).toEqual(tomIn["2"]);
  });

  it.each(names)("and what fits is sent, in version %s", async (version) => {
    const { ask } = await answersOf(() => tom, [ok], { CheckResponses: true });
    expect((await ask(version, "GET /cats")).json).toEqual(tomIn[version]);
  });
});

describe("Down is chosen by the status that the handler meant", () => {
  it("its own status, or the route's", async () => {
    const Old = z.object({ was: z.number() });
    const Other = Versioned(z.object({ is: z.number() })).Before(Names, Old, {
      Down: (now) => ({ was: now.is }),
    });
    const { ask } = await answersOf(
      (req: Request, res) => (req.query.other ? (res.status(202), { is: 1 }) : tom),
      [Status(201), WithResponse(201, Cat), WithResponse(202, Other)],
    );
    const [created, accepted] = [await ask("2", "GET /cats"), await ask("2", "GET /cats?other=1")];
    expect([created.status, created.json]).toEqual([201, tomIn["2"]]);
    expect([accepted.status, accepted.json]).toEqual([202, { was: 1 }]);
  });

  it("an error that a handler throws has the uniform body", async () => {
    const { ask } = await answersOf(() => {
      throw new HTTPError(409, "no");
    });
    expect((await ask("1", "GET /cats")).json).toMatchObject({ error: { status: 409 } });
  });
});
