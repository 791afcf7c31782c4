import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { NextFunction, Request, Response } from "express";
import {
  App,
  Before,
  DefineVersions,
  Get,
  HasChange,
  HTTPError,
  Post,
  RenameHeader,
  Rename,
  RequestID,
  Restatus,
  RouteOf,
  Router,
  SecurityScheme,
  Shadow,
  Since,
  Status,
  Until,
  Versioned,
  VersionOf,
  VersioningHeader,
  VersioningURI,
  WithBody,
  WithGuards,
  WithHeaders,
  WithMiddleware,
  WithQuery,
  WithResponse,
  WithSecurity,
  type AppOptions,
  type RouteOption,
  type ShadowOptions,
  type ShadowReport,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { listen, serve, type Answer } from "../../support/serve";
import { recordUncaught } from "../../support/uncaught";
import { gate, until } from "../../support/wait";

const V = DefineVersions("1", "2");
const Born = V.Change("2", "A cat's `born` is `birthday`.");
const Cat2 = z.object({ name: z.string(), birthday: z.string() });
const Cat1 = z.object({ name: z.string(), born: z.string() });
const Cat = Versioned(Cat2).Before(Born, Cat1, Rename("born", "birthday"));
const Limit = Versioned(z.object({ max: z.coerce.number().default(9) })).Before(
  Born,
  z.object({ limit: z.coerce.number().default(5) }),
  { Up: ({ limit }) => ({ max: String(limit) }), Down: ({ max }) => ({ limit: max }) },
);
const tom = { name: "Tom", birthday: "2020" };
const tom1 = { name: "Tom", born: "2020" };

type Terms = Partial<ShadowOptions>;

interface Ways {
  readonly old: (req: Request, res: Response) => unknown;
  readonly now?: (req: Request, res: Response) => unknown;
}

/** An App with one route and its shadow; `ask` waits until both handlers have answered, or passed the request on. */
async function shadowed(
  { old, now = () => tom, ...terms }: Terms & Ways,
  more: readonly RouteOption[] = [WithResponse(200, Cat)],
  options: AppOptions = {},
) {
  const told: ShadowReport[] = [];
  const ran: string[] = [];
  const ended = new Set<object>();
  const Logger = recordingLogger();
  const noted =
    (name: string, handler: (req: Request, res: Response, next: NextFunction) => unknown) =>
    (req: Request, res: Response, next: NextFunction): unknown => {
      ran.push(name);
      res.once("finish", () => ended.add(res));
      res.once("close", () => ended.add(res));
      return handler(req, res, (error) => {
        ended.add(res);
        next(error);
      });
    };
  const shadow = Shadow(V.Until("1"), noted("old", old), {
    Answer: "new",
    OnDifference: (report) => told.push(report),
    ...terms,
  });
  const app = new App({
    Logger,
    Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
    ...options,
  }).Get("/cats/{id}", noted("new", now) as never, V.Since("1"), ...more, shadow);
  const server = await serve(app);
  const ask = async (line = "GET /cats/7", headers: Record<string, string> = {}): Promise<Answer> => {
    const before = ended.size;
    const answer = await server.ask(line, { V: "1", ...headers });
    await until(() => ended.size >= before + 2);
    await sleep(10);
    return answer;
  };
  return { ask, server, told, ran, Logger, app };
}

function nested(depth: number, inner: unknown): unknown {
  let value = inner;
  for (let i = 0; i < depth; i++) value = { a: value };
  return value;
}

const differencesIn = (told: readonly ShadowReport[]) => told.flatMap(({ Difference }) => Difference);

describe("whose answer is sent", () => {
  const other = { name: "Felix", born: "2021" };
  it.each<readonly ["old" | "new", object]>([
    ["new", tom1],
    ["old", other],
  ])("Answer %s: its answer, and nothing of the other's", async (Answer, expected) => {
    const { ask, told, ran } = await shadowed({ Answer, old: () => other });
    const answer = await ask();
    expect([answer.status, answer.json]).toEqual([200, expected]);
    expect(ran.toSorted()).toEqual(["new", "old"]);
    expect(ran[0]).toBe(Answer);
    expect(differencesIn(told)).toEqual([
      { in: "body", path: ["name"], old: "Felix", new: "Tom" },
      { in: "body", path: ["born"], old: "2021", new: "2020" },
    ]);
  });

  it("where both answer the same, nothing is reported", async () => {
    const { ask, told } = await shadowed({ old: () => tom1 });
    await ask();
    expect(differencesIn(told)).toEqual([]);
  });

  it("a report names the route, the version and the request", async () => {
    const { ask, told } = await shadowed({ old: () => ({}) });
    await ask("GET /cats/7?a=1");
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ Method: "GET", Path: "/cats/{id}", Version: "1" });
    expect(told[0]?.Request.originalUrl).toBe("/cats/7?a=1");
  });

  it("other versions have no shadow", async () => {
    const { server, ran } = await shadowed({ old: () => ({}) });
    expect((await server.ask("GET /cats/7", { V: "2" })).json).toEqual(tom);
    await sleep(20);
    expect(ran).toEqual(["new"]);
  });

  it.each(["old", "new"] as const)("with Answer %s it waits for nothing of the other", async (Answer) => {
    const { opened, open } = gate();
    const slow = async () => {
      await opened;
      return Answer === "new" ? tom1 : tom;
    };
    const { server, told } = await shadowed(
      Answer === "new"
        ? { Answer, old: slow }
        : { Answer, old: () => ({ name: "Tom", born: "other" }), now: slow },
    );
    const { status } = await server.ask("GET /cats/7", { V: "1" });
    expect([status, told]).toEqual([200, []]);
    open();
    if (Answer === "old") await until(() => told.length > 0);
  });

  it("what the other sets is seen by nobody", async () => {
    const { ask } = await shadowed({
      old: (req, res) => {
        res.set("X-Old", "1").cookie("old", "1").status(201);
        (req as { user?: unknown }).user = "other";
        res.locals.name = "other";
        res.json(tom1);
      },
    });
    const answer = await ask();
    expect([answer.status, answer.json, answer.headers["x-old"], answer.headers["set-cookie"]]).toEqual([
      200,
      tom1,
      undefined,
      undefined,
    ]);
  });
});

describe("what the old handler is given", () => {
  it.each(["old", "new"] as const)(
    "Answer %s: the query as its version's schema put it out, while the route's own has the newest",
    async (Answer) => {
      const seen: unknown[] = [];
      const { ask, told } = await shadowed(
        {
          Answer,
          old: (req) => {
            seen.push(["old", req.query]);
            return tom1;
          },
          now: (req) => {
            seen.push(["new", req.query]);
            return tom;
          },
        },
        [WithQuery(Limit), WithResponse(200, Cat)] as never,
      );
      await ask("GET /cats/7?limit=3");
      await ask("GET /cats/7");
      expect(seen.toSorted()).toEqual([
        ["new", { max: 3 }],
        ["new", { max: 5 }],
        ["old", { limit: 3 }],
        ["old", { limit: 5 }],
      ]);
      expect(differencesIn(told)).toEqual([]);
    },
  );

  it("headers, cookies and parameters too", async () => {
    const Headers = Versioned(z.object({ "x-max": z.string() })).Before(
      Born,
      z.object({ "x-limit": z.string() }),
      Rename("x-limit", "x-max"),
    );
    const seen: unknown[] = [];
    const { ask } = await shadowed(
      {
        old: (req) => {
          seen.push(["old", req.headers["x-limit"], req.headers["x-max"], req.params]);
          return tom1;
        },
        now: (req) => {
          seen.push(["new", req.headers["x-limit"], req.headers["x-max"], req.params]);
          return tom;
        },
      },
      [WithHeaders(Headers), WithResponse(200, Cat)] as never,
    );
    await ask("GET /cats/7", { "X-Limit": "3" });
    expect(seen).toEqual([
      ["new", undefined, "3", { id: "7" }],
      ["old", "3", undefined, { id: "7" }],
    ]);
  });

  it("a body of QUERY is read once, and given to both", async () => {
    const Body = Versioned(z.object({ max: z.number() })).Before(
      Born,
      z.object({ limit: z.number() }),
      Rename("limit", "max"),
    );
    const told: ShadowReport[] = [];
    const seen: unknown[] = [];
    const Versioning = { Type: VersioningHeader, Header: "V", Versions: V.List } as const;
    const app = new App({ Versioning, OpenAPI: { openapi: "3.2.0" } }).Handle(
      "QUERY",
      "/cats",
      (req) => {
        seen.push(req.body);
        return tom;
      },
      V.Since("1"),
      WithBody(Body),
      WithResponse(200, Cat),
      Shadow(
        V.Until("1"),
        (req) => {
          seen.push(req.body);
          return tom1;
        },
        { Answer: "old", OnDifference: (one) => told.push(one) },
      ),
    );
    const answer = await (
      await serve(app)
    ).ask("QUERY /cats", { V: "1", "Content-Type": "application/json" }, '{"limit":3}');
    await until(() => seen.length > 1);
    expect([answer.json, seen, told]).toEqual([tom1, [{ limit: 3 }, { max: 3 }], []]);
  });

  it("what does not fit its version is a 400, and no handler runs", async () => {
    const { server, ran, told } = await shadowed({ old: () => tom1 }, [
      WithQuery(Limit),
      WithResponse(200, Cat),
    ] as never);
    const { status, json } = await server.ask("GET /cats/7?limit=x", { V: "1" });
    await sleep(20);
    expect([status, ran, told]).toEqual([400, [], []]);
    expect(json).toMatchObject({ error: { details: [{ in: "query", path: ["limit"] }] } });
  });

  it("the same request: what middleware put there, who was admitted, its id, route and version", async () => {
    const Key = new SecurityScheme("key", { type: "apiKey", in: "header", name: "X-Key" }, () => ({
      name: "acme",
    }));
    const seen: unknown[] = [];
    const see = (req: Request, value: object) => {
      seen.push([
        (req as { user?: unknown }).user,
        Key.Of(req),
        RequestID(req),
        RouteOf(req)?.Path,
        VersionOf(req),
        HasChange(req, Born),
        req.get("Host"),
        req.url,
      ]);
      return value;
    };
    const { ask } = await shadowed({ old: (req) => see(req, tom1), now: (req) => see(req, tom) }, [
      WithSecurity(Key),
      WithMiddleware((req, res, next) => {
        (req as { user?: unknown }).user = "Ann";
        res.locals.x = 1;
        next();
      }),
      WithResponse(200, Cat),
    ] as never);
    await ask();
    expect(seen).toHaveLength(2);
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]).toMatchObject([
      "Ann",
      { name: "acme" },
      expect.any(String),
      "/cats/{id}",
      "1",
      false,
      "test",
      "/cats/7",
    ]);
  });

  it("middleware, security and guards run once, and whom they refuse reaches no handler", async () => {
    const guard = jest.fn(() => false);
    const { server, ran } = await shadowed({ old: () => tom1 }, [WithGuards(guard), WithResponse(200, Cat)]);
    expect((await server.ask("GET /cats/7", { V: "1" })).status).toBe(403);
    await sleep(20);
    expect([guard.mock.calls.length, ran]).toEqual([1, []]);
  });
});

describe("nothing of the old handler's answer is converted", () => {
  const terms = [
    WithResponse(201, Cat),
    Status(201),
    Before(Born, Status(200), Restatus(409, 422), RenameHeader("X-Old", "X-New")),
  ] as const;
  it.each(["old", "new"] as const)("Answer %s: neither body, nor status, nor header", async (Answer) => {
    const { ask, told } = await shadowed(
      {
        Answer,
        old: (_req, res) => {
          res.set("X-Old", "1");
          return tom1;
        },
        now: (_req, res) => {
          res.set("X-New", "1");
          return tom;
        },
      },
      terms,
    );
    const answer = await ask();
    expect([answer.status, answer.json, answer.headers["x-old"]]).toEqual([200, tom1, "1"]);
    expect(differencesIn(told)).toEqual([]);
  });

  it.each(["old", "new"] as const)(
    "Answer %s: errors have the status that each throws, the route's own renumbered",
    async (Answer) => {
      const { ask, told } = await shadowed(
        {
          Answer,
          old: () => {
            throw new HTTPError(409, "taken");
          },
          now: () => {
            throw new HTTPError(422, "taken");
          },
        },
        terms,
      );
      const answer = await ask();
      expect([answer.status, (answer.json as { error: { message: string } }).error.message]).toEqual([
        409,
        "taken",
      ]);
      expect(differencesIn(told)).toEqual(
        [
          { in: "body", path: ["error", "code"], old: "conflict", new: "unprocessable_entity" },
          { in: "body", path: ["error", "status"], old: 409, new: 409 },
        ].filter((one) => one.old !== one.new),
      );
    },
  );

  it("its members that the version's schema closes out are left out", async () => {
    const Closed = Versioned(z.strictObject({ birthday: z.string() })).Before(
      Born,
      z.strictObject({ born: z.string() }),
      Rename("born", "birthday"),
    );
    const { ask, told } = await shadowed(
      {
        Answer: "old",
        old: () => ({ born: "x", secret: 1 }),
        now: () => ({ birthday: "x", secret: 2 }),
      },
      [WithResponse(200, Closed)] as never,
    );
    expect((await ask()).json).toEqual({ born: "x" });
    expect(differencesIn(told)).toEqual([]);
  });
});

describe("what is reported", () => {
  const difference = async (
    terms: Parameters<typeof shadowed>[0],
    line?: string,
    more?: readonly RouteOption[],
  ) => {
    const { ask, told, Logger } = await shadowed(terms, more);
    const answer = await ask(line);
    return { answer, found: differencesIn(told), logged: Logger.error.mock.calls.length };
  };

  it("a status", async () => {
    const { found } = await difference({ old: (_req, res) => void res.status(204).end() });
    expect(found).toEqual([{ in: "status", path: [], old: 204, new: 200 }]);
  });

  it.each<readonly [string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("old bug");
      },
    ],
    ["rejects", () => Promise.reject(new Error("old bug"))],
  ])("an error: what the other %s is reported, and not logged", async (_what, old) => {
    const { answer, found, logged } = await difference({ old });
    expect([answer.json, logged]).toEqual([tom1, 0]);
    expect(found).toEqual([
      { in: "status", path: [], old: 500, new: 200 },
      { in: "error", path: [], old: new Error("old bug"), new: undefined },
    ]);
  });

  it("an error of a Down of the route's own, while the old answer is sent", async () => {
    const broken = Versioned(Cat2).Before(Born, Cat1, {
      Up: () => tom,
      Down: () => {
        throw new Error("bug of Down");
      },
    });
    const { ask, told, Logger } = await shadowed({ Answer: "old", old: () => tom1 }, [
      WithResponse(200, broken),
    ] as never);
    expect((await ask()).json).toEqual(tom1);
    expect(Logger.error).not.toHaveBeenCalled();
    expect(differencesIn(told)).toMatchObject([
      { in: "status", old: 200, new: 500 },
      { in: "error", old: undefined },
    ]);
  });

  it("an error after the answer", async () => {
    const { found } = await difference({
      old: (_req, res) => {
        res.json(tom1);
        throw new Error("late");
      },
    });
    expect(found).toEqual([{ in: "error", path: [], old: new Error("late"), new: undefined }]);
  });

  describe("an error that closes the response", () => {
    const uncaught = recordUncaught();

    it.each<readonly [string, Ways["old"]]>([
      ["by destroy", (_req, res) => void res.destroy(new Error("broken"))],
      ["of a file", (_req, res) => void pipeline(createReadStream("/no/such/file"), res, () => undefined)],
    ])("%s ends no process", async (_what, old) => {
      const { server } = await shadowed({ old });
      const answer = await server.ask("GET /cats/7", { V: "1" });
      await sleep(50);
      expect([answer.json, uncaught.errors]).toEqual([tom1, []]);
    });
  });

  it("a 404 of both is not a difference", async () => {
    const missing = () => {
      throw new HTTPError(404, "no cat");
    };
    expect((await difference({ old: missing, now: missing })).found).toEqual([]);
  });

  it("members, items and their absence, by their paths", async () => {
    const terms = {
      old: () => ({ name: "Tom", list: [1, { a: 1 }, 3], more: null }),
      now: () => ({ name: "Tom", list: [1, { a: 2, b: 3 }] }),
    };
    const { found } = await difference(terms, undefined, []);
    expect(found).toEqual([
      { in: "body", path: ["list", 1, "a"], old: 1, new: 2 },
      { in: "body", path: ["list", 1, "b"], old: undefined, new: 3 },
      { in: "body", path: ["list", 2], old: 3, new: undefined },
      { in: "body", path: ["more"], old: null, new: undefined },
    ]);
  });

  it.each<readonly [string, (letter: string) => unknown, readonly (string | number)[]]>([
    ["a flat list", (letter) => Array<string>(200_000).fill(letter), [99]],
    [
      "a list of objects",
      (letter) => Array.from({ length: 15_000 }, (_, id) => ({ id, letter, more: [letter] })),
      [49, "more", 0],
    ],
    [
      "a list below a thousand objects",
      (letter) => nested(1_000, Array<string>(100_000).fill(letter)),
      [...Array<string>(1_000).fill("a"), 99],
    ],
  ])("at most a hundred places, the first: %s", async (_what, body, last) => {
    const { found } = await difference({ old: () => body("a"), now: () => body("b") }, undefined, []);
    expect(found.length).toBe(100);
    expect(found.at(-1)).toEqual({ in: "body", path: last, old: "a", new: "b" });
  });

  it("a place below a hundred thousand lists", async () => {
    const of = (letter: string) => (_req: Request, res: Response) => {
      res.type("json").end(`${"[".repeat(100_000)}"${letter}"${"]".repeat(100_000)}`);
    };
    const { found } = await difference({ old: of("a"), now: of("b") }, undefined, []);
    expect(found.map(({ path, ...rest }) => ({ ...rest, depth: path.length }))).toEqual([
      { in: "body", depth: 100_000, old: "a", new: "b" },
    ]);
  });

  it("of HEAD only the status", async () => {
    expect((await difference({ old: () => ({ other: 1 }) }, "HEAD /cats/7")).found).toEqual([]);
  });

  it("what passes the request on, where the other answers", async () => {
    const { ask, told } = await shadowed({
      old: ((_req: Request, _res: Response, next: () => void) => {
        next();
      }) as never,
    });
    expect((await ask()).json).toEqual(tom1);
    expect(differencesIn(told)).toEqual([{ in: "status", path: [], old: undefined, new: 200 }]);
  });

  it.each<readonly [string, unknown]>([
    ["nothing", undefined],
    ["null", null],
  ])("of one whose answer is sent, and that passes the request on with %s", async (_what, passed) => {
    const { ask, told } = await shadowed({
      old: () => tom1,
      now: ((_req: Request, _res: Response, next: (error?: unknown) => void) => {
        next(passed);
      }) as never,
    });
    expect((await ask()).status).toBe(404);
    expect(differencesIn(told)).toEqual([{ in: "status", path: [], old: 200, new: undefined }]);
  });

  it("nothing, where the one whose answer is sent passes an error on, which the host answers", async () => {
    const { ask, told } = await shadowed({
      old: () => tom1,
      now: ((_req: Request, _res: Response, next: (error?: unknown) => void) => {
        next(new HTTPError(503, "later"));
      }) as never,
    });
    expect((await ask()).status).toBe(503);
    expect(differencesIn(told)).toMatchObject([{ in: "status", old: 200, new: 503 }]);
  });

  it("an error that comes once all is reported, by itself", async () => {
    const late = gate();
    const { ask, told } = await shadowed({
      old: async (_req, res) => {
        res.json(tom1);
        await late.opened;
        throw new Error("late");
      },
    });
    await ask();
    expect(told).toEqual([]);
    late.open();
    await until(() => told.length > 0);
    expect(differencesIn(told)).toEqual([{ in: "error", path: [], old: new Error("late"), new: undefined }]);
  });

  it("nothing of a body that is written piece by piece, in whatever encoding", async () => {
    const { found } = await difference({
      old: (_req, res) => {
        res.type("json").write('{"name":', "latin1");
        res.write(Buffer.from('"Tom",'));
        res.end('"born":"2020"}');
      },
    });
    expect(found).toEqual([]);
  });

  it("of bodies beyond a megabyte only their status", async () => {
    const of = (letter: string) => (_req: Request, res: Response) => {
      res.type("text").write(letter.repeat(1024 * 1024));
      res.end(letter);
    };
    expect((await difference({ old: of("a"), now: of("b") }, undefined, [])).found).toEqual([]);
  });

  it("the order of members is not a difference, and Compare may pass over more", async () => {
    const { ask, told } = await shadowed({ old: () => ({ born: "2020", name: "Tom" }) });
    await ask();
    expect(differencesIn(told)).toEqual([]);
    const seen: unknown[] = [];
    const compared = await shadowed({
      old: () => ({ name: "tom", born: "2020" }),
      Compare: (old, now) => {
        seen.push(old, now);
        return true;
      },
    });
    await compared.ask();
    expect([differencesIn(compared.told), seen]).toEqual([[], [{ name: "tom", born: "2020" }, tom1]]);
  });

  it("what Compare tells apart, and no member explains, is reported as a whole", async () => {
    const { ask, told } = await shadowed({ old: () => tom1, Compare: () => false });
    await ask();
    expect(differencesIn(told)).toEqual([{ in: "body", path: [], old: tom1, new: tom1 }]);
  });

  it("a client that has the answer already is sent its 304, and both are compared as if not", async () => {
    const { ask, told } = await shadowed({ old: () => ({ born: "2020", name: "Tom" }) });
    const { headers } = await ask();
    expect((await ask("GET /cats/7", { "If-None-Match": String(headers.etag) })).status).toBe(304);
    expect(differencesIn(told)).toEqual([]);
  });

  it("nor is a 304 of the old one a difference", async () => {
    const { ask, told } = await shadowed({
      Answer: "old",
      old: () => tom1,
      now: () => ({ ...tom, name: "Tim" }),
      Compare: () => true,
    });
    const { headers } = await ask();
    expect((await ask("GET /cats/7", { "If-None-Match": String(headers.etag) })).status).toBe(304);
    expect(differencesIn(told)).toEqual([]);
  });

  it("is not asked of HEAD, which has no bodies", async () => {
    const seen: unknown[] = [];
    const { ask, told } = await shadowed({
      old: (_req, res: Response) => void res.end("another"),
      Compare: (...bodies) => {
        seen.push(bodies);
        return false;
      },
    });
    await ask("HEAD /cats/7");
    expect([differencesIn(told), seen]).toEqual([[], []]);
  });

  it.each<readonly [string, Terms, string]>([
    [
      "OnDifference",
      {
        OnDifference: () => {
          throw new Error("no metrics");
        },
      },
      "no metrics",
    ],
    [
      "Compare",
      {
        Compare: () => {
          throw new Error("no idea");
        },
      },
      "no idea",
    ],
    [
      "a promise of Compare",
      { Compare: (() => Promise.reject(new Error("late"))) as never },
      "Compare of Shadow must return true or false, got a promise",
    ],
  ])("what %s throws is logged", async (_what, terms, message) => {
    const { ask, Logger } = await shadowed({ old: () => ({}), ...terms });
    expect((await ask()).json).toEqual(tom1);
    expect(Logger.error.mock.calls.map(([{ err }]) => (err as Error).message)).toEqual([message]);
  });
});

describe("Share", () => {
  it.each<readonly ["old" | "new", number, readonly string[]]>([
    ["new", 0, ["new", "new"]],
    ["old", 0, ["old", "old"]],
    ["old", 1, ["new", "new", "old", "old"]],
  ])("Answer %s, Share %d: runs %j in two requests", async (Answer, Share, expected) => {
    const { server, ran } = await shadowed({ Answer, Share, old: () => tom1 });
    for (let i = 0; i < 2; i++) expect((await server.ask("GET /cats/7", { V: "1" })).json).toEqual(tom1);
    await until(() => ran.length >= expected.length);
    await sleep(20);
    expect(ran.toSorted()).toEqual(expected);
  });

  it("a half is about a half", async () => {
    const { server, ran } = await shadowed({ Share: 0.5, old: () => tom1 });
    for (let i = 0; i < 200; i++) await server.ask("GET /cats/7", { V: "1" });
    const old = ran.filter((one) => one === "old").length;
    expect(old).toBeGreaterThan(50);
    expect(old).toBeLessThan(150);
  });
});

it("a stream of the other's ends with the client", async () => {
  const closed = jest.fn();
  const { server, ran } = await shadowed(
    {
      old: () =>
        new Readable({
          read() {
            setImmediate(() => this.push("x".repeat(100_000)));
          },
          destroy(error, done) {
            closed();
            done(error);
          },
        }),
      now: (_req, res) => {
        res.write("begun");
      },
    },
    [],
  );
  const socket = server.open("GET /cats/7", { V: "1" });
  await until(() => ran.includes("old"));
  await sleep(20);
  expect(closed).not.toHaveBeenCalled();
  socket.destroy();
  await until(() => closed.mock.calls.length > 0);
});

describe("what the unsent one opened ends with the exchange", () => {
  /** Counts the streams that run. */
  function sources() {
    const open = new Set<object>();
    const endless = async function* () {
      const mark = {};
      open.add(mark);
      try {
        for (let i = 0; ; i++) {
          yield { i };
          await sleep(5);
        }
      } finally {
        open.delete(mark);
      }
    };
    const idleStream = () => {
      const stream = new Readable({ read: () => undefined });
      open.add(stream);
      stream.once("close", () => open.delete(stream));
      return stream;
    };
    const piped = (_req: Request, res: Response) => {
      const stream = Readable.from(endless()).map((item) => JSON.stringify(item));
      pipeline(stream, res, () => undefined);
    };
    return { open, endless, idleStream, piped };
  }
  const refuses = () => {
    throw new HTTPError(400, "since must be a date");
  };

  afterEach(() => {
    jest.useRealTimers();
  });

  it.each<readonly [string, "old" | "new", (from: ReturnType<typeof sources>) => Partial<Ways>]>([
    ["items, where the sent answer is an error", "new", ({ endless }) => ({ old: endless, now: refuses })],
    ["items of the route's own", "old", ({ endless }) => ({ old: refuses, now: endless as never })],
    ["items, where the sent answer is a value", "new", ({ endless }) => ({ old: endless, now: () => tom })],
    ["a stream without a byte", "new", ({ idleStream }) => ({ old: idleStream, now: () => tom })],
    ["what the handler pipes by itself", "new", ({ piped }) => ({ old: piped, now: () => tom })],
  ])("%s", async (_what, Answer, ways) => {
    const from = sources();
    const { server, ran } = await shadowed({ Answer, ...(ways(from) as Ways) }, []);
    jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
    for (let i = 0; i < 5; i++) await server.ask("GET /cats/7", { V: "1" });
    await until(() => ran.length === 10 && from.open.size === 5 && jest.getTimerCount() === 5);
    await jest.advanceTimersByTimeAsync(499);
    expect(from.open.size).toBe(5);
    await jest.advanceTimersByTimeAsync(1);
    await until(() => from.open.size === 0);
  });

  it("another status is reported", async () => {
    const { endless } = sources();
    const { server, told } = await shadowed({ old: endless, now: refuses as never }, []);
    await server.ask("GET /cats/7", { V: "1" });
    await until(() => told.length > 0);
    expect(differencesIn(told)).toEqual([{ in: "status", path: [], old: 200, new: 400 }]);
  });

  it("streams with an end are compared", async () => {
    const of = (letter: string) =>
      async function* () {
        yield "a";
        await sleep(20);
        yield letter;
      };
    const { server, told } = await shadowed({ old: of("b"), now: of("c") as never }, []);
    await server.ask("GET /cats/7", { V: "1" });
    await until(() => told.length > 0);
    expect(differencesIn(told)).toEqual([{ in: "body", path: [], old: '"a"\n"b"\n', new: '"a"\n"c"\n' }]);
  });
});

it("the same on Node's own server", async () => {
  const { app, told, ran } = await shadowed({ Answer: "old", old: () => ({ name: "Felix", born: "2020" }) });
  const { json } = await (await listen(CreateServer(app))).ask("GET /cats/7", { V: "1" });
  await until(() => told.length > 0);
  expect([json, ran]).toEqual([{ name: "Felix", born: "2020" }, ["old", "new"]]);
  expect(differencesIn(told)).toEqual([{ in: "body", path: ["name"], old: "Felix", new: "Tom" }]);
});

it("as a decorator, beneath versions in the path", async () => {
  const told: ShadowReport[] = [];
  const W = DefineVersions("1", "2", "3");
  @Router("/cats")
  class Cats {
    @Get("/", W.Since("1"))
    @Shadow(W.Until("1"), () => 1, { Answer: "old", OnDifference: (one) => told.push(one) })
    @Shadow(W.WithVersion("2"), () => 2, { Answer: "old", OnDifference: (one) => told.push(one) })
    list() {
      return 3;
    }
  }
  const server = await serve(
    new App({ Versioning: { Type: VersioningURI, Versions: W.List } }).Include(Cats),
  );
  const answers = [];
  for (const version of W.List) answers.push((await server.ask(`GET /v${version}/cats`)).json);
  await until(() => told.length > 1);
  expect(answers).toEqual([1, 2, 3]);
  expect(told.map(({ Version, Path }) => [Version, Path])).toEqual([
    ["1", "/cats"],
    ["2", "/cats"],
  ]);
});

describe("Build problems", () => {
  const terms: ShadowOptions = { Answer: "new", OnDifference: () => undefined };
  const declare = (verb: (app: App, shadow: RouteOption) => unknown, shadow: RouteOption) => {
    const app = new App({
      Logger: recordingLogger(),
      Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
    });
    verb(app, shadow);
    return problemsOf(app);
  };
  const get = (app: App, shadow: RouteOption): unknown => app.Get("/cats", () => 1, V.Since("1"), shadow);

  it.each(["Post", "Put", "Patch", "Delete"] as const)("%s cannot be shadowed", (verb) => {
    const found = declare(
      (app, shadow) => app[verb]("/cats", () => 1, V.Since("1"), shadow),
      Shadow(V.Until("1"), () => 1, terms),
    );
    expect(found).toEqual([
      expect.stringMatching(new RegExp(`${verb.toUpperCase()} cannot be shadowed.*\\[shadow-unsafe\\]`)),
    ]);
  });

  it("nor can a form that another method has", () => {
    const found = declare(
      (app, shadow) => app.Get("/cats", () => 1, V.Since("1"), Before(Born, Post("/cats")), shadow),
      Shadow(V.Until("1"), () => 1, terms),
    );
    expect(found).toEqual([expect.stringContaining("[shadow-unsafe]")]);
  });

  it.each<readonly [string, RouteOption, string, string]>([
    ["no function", Shadow(V.Until("1"), 7 as never, terms), "argument-invalid", "7"],
    [
      "no options",
      Shadow(V.Until("1"), () => 1, undefined as never),
      "argument-invalid",
      "the third argument of Shadow must be an object, got undefined",
    ],
    [
      "another Answer",
      Shadow(V.Until("1"), () => 1, { ...terms, Answer: "both" as never }),
      "argument-invalid",
      'Answer of Shadow must be "old" or "new", got "both"',
    ],
    [
      "a Share of 2",
      Shadow(V.Until("1"), () => 1, { ...terms, Share: 2 }),
      "argument-invalid",
      "Share of Shadow must be a number from 0 to 1, got 2",
    ],
    [
      "a Share that is no number",
      Shadow(V.Until("1"), () => 1, { ...terms, Share: NaN }),
      "argument-invalid",
      "Share of Shadow must be a number from 0 to 1, got NaN",
    ],
    [
      "a Compare that is none",
      Shadow(V.Until("1"), () => 1, { ...terms, Compare: 1 as never }),
      "argument-invalid",
      "Compare of Shadow must be a function, got 1",
    ],
    [
      "no OnDifference",
      Shadow(V.Until("1"), () => 1, { Answer: "new" } as never),
      "argument-invalid",
      "OnDifference of Shadow must be a function, got undefined",
    ],
    [
      "another option",
      Shadow(Status(200) as never, () => 1, terms),
      "argument-invalid",
      "Since, Until or WithVersion",
    ],
    ["no option", Shadow("1" as never, () => 1, terms), "not-an-option", '"1"'],
    ["an unknown version", Shadow(Until("9"), () => 1, terms), "version-not-listed", '"9"'],
    [
      "a version that the route has not",
      Shadow(Since("2"), () => 1, terms),
      "shadow-without-version",
      "Shadow applies to no version of the route: correct its Since, Until or WithVersion",
    ],
  ])("%s", (_what, shadow, code, message) => {
    const found = declare((app, option) => app.Get("/cats", () => 1, V.Until("1"), option), shadow);
    expect(found.join("\n")).toContain(`[${code}]`);
    expect(found.join("\n")).toContain(message);
  });

  it("a shadow that is right is not a problem", () => {
    expect(
      declare(
        get,
        Shadow(V.Until("1"), () => 1, { ...terms, Share: 0.1, Compare: () => true }),
      ),
    ).toEqual([]);
    expect(
      declare(
        (app, shadow) => app.Head("/cats", () => 1, V.Since("1"), shadow),
        Shadow(V.Since("1"), () => 1, terms),
      ),
    ).toEqual([]);
  });
});
