import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import express, { type Request } from "express";
import {
  App,
  RequestID,
  RouteOf,
  Status,
  Summary,
  VersioningCustom,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  VersionOf,
  WithGuards,
  WithMiddleware,
  WithVersion,
} from "versioned-controllers";
import { serve } from "../../support/serve";
import { until } from "../../support/wait";

const byHeader = { Type: VersioningHeader, Header: "X-Version" } as const;

describe("VersionOf is the version that the request resolved to", () => {
  const version = (req: Request) => ({ version: VersionOf(req) ?? "none" });

  it("under VersioningHeader", async () => {
    const app = new App({ Versioning: byHeader })
      .Get("/cats", version, WithVersion("1", "2"))
      .Get("/dogs", version, WithVersion(VersionNeutral));
    const server = await serve(app);
    expect((await server.ask("GET /cats", { "X-Version": "1" })).json).toEqual({ version: "1" });
    expect((await server.ask("GET /cats", { "X-Version": "2" })).json).toEqual({ version: "2" });
    expect((await server.ask("GET /dogs", { "X-Version": "2" })).json).toEqual({ version: "none" });
  });

  it("under VersioningURI", async () => {
    const app = new App({ Versioning: { Type: VersioningURI } })
      .Get("/cats", version, WithVersion("1", "2"))
      .Get("/dogs", version, WithVersion(VersionNeutral));
    const server = await serve(app);
    expect((await server.ask("GET /v2/cats")).json).toEqual({ version: "2" });
    expect((await server.ask("GET /dogs")).json).toEqual({ version: "none" });
  });

  it("under VersioningCustom, the one of the list that answered", async () => {
    const Versioning = { Type: VersioningCustom, Extractor: () => ["3", "2", "1"] } as const;
    const app = new App({ Versioning }).Get("/cats", version, WithVersion("1", "2"));
    expect((await (await serve(app)).ask("GET /cats")).json).toEqual({ version: "2" });
  });

  it("under VersioningNone, none", async () => {
    const server = await serve(new App().Get("/cats", version));
    expect((await server.ask("GET /cats", { "X-Version": "1" })).json).toEqual({ version: "none" });
  });
});

describe("RouteOf is the matched Route", () => {
  it("as Inspect shows it, in middleware, guard and handler", async () => {
    const seen: unknown[] = [];
    const app = new App({ Versioning: byHeader }, Summary("a cat")).Get(
      "/cats/{id}",
      (req) => seen.push(RouteOf(req)),
      WithVersion("1", "2"),
      Status(201),
      WithGuards((req) => seen.push(RouteOf(req)) > 0),
      WithMiddleware((req, _res, next) => {
        seen.push(RouteOf(req));
        next();
      }),
    );
    await (await serve(app)).ask("GET /cats/7", { "X-Version": "2" });
    const route = {
      Method: "GET",
      Path: "/cats/{id}",
      Versions: ["1", "2"],
      OperationID: "get_cats_by_id_1_2",
      Summary: "a cat",
      Tags: [],
      Deprecated: false,
      Hidden: false,
      Earlier: [],
      Status: 201,
    };
    expect(seen).toEqual([route, route, route]);
    expect(app.Inspect()).toEqual([route]);
    expect(Object.isFrozen(seen[0])).toBe(true);
  });

  it("the GET route, for a HEAD that it answers; under VersioningURI its path has no version segment", async () => {
    let seen: unknown;
    const app = new App({ Versioning: { Type: VersioningURI } }).Get(
      "/cats",
      (req) => (seen = RouteOf(req)),
      WithVersion("1"),
    );
    await (await serve(app)).ask("HEAD /v1/cats");
    expect(seen).toMatchObject({ Method: "GET", Path: "/cats" });
  });

  it.each([
    ["", () => undefined],
    [", where the request's id is known", RequestID],
  ])("undefined before matching and for an unmatched request%s", async (_where, before) => {
    const seen: unknown[] = [];
    const app = new App({ PassUnmatched: true })
      .Use((req, _res, next) => {
        before(req);
        seen.push(RouteOf(req), VersionOf(req));
        next();
      })
      .Get("/", () => "Tom");
    const server = await serve(app, (req, res) => {
      seen.push(RouteOf(req), VersionOf(req));
      res.end();
    });
    await server.ask("GET /");
    await server.ask("GET /nowhere");
    expect(seen).toStrictEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
  });
});

describe("all three hold until the response has finished", () => {
  it("for a logger of the host, on finish and on close", async () => {
    const seen: unknown[] = [];
    const look = (req: Request) => seen.push([RouteOf(req)?.Path, VersionOf(req), RequestID(req)]);
    const app = new App({ Versioning: byHeader }).Get(
      "/cats/{id}",
      (req) => ({ id: RequestID(req) }),
      WithVersion("1"),
    );
    const server = await serve(
      (req, res, next) => {
        res.once("finish", () => look(req)).once("close", () => look(req));
        next();
      },
      express().use("/api", app.Build()),
    );
    const { id } = (await server.ask("GET /api/cats/7", { "X-Version": "1" })).json as { id: string };
    await until(() => seen.length === 2);
    expect(seen).toEqual([
      ["/cats/{id}", "1", id],
      ["/cats/{id}", "1", id],
    ]);
  });

  it("after a handler has passed the request on", async () => {
    const app = new App({ Versioning: byHeader }).Get(
      "/cats",
      (_req, _res, next) => {
        next();
      },
      WithVersion("1"),
    );
    const server = await serve(app, (req, res) => res.json([RouteOf(req)?.Path, VersionOf(req)]));
    expect((await server.ask("GET /cats", { "X-Version": "1" })).json).toEqual(["/cats", "1"]);
  });

  it("for requests at the same time, each its own", async () => {
    const app = new App({ Versioning: byHeader }).Get(
      "/cats/{id}",
      async (req) => {
        await sleep(Number(req.params.id));
        return [VersionOf(req), req.params.id];
      },
      WithVersion("1", "2"),
    );
    const server = await serve(app);
    const answers = await Promise.all([
      server.ask("GET /cats/20", { "X-Version": "1" }),
      server.ask("GET /cats/5", { "X-Version": "2" }),
    ]);
    expect(answers.map(({ json }) => json)).toEqual([
      ["1", "20"],
      ["2", "5"],
    ]);
  });
});

it("async context is kept from App.Use through middleware, guards, extractor and handler", async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const look = () => seen.push(storage.getStore()) > 0;
  const Extractor = async () => {
    look();
    await sleep(1);
    return "1";
  };
  const app = new App({ Versioning: { Type: VersioningCustom, Extractor } })
    .Use((_req, _res, next) => {
      storage.run("Tom", next);
    })
    .Get(
      "/",
      async () => {
        look();
        await sleep(1);
        look();
        return storage.getStore();
      },
      WithVersion("1"),
      WithGuards(look, async () => {
        await sleep(1);
        return look();
      }),
      WithMiddleware(
        (_req, _res, next) => {
          look();
          setTimeout(next, 1);
        },
        express.json(),
        (_req, _res, next) => {
          look();
          next();
        },
      ),
    );
  const answer = await (await serve(app)).ask("GET /", { "Content-Type": "application/json" }, '{"a":1}');
  expect(answer.text).toBe("Tom");
  expect(seen).toEqual(Array.from({ length: 7 }, () => "Tom"));
});
