import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer } from "node:http";
import express from "express";
import type { Change } from "versioned-controllers";
import {
  App,
  Before,
  DefineVersions,
  Each,
  HasChange,
  HTTPError,
  Nothing,
  Post,
  Rename,
  RenameHeader,
  WithoutHeader,
  Restatus,
  Router,
  Status,
  Summary,
  Versioned,
  VersioningHeader,
  VersionNeutral,
  WithBody,
  WithChanges,
  WithGuards,
  WithMiddleware,
  WithPrefix,
  WithQuery,
  WithResponse,
  WithVersion,
  type AppOptions,
  type OnAnswered,
  type OnMatch,
  type VersioningOptions,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import * as v from "valibot";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { listen, serve, type Served } from "../../support/serve";
import { gate, until } from "../../support/wait";
import { appWith, Born, Cat, names, Names, tom, V } from "./cats";

type Answered = Parameters<OnAnswered>[1];

const json = { "Content-Type": "application/json" };

/** A server whose answers are told to a list. */
async function observed(
  declare: (app: App) => unknown,
  options: AppOptions = {},
): Promise<{
  server: Served;
  told: Answered[];
  ask: (version: string, line: string, body?: unknown) => Promise<Answered>;
}> {
  const told: Answered[] = [];
  const { app } = appWith(declare, { OnAnswered: (_req, answered) => told.push(answered), ...options });
  const server = await serve(app);
  return {
    server,
    told,
    ask: async (version, line, body) => {
      const before = told.length;
      const sent = body === undefined ? undefined : JSON.stringify(body);
      await server.ask(line, { "X-Version": version, ...(sent === undefined ? {} : json) }, sent);
      await until(() => told.length > before);
      const [answered] = told.slice(before);
      if (!answered) throw new Error("nothing was told");
      return answered;
    },
  };
}

const words = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ Description }) => Description);

describe("Changes", () => {
  const Verified = V.Change("2", "Cats are verified.");
  const Moved = V.Change("3", "`/cats` is `/pets`.");
  const Quiet = V.Change("3", "Nobody is told.", { Internal: true });

  it.each([
    ["1", "/cats", [Names, Quiet, Moved, Born, Verified]],
    ["2", "/cats", [Names, Quiet, Moved]],
    ["3", "/pets", []],
  ])(
    "of version %s are those of a link, a Before or a WithChanges that are later, the newest first",
    async (version, path, expected) => {
      const matched: Parameters<OnMatch>[1][] = [];
      const { ask } = await observed(
        (app) =>
          app.Post(
            "/pets",
            () => tom,
            V.Since("1"),
            WithResponse(201, Cat),
            WithChanges(Verified),
            Before(Moved, Post("/cats")),
            Before(Quiet, Summary("Old")),
          ),
        { OnMatch: (_req, match) => matched.push(match) },
      );
      const { Changes } = await ask(version, `POST ${path}`);
      expect(new Set(Changes)).toEqual(new Set(expected));
      expect(Changes.map((change) => change.Version)).toEqual(
        expected
          .map((change) => change.Version)
          .toSorted()
          .reverse(),
      );
      expect(matched[0]?.Changes).toEqual(Changes);
      expect(Object.isFrozen(Changes)).toBe(true);
    },
  );

  it("of a route that ended are those that its schemas still go through", async () => {
    const { ask } = await observed((app) =>
      app.Get("/cats", () => tom, V.Until("2"), WithResponse(200, Cat)),
    );
    const { Changes, Touched } = await ask("1", "GET /cats");
    expect([Changes, Touched]).toEqual([
      [Names, Born],
      [Names, Born],
    ]);
  });

  it.each<readonly [string, VersioningOptions | undefined, Record<string, string>, readonly string[]]>([
    ["with versioning off there are none", undefined, {}, []],
    ["a neutral route has none", { Type: VersioningHeader, Header: "X-Version", Versions: V.List }, {}, []],
    [
      "a neutral route is shown as before those of a preview",
      {
        Type: VersioningHeader,
        Header: "X-Version",
        Versions: V.List,
        Lifecycle: { "3": { Preview: true } },
      },
      {},
      [Names.Description],
    ],
  ])("%s", async (_what, Versioning, headers, expected) => {
    const told: Answered[] = [];
    const app = new App({
      Logger: recordingLogger(),
      ...(Versioning && { Versioning }),
      OnAnswered: (_req, answered) => told.push(answered),
    })
      .Get("/cat", () => tom, WithResponse(200, Cat), ...(Versioning ? [WithVersion(VersionNeutral)] : []))
      .Get("/other", () => 1, ...(Versioning ? [WithVersion("1", "2", "3")] : []));
    await (await serve(app)).ask("GET /cat", headers);
    await until(() => told.length > 0);
    expect(told.map(({ Changes, Touched, Version }) => [words(Changes), words(Touched), Version])).toEqual([
      [expected, expected, undefined],
    ]);
  });

  it("a preview's own requests come before none", async () => {
    const { ask } = await observed(
      (app) => app.Get("/cats", () => tom, V.Since("1"), WithResponse(200, Cat)),
      {
        Versioning: {
          Type: VersioningHeader,
          Header: "X-Version",
          Versions: V.List,
          Lifecycle: { "3": { Preview: true } },
        },
      },
    );
    expect((await ask("3", "GET /cats")).Changes).toEqual([]);
    expect((await ask("2", "GET /cats")).Changes).toEqual([Names]);
  });

  it("once its successor answers, they are those that come after the successor", async () => {
    const { ask } = await observed(
      (app) => app.Get("/cats", () => tom, V.Since("1"), WithResponse(200, Cat)),
      {
        Now: () => new Date("2026-06-01"),
        Versioning: {
          Type: VersioningHeader,
          Header: "X-Version",
          Versions: V.List,
          Lifecycle: { "1": { Sunset: "2026-01-01", Successor: "2", AfterSunset: "successor" } },
        },
      },
    );
    expect(await ask("1", "GET /cats")).toMatchObject({
      Version: "2",
      Requested: ["1"],
      Changes: [Names],
      Touched: [Names],
    });
  });
});

describe("another registration answers the method and path since the change", () => {
  const Paged = V.Change("2", "The list is a page.");
  const list = () => ["Tom"];
  const page = () => ({ items: ["Tom"] });

  it.each<[what: string, declare: (app: App) => unknown, version: string, touched: readonly Change[]]>([
    [
      "named by the new one",
      (app) => app.Get("/x", list, V.Until("1")).Get("/x", page, V.Since("2"), WithChanges(Paged)),
      "1",
      [Paged],
    ],
    [
      "named by the old one",
      (app) => app.Get("/x", list, V.Until("1"), WithChanges(Paged)).Get("/x", page, V.Since("2")),
      "1",
      [Paged],
    ],
    [
      "the newer one itself",
      (app) => app.Get("/x", list, V.Until("1")).Get("/x", page, V.Since("2"), WithChanges(Paged)),
      "2",
      [],
    ],
    [
      "a change before the replacement",
      (app) => app.Get("/x", list, V.Until("2")).Get("/x", page, V.Since("3"), WithChanges(Paged)),
      "1",
      [],
    ],
    ["one route in both", (app) => app.Get("/x", list, V.Since("1"), WithChanges(Paged)), "1", []],
    [
      "of another method",
      (app) => app.Get("/x", list, V.Until("1")).Post("/x", page, V.Since("2"), WithChanges(Paged)),
      "1",
      [],
    ],
  ])("%s", async (_what, declare, version, expected) => {
    const { ask } = await observed((app) => void declare(app));
    expect((await ask(version, "GET /x")).Touched).toEqual(expected);
  });
});

describe("Touched by a request", () => {
  const W = DefineVersions("1", "2");
  const change = W.Change("2", "It is another.");
  const options = { Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: W.List } } as const;
  const same = { Up: (value: never) => value, Down: (value: never) => value };
  const New = z.object({ name: z.string() });
  const rows: readonly (readonly [string, z.ZodType, z.ZodType, object, unknown, boolean])[] = [
    [
      "an Up gives another value",
      z.object({ born: z.string() }),
      z.object({ birthday: z.string() }),
      Rename("born", "birthday"),
      { born: "x" },
      true,
    ],
    ["an Up gives the same value", New, New, same, { name: "Tom" }, false],
    [
      "an Up gives a copy of the same",
      New,
      New,
      { Up: (value: object) => ({ ...value }), Down: same.Down },
      { name: "Tom" },
      false,
    ],
    [
      "a member that the older schema alone knows is sent",
      z.object({ name: z.string(), odd: z.string().optional() }),
      New,
      same,
      { name: "Tom", odd: "x" },
      true,
    ],
    [
      "that member is not sent",
      z.object({ name: z.string(), odd: z.string().optional() }),
      New,
      same,
      { name: "Tom" },
      false,
    ],
    [
      "that member is null",
      z.object({ name: z.string(), odd: z.null().optional() }),
      New,
      same,
      { name: "Tom", odd: null },
      true,
    ],
    [
      "that member is a default that nobody sent",
      z.object({ name: z.string(), odd: z.string().default("x") }),
      New,
      same,
      { name: "Tom" },
      false,
    ],
    [
      "that member is one of a schema that no JSON Schema describes",
      v.object({ name: v.string(), odd: v.string() }) as never,
      New,
      same,
      { name: "Tom", odd: "x" },
      false,
    ],
    ["a member that no schema knows is sent", New, New, same, { name: "Tom", odd: "x" }, false],
    [
      "such a member is sent further down, in a list",
      z.object({ all: z.array(z.object({ id: z.number(), odd: z.string().optional() })) }),
      z.object({ all: z.array(z.object({ id: z.number() })) }),
      same,
      { all: [{ id: 1 }, { id: 2, odd: "x" }] },
      true,
    ],
    [
      "the keys of a record are nobody's members",
      z.object({ by: z.record(z.string(), z.object({ id: z.number() })) }),
      z.object({ by: z.record(z.string(), z.object({ id: z.number() })) }),
      same,
      { by: { odd: { id: 1 }, __proto__: { id: 2 } } },
      false,
    ],
    [
      "an Up throws an answer",
      New,
      New,
      {
        Up: () => {
          throw new HTTPError(409, "no such form");
        },
        Down: same.Down,
      },
      { name: "Tom" },
      true,
    ],
  ];
  it.each(rows)("%s", async (_what, older, newer, conversion, body, expected) => {
    const history = Versioned(newer).Before(change, older, conversion as never);
    const { ask } = await observed(
      (app) => app.Post("/x", () => "done", W.Since("1"), WithBody(history as never)),
      options,
    );
    expect((await ask("1", "POST /x", body)).Touched).toEqual(expected ? [change] : []);
    expect((await ask("2", "POST /x", { name: "Tom", birthday: "x", all: [], by: {} })).Touched).toEqual([]);
  });

  it("each change of a chain is judged by what it was given", async () => {
    const X = DefineVersions("1", "2", "3");
    const Dropped = X.Change("3", "No `b`.");
    const Renamed = X.Change("2", "`a` is `b`.");
    const history = Versioned(z.object({}))
      .Before(Dropped, z.object({ b: z.string().optional() }), {
        Up: (value) => value as Record<string, never>,
      })
      .Before(Renamed, z.object({ a: z.string().optional() }), Rename("a", "b"));
    const { ask } = await observed((app) => app.Post("/x", () => "done", X.Since("1"), WithBody(history)), {
      Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: X.List },
    });
    expect((await ask("1", "POST /x", { a: "x" })).Touched).toEqual([Dropped, Renamed]);
    expect((await ask("1", "POST /x", {})).Touched).toEqual([]);
    expect((await ask("2", "POST /x", { b: "x" })).Touched).toEqual([Dropped]);
  });

  it("a query's old parameter counts where it was sent", async () => {
    const history = Versioned(z.object({ max: z.string().optional() })).Before(
      change,
      z.object({ limit: z.string().optional() }),
      Rename("limit", "max"),
    );
    const { ask } = await observed(
      (app) => app.Get("/x", () => "done", W.Since("1"), WithQuery(history)),
      options,
    );
    expect((await ask("1", "GET /x?limit=3")).Touched).toEqual([change]);
    expect((await ask("1", "GET /x")).Touched).toEqual([]);
  });
});

describe("Touched by an answer", () => {
  it.each([
    ["a returned value", () => tom],
    ["res.json", (_req: express.Request, res: express.Response) => void res.json(tom)],
    ["a promise", () => Promise.resolve(tom)],
  ])("%s that Downs turn", async (_what, handler) => {
    const { ask } = await observed((app) =>
      app.Get("/cats", handler as () => typeof tom, V.Since("1"), WithResponse(200, Cat)),
    );
    for (const [at, version] of names.entries()) {
      expect((await ask(version, "GET /cats")).Touched).toEqual([Names, Born].slice(0, 2 - at));
    }
  });

  it("items of a stream, once one of them differs", async () => {
    const { ask } = await observed((app) =>
      app.Get(
        "/cats",
        async function* () {
          yield await Promise.resolve(tom);
        },
        V.Since("1"),
        WithResponse(200, Cat),
      ),
    );
    expect((await ask("1", "GET /cats")).Touched).toEqual([Names, Born]);
  });

  it("an empty list is touched by nothing", async () => {
    const Cats = Cat.Within([Each], (cat) => z.array(cat));
    const { ask } = await observed((app) =>
      app.Get(
        "/cats",
        (req) => ((req.query as { some?: string }).some ? [tom] : []),
        V.Since("1"),
        WithResponse(200, Cats),
      ),
    );
    expect((await ask("1", "GET /cats")).Touched).toEqual([]);
    expect((await ask("1", "GET /cats?some=1")).Touched).toEqual([Names, Born]);
  });

  it("an error that no schema turns is touched by nothing, nor is a 304", async () => {
    const { ask } = await observed((app) =>
      app.Get(
        "/cats",
        () => {
          throw new HTTPError(404, "no cat");
        },
        V.Since("1"),
        WithResponse(200, Cat),
      ),
    );
    expect(await ask("1", "GET /cats")).toMatchObject({ Status: 404, Touched: [], Changes: [Names, Born] });
  });

  it("a body that an older version was sent none of", async () => {
    const Told = V.Change("2", "An answer has a body.");
    const { ask } = await observed((app) =>
      app.Get(
        "/cats",
        () => ({ ok: true }),
        V.Since("1"),
        WithResponse(200, Versioned(z.object({ ok: z.boolean() })).Before(Told, Nothing)),
      ),
    );
    expect((await ask("1", "GET /cats")).Touched).toEqual([Told]);
    expect((await ask("2", "GET /cats")).Touched).toEqual([]);
  });

  it("the body of an error that its own history turns", async () => {
    const Code = V.Change("2", "Errors have a `reason`.");
    const { ask } = await observed(
      (app) =>
        app.Get(
          "/cats",
          (req) => {
            if ((req.query as { fails?: string }).fails) throw new HTTPError(404, "no cat");
            return 1;
          },
          V.Since("1"),
        ),
      {
        Errors: {
          Body: ({ message }) => ({ reason: message }),
          Schema: Versioned(z.object({ reason: z.string() })).Before(Code, z.object({ error: z.string() }), {
            Down: ({ reason }) => ({ error: reason }),
          }),
        },
      },
    );
    expect(await ask("1", "GET /cats?fails=1")).toMatchObject({ Changes: [Code], Touched: [Code] });
    expect(await ask("1", "GET /cats")).toMatchObject({ Changes: [Code], Touched: [] });
  });
});

describe("Touched by HasChange", () => {
  const Told = V.Change("2", "A mail is sent.");
  const Other = V.Change("2", "Another route is quicker.");

  it.each([
    ["1", "", [Told], [Told]],
    ["2", "", [], [Told]],
    ["1", "?skips=1", [], undefined],
    ["1", "?other=1", [Told], [Told, Other]],
  ])("in version %s, GET /x%s", async (version, query, touched, asked) => {
    const { ask } = await observed((app) =>
      app
        .Get(
          "/x",
          (req) => {
            const { skips, other } = req.query as { skips?: string; other?: string };
            return skips
              ? "skipped"
              : [1, 2].map(() => [HasChange(req, Told), other && HasChange(req, Other)]);
          },
          V.Since("1"),
          WithChanges(Told),
        )
        .Get("/other", () => 1, V.Since("1"), WithChanges(Other)),
    );
    expect(await ask(version, `GET /x${query}`)).toMatchObject({ Touched: touched, Asked: asked });
  });
});

describe("Touched by an option of a Before", () => {
  const Two = V.Change("2", "Of version 2.");
  const Three = V.Change("3", "Of version 3.");
  const fails = (req: express.Request): string => {
    if (req.query.fails) throw new HTTPError(422, "no");
    return "done";
  };
  const pass: express.RequestHandler = (_req, _res, next) => {
    next();
  };
  it.each<
    readonly [
      string,
      (app: App) => unknown,
      readonly (readonly [version: string, line: string, touched: readonly Change[]])[],
    ]
  >([
    [
      "another path",
      (app) => app.Post("/pets", fails, V.Since("1"), Before(Three, Post("/cats"))),
      [
        ["1", "POST /cats", [Three]],
        ["2", "POST /cats", [Three]],
        ["3", "POST /pets", []],
      ],
    ],
    [
      "the path of the oldest later change alone",
      (app) =>
        app.Post("/pets", fails, V.Since("1"), Before(Three, Post("/cats")), Before(Two, Post("/tomcats"))),
      [
        ["1", "POST /tomcats", [Two]],
        ["2", "POST /cats", [Three]],
      ],
    ],
    [
      "a status, where the answer has it",
      (app) => app.Post("/x", fails, V.Since("1"), Status(201), Before(Two, Status(200))),
      [
        ["1", "POST /x", [Two]],
        ["1", "POST /x?fails=1", []],
        ["2", "POST /x", []],
      ],
    ],
    [
      "statuses one after the other",
      (app) =>
        app.Post(
          "/x",
          fails,
          V.Since("1"),
          Before(Three, Restatus(400, 422)),
          Before(Two, Restatus(409, 400)),
        ),
      [
        ["1", "POST /x?fails=1", [Three, Two]],
        ["2", "POST /x?fails=1", [Three]],
        ["1", "POST /x", []],
      ],
    ],
    [
      "a header, where it is sent",
      (app) =>
        app.Post(
          "/x",
          (req: express.Request, res: express.Response) => {
            if (req.query.count) res.set("Count", "1");
            return "done";
          },
          V.Since("1"),
          Before(Two, RenameHeader("X-Count", "Count")),
        ),
      [
        ["1", "POST /x?count=1", [Two]],
        ["1", "POST /x", []],
      ],
    ],
    [
      "a late header, where it would be sent",
      (app) =>
        app.Post(
          "/x",
          (req: express.Request, res: express.Response) => {
            if (req.query.count) res.set("Count", "1");
            return "done";
          },
          V.Since("1"),
          Before(Two, WithoutHeader("Count")),
        ),
      [
        ["1", "POST /x?count=1", [Two]],
        ["1", "POST /x", []],
      ],
    ],
    [
      "guards",
      (app) =>
        app.Post(
          "/x",
          fails,
          V.Since("1"),
          WithGuards(() => true),
          Before(
            Two,
            WithGuards(() => false),
          ),
        ),
      [
        ["1", "POST /x", [Two]],
        ["2", "POST /x", []],
      ],
    ],
    [
      "middleware",
      (app) => app.Post("/x", fails, V.Since("1"), Before(Two, WithMiddleware(pass))),
      [["1", "POST /x", [Two]]],
    ],
    [
      "a prefix, and what its route says besides",
      (app) =>
        app.Include(
          new Router("/pets", Before(Three, WithPrefix("/cats"))).Post(
            "/x",
            fails,
            V.Since("1"),
            Before(
              Two,
              WithGuards(() => true),
            ),
          ),
        ),
      [
        ["1", "POST /cats/x", [Three, Two]],
        ["2", "POST /cats/x", [Three]],
        ["3", "POST /pets/x", []],
      ],
    ],
    [
      "not by words for documents",
      (app) => app.Post("/x", fails, V.Since("1"), Summary("Now"), Before(Two, Summary("Then"))),
      [["1", "POST /x", []]],
    ],
    [
      "not by what WithChanges names",
      (app) => app.Post("/x", fails, V.Since("1"), WithChanges(Two)),
      [["1", "POST /x", []]],
    ],
  ])("%s", async (_what, declare, cases) => {
    const { ask } = await observed(declare);
    for (const [version, line, touched] of cases) {
      expect([line, version, (await ask(version, line)).Touched]).toEqual([line, version, touched]);
    }
  });
});

describe("OnAnswered", () => {
  it.each<readonly [string, string, number]>([
    ["an answer", "GET /cats", 200],
    ["HEAD", "HEAD /cats", 200],
    ["an error", "GET /fails", 500],
    ["a denial", "GET /denied", 403],
    ["a status of the handler's own", "GET /teapot", 418],
  ])("it is called once for %s, with the status that was sent", async (_what, line, status) => {
    const told: Answered[] = [];
    const app = new App({ Logger: recordingLogger(), OnAnswered: (_req, answered) => told.push(answered) })
      .Get("/cats", () => 1)
      .Get("/fails", () => {
        throw new Error("fails");
      })
      .Get(
        "/denied",
        () => 1,
        WithGuards(() => false),
      )
      .Get("/teapot", (_req, res) => void res.status(418).end());
    const server = await serve(app);
    expect((await server.ask(line)).status).toBe(status);
    await server.ask("GET /cats");
    await until(() => told.length > 1);
    expect(told).toHaveLength(2);
    expect(told[0]).toMatchObject({ Route: { Path: line.split(" ")[1] }, Status: status });
  });

  it("it is not called for what no route matches", async () => {
    const OnAnswered = jest.fn();
    const server = await serve(new App({ OnAnswered }).Get("/cats", () => 1));
    await server.ask("GET /dogs");
    await server.ask("GET /cats");
    await until(() => OnAnswered.mock.calls.length > 0);
    expect(OnAnswered).toHaveBeenCalledTimes(1);
  });

  it("it is called for a version whose time is over, beside OnRefused", async () => {
    const told: unknown[] = [];
    const { app } = appWith((built) => built.Get("/cats", () => 1, V.Since("1")), {
      Now: () => new Date("2026-06-01"),
      Versioning: {
        Type: VersioningHeader,
        Header: "X-Version",
        Versions: V.List,
        Lifecycle: { "1": { Sunset: "2026-01-01", AfterSunset: "gone" } },
      },
      OnAnswered: (_req, { Status }) => told.push(Status),
      OnRefused: (_req, { Reason }) => told.push(Reason),
    });
    await (await serve(app)).ask("GET /cats", { "X-Version": "1" });
    await until(() => told.length > 1);
    expect(told).toEqual(["gone", 410]);
  });

  it.each([
    ["before anything was sent", false, undefined],
    ["after the head was sent", true, 202],
  ])("it is called when the client goes away %s", async (_what, hasBegun, Status) => {
    const asked = gate();
    const told: Answered[] = [];
    const app = new App({ OnAnswered: (_req, answered) => told.push(answered) }).Get("/slow", (_req, res) => {
      if (hasBegun) res.status(202).write("x");
      asked.open();
    });
    const socket = (await serve(app)).open("GET /slow");
    await asked.opened;
    expect(told).toEqual([]);
    socket.destroy();
    await until(() => told.length > 0);
    expect(told.map((answered) => answered.Status)).toEqual([Status]);
  });

  it("it is not called before the response has ended", async () => {
    const asked = gate();
    const told: number[] = [];
    const app = new App({ OnAnswered: () => told.push(1) }).Get("/slow", async () => {
      await asked.opened;
      return 1;
    });
    const answer = (await serve(app)).ask("GET /slow");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told).toEqual([]);
    asked.open();
    await answer;
    await until(() => told.length > 0);
  });

  it("what passes the request on is answered by the host", async () => {
    const told: Answered[] = [];
    const app = new App({ OnAnswered: (_req, answered) => told.push(answered) }).Get(
      "/cats",
      (_req, _res, next) => {
        next();
      },
    );
    await (await serve(app, (_req, res) => void res.status(299).end())).ask("GET /cats");
    await until(() => told.length > 0);
    expect(told).toMatchObject([{ Route: { Path: "/cats" }, Status: 299 }]);
  });

  it("an App on Node's own server tells the same", async () => {
    const told: Answered[] = [];
    const { app } = appWith((built) => built.Get("/cats", () => tom, V.Since("1"), WithResponse(200, Cat)), {
      OnAnswered: (_req, answered) => told.push(answered),
    });
    await (await listen(CreateServer(app))).ask("GET /cats", { "X-Version": "1" });
    await until(() => told.length > 0);
    expect(told).toMatchObject([{ Status: 200, Touched: [Names, Born] }]);
  });

  it("the channel gets the same, with the request, while somebody listens", async () => {
    const heard: unknown[] = [];
    const listener = (message: unknown): void => void heard.push(message);
    const { app } = appWith((built) => built.Get("/cats", () => tom, V.Since("1"), WithResponse(200, Cat)));
    const host = await listen(createServer(express().use(app.Build())));
    subscribe("versioned-controllers:answered", listener);
    await host.ask("GET /cats", { "X-Version": "2" });
    await until(() => heard.length > 0);
    unsubscribe("versioned-controllers:answered", listener);
    await host.ask("GET /cats", { "X-Version": "2" });
    expect(heard).toMatchObject([
      {
        Request: { url: "/cats" },
        Route: { Path: "/cats" },
        Version: "2",
        Requested: ["2"],
        Status: 200,
        Changes: [Names],
        Touched: [Names],
      },
    ]);
  });

  it("where nobody asks, no value is compared", async () => {
    const looked = jest.fn();
    const history = Versioned(z.object({ name: z.string() })).Before(Names, z.object({ name: z.string() }), {
      Up: (value) => value,
      Down: () => new Proxy({ name: "Tom" }, { getPrototypeOf: () => (looked(), Object.prototype) }),
    });
    const declare = (built: App): unknown =>
      built.Get("/cats", () => ({ name: "Tom" }), V.Since("1"), WithResponse(200, history));
    const quiet = await serve(appWith(declare).app);
    await quiet.ask("GET /cats", { "X-Version": "1" });
    const before = looked.mock.calls.length;
    const { ask } = await observed(declare);
    await ask("1", "GET /cats");
    expect(looked.mock.calls.length).toBeGreaterThan(before * 2);
  });

  it.each(["throws", "rejects"])("what it %s is logged, and the answer is kept", async (how) => {
    const Logger = recordingLogger();
    const failure = new Error("no metrics");
    const OnAnswered = (() => {
      if (how === "rejects") return Promise.reject(failure);
      throw failure;
    }) as () => void;
    const answer = await (
      await serve(new App({ Logger, OnAnswered }).Get("/cats", () => ["Tom"]))
    ).ask("GET /cats");
    await until(() => Logger.error.mock.calls.length > 0);
    expect([answer.status, answer.json]).toEqual([200, ["Tom"]]);
    expect(Logger.error.mock.calls).toEqual([
      [expect.objectContaining({ component: "Router", err: failure }), "GET /cats failed"],
    ]);
  });
});
