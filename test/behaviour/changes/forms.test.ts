import { Readable } from "node:stream";
import {
  App,
  Before,
  Deprecated,
  Description,
  Get,
  HasChange,
  Hidden,
  HTTPError,
  OperationID,
  Patch,
  Post,
  RenameHeader,
  WithoutHeader,
  Restatus,
  Router,
  SecurityScheme,
  Since,
  Status,
  Summary,
  Until,
  Versioned,
  VersioningURI,
  VersionNeutral,
  WithBody,
  WithGuards,
  WithMiddleware,
  WithPrefix,
  WithResponse,
  WithSecurity,
  WithTags,
  WithVersion,
  type Guard,
  type Handler,
  type Option,
  type Route,
  type RouteOption,
  type RouterOption,
} from "versioned-controllers";
import type { Request, Response } from "express";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { header, versioned, type Scheme } from "../../support/schemes";
import { serve, type Answer } from "../../support/serve";
import { Born, Names, V } from "./cats";

const Middle = V.Change("2", "another change of version 2");

/** Asks as a version: the status, and the text where it is a success. */
type Ask = (version: string, line: string, body?: unknown) => Promise<Answer>;

async function asking(scheme: Scheme, declare: (app: App) => unknown, options = {}): Promise<Ask> {
  const app = new App({
    Logger: recordingLogger(),
    ...options,
    Versioning: { ...scheme.options, Versions: V.List },
  });
  declare(app);
  const server = await serve(app);
  return async (version, line, body) => {
    const [method = "", path = ""] = line.split(" ");
    const asked = scheme.ask(path, [version]);
    if (!asked) throw new Error(scheme.cannot);
    const sent = body === undefined ? {} : { "Content-Type": "application/json" };
    return await server.ask(
      `${method} ${asked.path}`,
      { ...asked.headers, ...sent },
      body as string | undefined,
    );
  };
}

/** The answer to each line in the versions 1, 2 and 3: the status, and of a 200 the text. */
type Rows = Readonly<Record<string, readonly [string, string, string]>>;

async function answers(ask: Ask, lines: readonly string[]): Promise<Rows> {
  const rows: Record<string, [string, string, string]> = {};
  for (const line of lines) {
    const told = [];
    for (const version of V.List) {
      const { status, text } = await ask(version, line);
      told.push(status === 200 ? text : String(status));
    }
    rows[line] = told as [string, string, string];
  }
  return rows;
}

@Router("/pets", Since("1"), Before(Names, WithPrefix("/animals")))
@Before(Born, WithPrefix("/cats"))
class Pets {
  @Get("/{id}", Before(Born, Get("/{id}/show")))
  @Post("/{id}/seen")
  one(req: Request): string {
    return `one ${String(req.params.id)}`;
  }

  @Patch("/{id}")
  @Before(Names, Post("/{id}/update"))
  @Before(Born, Status(201))
  update(req: Request): string {
    return `update ${String(req.params.id)}`;
  }
}

describe.each(versioned)("$name", (scheme) => {
  test.each<[what: string, declare: (app: App) => unknown, rows: Rows]>([
    [
      "a verb: method and path",
      (app) => app.Post("/pets", () => "made", Since("1"), Before(Names, Get("/cats"))),
      {
        "POST /pets": ["404", "404", "made"],
        "GET /cats": ["made", "made", "404"],
        "POST /cats": ["404", "404", "404"],
      },
    ],
    [
      "the oldest change that is later wins",
      (app) => app.Get("/c", () => "c", Since("1"), Before(Names, Get("/b")), Before(Born, Get("/a"))),
      { "GET /a": ["c", "404", "404"], "GET /b": ["404", "c", "404"], "GET /c": ["404", "404", "c"] },
    ],
    [
      "in whatever order they are written; of one version the last",
      (app) =>
        app.Get(
          "/c",
          () => "c",
          Since("1"),
          Before(Born, Get("/b")),
          Before(Names, Get("/x")),
          Before(Middle, Get("/a")),
        ),
      { "GET /a": ["c", "404", "404"], "GET /b": ["404", "404", "404"], "GET /x": ["404", "c", "404"] },
    ],
    [
      "a prefix replaces those of its place, and of no other",
      (app) =>
        app.Include(
          new Router("/a", WithPrefix("/b"), Before(Names, WithPrefix("/x"))).Get(
            "/",
            () => "it",
            Since("1"),
          ),
          WithPrefix("/api"),
          Before(Born, WithPrefix("/old")),
        ),
      {
        "GET /api/a/b": ["404", "404", "it"],
        "GET /api/x": ["404", "it", "404"],
        "GET /old/x": ["it", "404", "404"],
      },
    ],
    [
      "a controller's prefixes and verbs, together",
      (app) => app.Include(Pets),
      {
        "GET /pets/7": ["404", "404", "one 7"],
        "GET /animals/7": ["404", "one 7", "404"],
        "GET /cats/7/show": ["one 7", "404", "404"],
        "POST /cats/7/seen": ["one 7", "404", "404"],
        "POST /animals/7/update": ["404", "update 7", "404"],
        "POST /cats/7/update": ["201", "404", "404"],
        "PATCH /pets/7": ["404", "404", "update 7"],
      },
    ],
    [
      "a Since yields in the versions in which another route has its form",
      (app) =>
        app
          .Get("/cats", () => "old", Since("1"))
          .Get("/pets", () => "new", Since("2"), Before(Names, Get("/cats"))),
      { "GET /cats": ["old", "new", "old"], "GET /pets": ["404", "404", "new"] },
    ],
    [
      "a route that has ended is reached as it was",
      (app) =>
        app.Get("/pets", () => "it", Until("2"), Before(Born, Get("/cats")), Before(Names, Get("/animals"))),
      {
        "GET /cats": ["it", "404", "404"],
        "GET /animals": ["404", "it", "404"],
        "GET /pets": ["404", "404", "404"],
      },
    ],
    [
      "a router's Before says nothing of neutral routes",
      (app) =>
        app.Include(
          new Router("/pets", Before(Names, WithPrefix("/cats"))).Get("/", () => "it", WithVersion("1")),
        ),
      { "GET /cats": ["it", "404", "404"], "GET /pets": ["404", "404", "404"] },
    ],
  ])("%s", async (_, declare, rows) => {
    const ask = await asking(scheme, declare);
    expect(await answers(ask, Object.keys(rows))).toEqual(rows);
  });

  it("tells of one route, however it was reached", async () => {
    const told: Route[] = [];
    const ask = await asking(
      scheme,
      (app) =>
        app.Post(
          "/pets/{id}",
          () => 1,
          Since("1"),
          Before(Names, Get("/cats/{id}")),
          Before(Born, Status(201)),
        ),
      { OnMatch: (_: Request, { Route }: { Route: Route }) => told.push(Route) },
    );
    await ask("1", "GET /cats/7");
    await ask("2", "GET /cats/7");
    await ask("3", "POST /pets/7");
    expect(told.map(({ Path }) => Path)).toEqual(["/pets/{id}", "/pets/{id}", "/pets/{id}"]);
    expect(told[0]).toMatchObject({
      Method: "POST",
      Versions: ["1", "2", "3"],
      Status: 200,
      Earlier: [
        { Method: "GET", Path: "/cats/{id}", Status: 200, Versions: ["2"] },
        { Method: "GET", Path: "/cats/{id}", Status: 201, Versions: ["1"] },
      ],
    });
    expect(Object.isFrozen(told[0]?.Earlier)).toBe(true);
  });

  it("converts bodies in each form", async () => {
    const Cat = Versioned(z.object({ birthday: z.string() })).Before(Born, z.object({ born: z.string() }), {
      Up: ({ born }) => ({ birthday: born }),
      Down: ({ birthday }) => ({ born: birthday }),
    });
    const ask = await asking(scheme, (app) =>
      app.Post(
        "/pets",
        (req) => req.body,
        Since("1"),
        WithBody(Cat),
        WithResponse(201, Cat),
        Before(Born, Post("/cats"), Status(202)),
      ),
    );
    const old = await ask("1", "POST /cats", '{"born":"2020"}');
    expect([old.status, old.json]).toEqual([202, { born: "2020" }]);
    const now = await ask("2", "POST /pets", '{"birthday":"2020"}');
    expect([now.status, now.json]).toEqual([201, { birthday: "2020" }]);
  });
});

describe("statuses", () => {
  const told = (option: ReturnType<typeof Before>, handler: (req: Request, res: Response) => unknown) =>
    asking(header, (app) =>
      app.Get(
        "/",
        handler,
        Since("1"),
        Status(201),
        WithGuards((req) => !req.originalUrl.endsWith("?no=1")),
        option as never,
      ),
    );

  test.each<
    [
      what: string,
      befores: readonly ReturnType<typeof Before>[],
      answer: (res: Response) => unknown,
      statuses: readonly number[],
    ]
  >([
    ["the route's own", [Before(Names, Status(200))], () => "x", [200, 200, 201]],
    [
      "that of the oldest change",
      [Before(Names, Status(202)), Before(Born, Status(200))],
      () => "x",
      [200, 202, 201],
    ],
    [
      "one that the handler sets is not the route's",
      [Before(Names, Status(200))],
      (res) => res.status(203).json(1),
      [203, 203, 203],
    ],
    [
      "the route's own, by the handler itself",
      [Before(Names, Status(200))],
      (res) => res.status(201).json({}),
      [200, 200, 201],
    ],
    [
      "Restatus holds for any answer of the handler's",
      [Before(Names, Restatus(200, 203))],
      (res) => res.status(203).send("x"),
      [200, 200, 203],
    ],
    [
      "bytes that it writes too",
      [Before(Names, Status(200))],
      (res) => {
        res.writeHead(201).end("x");
      },
      [200, 200, 201],
    ],
    ["and streams", [Before(Names, Status(200))], () => Readable.from(["x"]), [200, 200, 201]],
    [
      "and async iterables",
      [Before(Names, Status(200))],
      async function* () {
        await Promise.resolve();
        yield 1;
      },
      [200, 200, 201],
    ],
    [
      "one after the other, newest first",
      [Before(Names, Restatus(202, 201)), Before(Born, Restatus(203, 202))],
      () => "x",
      [203, 202, 201],
    ],
    [
      "those of one change to the same status",
      [Before(Names, Restatus(202, 201), Restatus(203, 202))],
      () => "x",
      [202, 202, 201],
    ],
    [
      "Status is of what the handler meant, and older changes follow it",
      [Before(Names, Restatus(299, 201), Status(202)), Before(Born, Restatus(203, 202))],
      () => "x",
      [203, 202, 201],
    ],
    [
      "an older Status leaves newer renumbering out",
      [Before(Names, Restatus(299, 201)), Before(Born, Status(201))],
      () => "x",
      [201, 299, 201],
    ],
    [
      "errors that are thrown",
      [Before(Names, Restatus(400, 422))],
      () => {
        throw new HTTPError(422);
      },
      [400, 400, 422],
    ],
    [
      "what fails is a 500 of then",
      [Before(Names, Restatus(503, 500))],
      () => {
        throw new Error("x");
      },
      [503, 503, 500],
    ],
    [
      "a value that cannot be sent",
      [Before(Names, Restatus(503, 500), Status(200))],
      () => 1n,
      [503, 503, 500],
    ],
  ])("%s", async (_, befores, answer, statuses) => {
    const ask = await asking(header, (app) =>
      app.Get("/", (_req, res) => answer(res), Since("1"), Status(201), ...(befores as never[])),
    );
    const seen = [];
    for (const version of V.List) seen.push((await ask(version, "GET /")).status);
    expect(seen).toEqual(statuses);
  });

  it("an error's body tells the status that is sent, and keeps its code", async () => {
    const ask = await told(Before(Names, Restatus(409, 403)) as never, () => "x");
    const { status, json } = await ask("1", "GET /?no=1");
    expect(status).toBe(409);
    expect(json).toMatchObject({ error: { status: 409, code: "forbidden" } });
  });

  it("an error that older versions get as 204 has no body for them", async () => {
    const ask = await told(Before(Names, Restatus(204, 403)) as never, () => "x");
    const { status, text, headers } = await ask("1", "GET /?no=1");
    expect([status, text]).toEqual([204, ""]);
    expect(headers).not.toHaveProperty("content-type");
    expect((await ask("3", "GET /?no=1")).json).toMatchObject({ error: { status: 403 } });
  });

  it("an own Body gets it too", async () => {
    const ask = await asking(
      header,
      (app) =>
        app.Get(
          "/",
          () => {
            throw new HTTPError(422);
          },
          Since("1"),
          Before(Names, Restatus(400, 422)),
        ),
      { Errors: { Body: ({ status, code }: HTTPError) => ({ status, code }) } },
    );
    const { status, json } = await ask("1", "GET /");
    expect([status, json]).toEqual([400, { status: 400, code: "unprocessable_entity" }]);
  });

  it("not of what middleware and guards send by res, nor of what the host answers", async () => {
    const ask = await asking(header, (app) =>
      app.Get(
        "/",
        (_req, _res, next) => {
          next();
        },
        Since("1"),
        Before(Names, Restatus(200, 404), Restatus(200, 401)),
        WithGuards((req, res) => {
          if (req.originalUrl.endsWith("?no=1")) res.status(401).json("guard");
          return true;
        }),
      ),
    );
    expect((await ask("1", "GET /?no=1")).status).toBe(401);
    expect((await ask("1", "GET /")).status).toBe(404);
  });

  test.each([204, 205, 304])("renumbered to %i, the body is left out", async (old) => {
    for (const answer of [
      () => ({ a: 1 }),
      () => "text",
      (_: Request, res: Response) => res.json({ a: 1 }),
      () => Readable.from(["x"]),
    ]) {
      const ask = await asking(header, (app) => app.Get("/", answer, Since("1"), Before(Names, Status(old))));
      const { status, bytes, headers } = await ask("1", "GET /");
      expect([status, bytes.length, headers["content-type"]]).toEqual([old, 0, undefined]);
      expect((await ask("3", "GET /")).bytes.length).toBeGreaterThan(0);
    }
  });

  it("from 204 to 200, no value of the handler's is sent, which nobody has turned down", async () => {
    const secret = { secret: true };
    const answers: readonly Handler[] = [
      () => secret,
      (_req, res) => (res.status(204), secret),
      (_req, res) => {
        res.status(204).json(secret);
      },
      (_req, res) => {
        res.status(204).send("secret");
      },
      () => Readable.from(["secret"]),
    ];
    for (const answer of answers) {
      const ask = await asking(header, (app) =>
        app.Get("/", answer, Since("1"), Status(204), Before(Names, Restatus(200, 204))),
      );
      const { status, bytes, headers } = await ask("1", "GET /");
      expect([status, bytes.length, headers["content-type"]]).toEqual([200, 0, undefined]);
    }
  });

  it("from 204 to 200, without a body", async () => {
    const ask = await asking(header, (app) =>
      app
        .Delete("/a", () => undefined, Since("1"), Status(204), Before(Names, Status(200)))
        .Delete(
          "/b",
          (_req, res) => {
            res.status(204).end();
          },
          Since("1"),
          Status(204),
          Before(Names, Status(200)),
        ),
    );
    for (const path of ["/a", "/b"]) {
      const { status, bytes } = await ask("1", `DELETE ${path}`);
      expect([status, bytes.length]).toEqual([200, 0]);
      expect((await ask("3", `DELETE ${path}`)).status).toBe(204);
    }
  });

  it("a late answer is renumbered", async () => {
    const ask = await asking(header, (app) =>
      app.Get(
        "/",
        (_req, res) => {
          setTimeout(() => res.status(201).json({ late: true }), 5);
        },
        Since("1"),
        Status(201),
        Before(Names, Status(200)),
      ),
    );
    const { status, json } = await ask("1", "GET /");
    expect([status, json]).toEqual([200, { late: true }]);
  });

  it("a Down is chosen by the status that the handler meant", async () => {
    const ToOld = Versioned(z.object({ now: z.int() })).Before(Names, z.object({ old: z.int() }), {
      Down: ({ now }) => ({ old: now }),
    });
    for (const answer of [
      () => ({ now: 1 }),
      (_: Request, res: Response) => res.status(201).json({ now: 1 }),
      (_: Request, res: Response) => res.status(201).send({ now: 1 }),
    ]) {
      const ask = await asking(header, (app) =>
        app.Get(
          "/",
          answer as never,
          Since("1"),
          Status(201),
          WithResponse(201, ToOld),
          WithResponse(200, z.object({})),
          Before(Names, Status(200)),
        ),
      );
      const { status, text } = await ask("1", "GET /");
      expect([status, text]).toEqual([200, '{"old":1}']);
    }
  });
});

it("a middleware's own send is back once the handler passes the request on", async () => {
  const sent: unknown[] = [];
  const ask = await asking(header, (app) =>
    app.Get(
      "/",
      (_req, _res, next) => {
        next();
      },
      Since("1"),
      Status(201),
      Before(Names, Status(200)),
      WithMiddleware((_req, res, next) => {
        const { send } = res;
        res.send = function (body) {
          sent.push(body);
          return send.call(this, body);
        };
        next();
      }),
    ),
  );
  for (const version of V.List) await ask(version, "GET /");
  const [first] = sent;
  expect(sent).toEqual(V.List.map(() => first));
});

describe("headers", () => {
  test.each<[what: string, answer: (res: Response) => unknown]>([
    [
      "of a returned value",
      (res) => {
        res.set("X-Total", "3");
        return {};
      },
    ],
    ["of res.json", (res) => res.set("X-Total", "3").json({})],
    [
      "of writeHead",
      (res) => {
        res.writeHead(200, { "x-total": "3" }).end();
      },
    ],
    [
      "of writeHead, beside what is set",
      (res) => {
        res.set("X-Own", "1").writeHead(200, { "x-total": "3" }).end();
      },
    ],
    [
      "of writeHead's list",
      (res) => {
        res.writeHead(200, ["X-Total", "3"]).end();
      },
    ],
    [
      "of writeHead's list of pairs, beside others",
      (res) => {
        res
          .writeHead(200, "OK", [
            ["X-Own", "1"],
            ["X-Total", "3"],
          ] as never)
          .end();
      },
    ],
    [
      "of an error",
      () => {
        throw new HTTPError(404, "x", { headers: { "X-Total": "3" } });
      },
    ],
  ])("%s", async (_, answer) => {
    const ask = await asking(header, (app) =>
      app.Get(
        "/",
        (_req, res) => answer(res),
        Since("1"),
        Before(Names, RenameHeader("X-Count", "X-Total")),
        Before(Born, RenameHeader("X-N", "x-count")),
      ),
    );
    const seen = [];
    for (const version of V.List) {
      const { headers } = await ask(version, "GET /");
      seen.push([headers["x-n"], headers["x-count"], headers["x-total"]]);
    }
    expect(seen).toEqual([
      ["3", undefined, undefined],
      [undefined, "3", undefined],
      [undefined, undefined, "3"],
    ]);
  });
});

describe("a header that did not exist before a change is not sent", () => {
  it.each<[how: string, answer: (res: Response) => unknown]>([
    ["set", (res) => res.set("X-Total", "3").json(1)],
    ["of a returned value", (res) => (res.set("X-Total", "3"), "x")],
    ["in an object of writeHead", (res) => res.writeHead(200, { "X-Total": "3", "X-Kept": "1" }).end()],
    ["in a list of writeHead", (res) => res.writeHead(200, ["x-total", "3", "X-Kept", "1"]).end()],
    [
      "of an error",
      () => {
        throw new HTTPError(404, "x", { headers: { "X-Total": "3" } });
      },
    ],
  ])("%s", async (_, answer) => {
    const ask = await asking(header, (app) =>
      app.Include(
        new Router("/", Before(Born, WithoutHeader("X-Count"))).Get(
          "/",
          (_req, res) => answer(res),
          Since("1"),
          Before(Names, RenameHeader("X-Count", "x-total")),
        ),
      ),
    );
    const seen = [];
    for (const version of V.List) {
      const { headers } = await ask(version, "GET /");
      seen.push([headers["x-count"], headers["x-total"]]);
    }
    expect(seen).toEqual([
      [undefined, undefined],
      ["3", undefined],
      [undefined, "3"],
    ]);
  });
});

describe("a router's Before of what its routes answer", () => {
  const conflict = (): never => {
    throw new HTTPError(409, "taken", { headers: { "X-Count": "3" } });
  };
  const declareIn: readonly (readonly [
    place: string,
    declare: (app: App, ...befores: RouterOption[]) => App,
  ])[] = [
    [
      "the App's root",
      (app, ...befores) => app.Include(new Router("/", ...befores).Get("/", conflict, Since("1"))),
    ],
    ["an Include", (app, ...befores) => app.Include(new Router().Get("/", conflict, Since("1")), ...befores)],
    [
      "a class",
      (app, ...befores) => {
        @Router("/", ...befores)
        class Cats {
          @Get("/", Since("1"))
          find(): never {
            return conflict();
          }
        }
        return app.Include(Cats);
      },
    ],
  ];

  it.each(declareIn)("%s: statuses and headers of every error", async (_place, declare) => {
    const ask = await asking(header, (app) =>
      declare(
        app,
        Before(Names, Restatus(400, 409), RenameHeader("X-N", "X-Count")),
        Before(Born, Restatus(418, 400)),
      ),
    );
    const seen = [];
    for (const version of V.List) {
      const { status, headers } = await ask(version, "GET /");
      seen.push([status, headers["x-n"], headers["x-count"]]);
    }
    expect(seen).toEqual([
      [418, "3", undefined],
      [400, "3", undefined],
      [409, undefined, "3"],
    ]);
  });

  it("applies one after the other with those of the route, newest change first", async () => {
    const ask = await asking(header, (app) =>
      app.Include(
        new Router("/", Before(Names, Restatus(400, 409))).Get(
          "/",
          conflict,
          Since("1"),
          Before(Born, Restatus(418, 400)),
        ),
      ),
    );
    const seen = [];
    for (const version of V.List) seen.push((await ask(version, "GET /")).status);
    expect(seen).toEqual([418, 400, 409]);
  });

  it("Status replaces what the router says, and leaves a route's own unchanged", async () => {
    const ask = await asking(header, (app) =>
      app.Include(
        new Router("/", Status(202), Before(Names, Status(200)))
          .Post("/inherits", () => "x", Since("1"))
          .Post("/own", () => "x", Since("1"), Status(201)),
      ),
    );
    const seen = [];
    for (const version of V.List) {
      seen.push([(await ask(version, "POST /inherits")).status, (await ask(version, "POST /own")).status]);
    }
    expect(seen).toEqual([
      [200, 201],
      [200, 201],
      [202, 201],
    ]);
  });
});

describe("who may call a route before a change", () => {
  const schemeOf = (name: string): SecurityScheme<string> =>
    new SecurityScheme(name, { type: "apiKey", in: "header", name: `X-${name}` }, (req) =>
      req.get(`X-${name}`),
    );
  const [Key, Token] = [schemeOf("Key"), schemeOf("Token")];
  const trace =
    (name: string): Handler =>
    (_req, res, next) => {
      res.appendHeader("X-Trace", name);
      next();
    };
  const admits =
    (name: string): Guard =>
    (req) =>
      req.originalUrl.endsWith(`guard=${name}`);

  it.each<[place: string, declare: (app: App, now: Option[], before: Option) => App]>([
    ["a route", (app, now, before) => app.Get("/", () => "x", Since("1"), ...now, before)],
    [
      "a router",
      (app, now, before) => app.Include(new Router("/", ...now, before).Get("/", () => "x", Since("1"))),
    ],
    [
      "an Include",
      (app, now, before) =>
        app.Include(
          new Router().Get("/", () => "x", Since("1")),
          ...now,
          before,
        ),
    ],
  ])("security, guards and middleware of %s", async (_place, declare) => {
    const ask = await asking(header, (app) =>
      declare(
        app,
        [WithSecurity(Token), WithGuards(admits("new")), WithMiddleware(trace("new"))],
        Before(Names, WithSecurity(), WithGuards(admits("old")), WithMiddleware(trace("old"))),
      ),
    );
    const seen = [];
    for (const version of V.List) {
      for (const guard of ["old", "new"]) {
        const { status, headers } = await ask(version, `GET /?guard=${guard}`);
        seen.push([version, guard, status, headers["x-trace"]]);
      }
    }
    expect(seen).toEqual([
      ["1", "old", 200, "old"],
      ["1", "new", 403, "old"],
      ["2", "old", 200, "old"],
      ["2", "new", 403, "old"],
      ["3", "old", 401, "new"],
      ["3", "new", 401, "new"],
    ]);
  });

  it("replaces what its own place says, and nothing further out", async () => {
    const ask = await asking(header, (app) =>
      app.Include(
        new Router("/", WithGuards(admits("outer"))).Get(
          "/",
          () => "x",
          Since("1"),
          WithGuards(() => false),
          Before(Names, WithGuards()),
        ),
      ),
    );
    const seen = [];
    for (const version of V.List) {
      seen.push([(await ask(version, "GET /?guard=outer")).status, (await ask(version, "GET /")).status]);
    }
    expect(seen).toEqual([
      [200, 403],
      [200, 403],
      [403, 403],
    ]);
  });

  it("is in the documents of its versions", () => {
    const app = new App({
      Logger: recordingLogger(),
      Versioning: { ...header.options, Versions: V.List },
    }).Get(
      "/",
      () => "x",
      Since("1"),
      WithSecurity(Token),
      WithGuards(() => true),
      Before(Names, WithGuards()),
      Before(Born, WithSecurity(Key)),
    );
    const shown = V.List.map((version) => {
      const { paths, components } = app.Document(version);
      const operation = paths["/"]?.get;
      return [
        operation?.security,
        Object.keys(operation?.responses ?? {}),
        Object.keys(components?.securitySchemes ?? {}),
      ];
    });
    expect(shown).toEqual([
      [[{ Key: [] }], ["200", "401", "404"], ["Key"]],
      [[{ Token: [] }], ["200", "401", "404"], ["Token"]],
      [[{ Token: [] }], ["200", "401", "403", "404"], ["Token"]],
    ]);
  });
});

describe("documents", () => {
  const options = (Versioning: object): ConstructorParameters<typeof App>[0] => ({
    Versioning: { ...Versioning, Versions: V.List },
  });
  const declare = (app: App): App =>
    app
      .Post(
        "/pets/{id}",
        () => ({}),
        Since("1"),
        OperationID("make"),
        Summary("new"),
        Description("d"),
        WithTags("pets"),
        Status(201),
        WithResponse(201, z.object({}), { Headers: { "X-Total": { type: "integer" } } }),
        WithResponse(422, undefined, "misfit"),
        Before(
          Names,
          Post("/cats/{id}"),
          Status(200),
          Summary("old"),
          WithTags("cats"),
          Deprecated(),
          Restatus(400, 422),
          RenameHeader("X-Count", "X-Total"),
        ),
        Before(Born, Hidden()),
      )
      .Get(
        "/here",
        () => 1,
        Since("1"),
        Deprecated(),
        OperationID("here"),
        Before(Names, Summary("earlier"), Deprecated(false)),
      );

  it("of a version have its paths, statuses, headers and words", () => {
    const app = declare(new App(options(header.options)));
    expect(Object.keys(app.Document("1").paths)).toEqual(["/here"]);
    const { post } = app.Document("2").paths["/cats/{id}"] ?? {};
    expect(post).toMatchObject({
      operationId: "make",
      summary: "old",
      description: "d",
      tags: ["cats"],
      deprecated: true,
    });
    expect(Object.keys(post?.responses ?? {})).toEqual(["200", "400", "404"]);
    expect(Object.keys(post?.responses["200"]?.headers ?? {})).toContain("X-Count");
    expect(post?.responses["400"]?.description).toBe("misfit");
    const now = app.Document("3").paths["/pets/{id}"]?.post;
    expect(now).toMatchObject({ operationId: "make", summary: "new", tags: ["pets"] });
    expect(now).not.toHaveProperty("deprecated");
    expect(Object.keys(now?.responses ?? {})).toEqual(["201", "404", "422"]);
    expect(app.Document("2").paths["/here"]?.get).not.toHaveProperty("deprecated");
    expect(app.Document("3").paths["/here"]?.get).toHaveProperty("deprecated", true);
  });

  it("describe both of two answers that come to one status, and the App's own among them", async () => {
    const Misfit = z.object({ x: z.string() }).meta({ id: "Misfit" });
    const Clash = z.object({ y: z.string() }).meta({ id: "Clash" });
    const handler: Handler = (req, res) => {
      res
        .status(req.originalUrl.endsWith("?x") ? 400 : 422)
        .json(req.originalUrl.endsWith("?x") ? { x: "1" } : { y: "1" });
    };
    const app = new App(options(header.options))
      .Get(
        "/a",
        handler,
        Since("1"),
        WithResponse(400, Misfit),
        WithResponse(422, Clash),
        Before(Names, Restatus(400, 422)),
      )
      .Post(
        "/b",
        handler,
        Since("1"),
        WithBody(Misfit),
        WithResponse(422, Clash),
        Before(Names, Restatus(400, 422)),
      );
    const schemaOf = (path: string, method: "get" | "post", version: string): unknown =>
      app.Document(version).paths[path]?.[method]?.responses["400"]?.content?.["application/json"]?.schema;
    const [invalid, misfit, clash] = ["InvalidRequest", "Misfit", "Clash"].map((name) => ({
      $ref: `#/components/schemas/${name}`,
    }));
    expect(schemaOf("/a", "get", "1")).toEqual({ anyOf: [misfit, clash] });
    expect(schemaOf("/b", "post", "1")).toEqual({ anyOf: [invalid, clash] });
    expect(schemaOf("/a", "get", "3")).toEqual(misfit);
    expect(schemaOf("/b", "post", "3")).toEqual(invalid);
  });

  it("have the App's own headers under the names and statuses that they are sent with", async () => {
    const Key = new SecurityScheme("key", { type: "http", scheme: "bearer" }, () => undefined);
    const declareOn = (app: App): App =>
      app.Get(
        "/",
        () => 1,
        Since("1"),
        WithSecurity(Key),
        Before(
          Names,
          Restatus(403, 401),
          RenameHeader("X-Auth", "WWW-Authenticate"),
          RenameHeader("X-Rid", "X-Request-Id"),
        ),
      );
    const { responses } = declareOn(new App(options(header.options))).Document("1").paths["/"]?.get ?? {};
    expect(Object.keys(responses?.["403"]?.headers ?? {})).toEqual(["X-Rid", "X-Auth"]);
    expect(responses).not.toHaveProperty("401");
    const { status, headers } = await (await asking(header, declareOn))("1", "GET /");
    expect([status, "x-rid" in headers, "x-auth" in headers]).toEqual([403, true, true]);
  });

  it("describe no header that did not exist, one of the App's own either", () => {
    const app = new App(options(header.options)).Get(
      "/",
      () => ({}),
      Since("1"),
      WithResponse(200, z.object({}), { Headers: { "X-Total": { type: "integer" } } }),
      Before(Names, WithoutHeader("x-total"), WithoutHeader("X-Request-Id")),
    );
    const headersIn = (version: string) =>
      Object.values(app.Document(version).paths["/"]?.get?.responses ?? {}).map(({ headers = {} }) =>
        Object.keys(headers),
      );
    expect(headersIn("3")).toEqual([["X-Total"], ["X-Request-Id"]]);
    expect(headersIn("2")).toEqual([[], []]);
    expect(app.Document("2").components).not.toHaveProperty("headers");
  });

  it("of all versions: an earlier form's explicit id has its versions at its end", () => {
    const app = declare(new App(options(header.options)));
    const { paths } = app.Document();
    expect(paths["/pets/{id}"]?.post?.operationId).toBe("make");
    expect(paths["/cats/{id}"]?.post?.operationId).toBe("make_1_2");
    expect(paths["/here"]?.get).toMatchObject({ operationId: "here", deprecated: true });
    expect(app.Inspect().map(({ OperationID: id }) => id)).toEqual(["make", "here"]);
    const byPath = declare(new App(options({ Type: VersioningURI }))).Document().paths;
    expect(byPath["/v2/cats/{id}"]?.post?.operationId).toBe("make_2");
    expect(byPath["/v3/pets/{id}"]?.post?.operationId).toBe("make_3");
  });

  it("generated ids are of the versions of their form", () => {
    const app = new App(options(header.options)).Get(
      "/b",
      () => 1,
      WithVersion("3", "1", "2"),
      Before(Names, Get("/a")),
    );
    const { paths } = app.Document();
    expect([paths["/b"]?.get?.operationId, paths["/a"]?.get?.operationId]).toEqual(["get_b_3", "get_a_1_2"]);
  });
});

it("changes of forms are in the changelog and in x-changes, and can be asked for", async () => {
  const app = new App({ Versioning: { ...header.options, Versions: V.List } });
  app
    .Get("/pets", (req) => HasChange(req, Names), Since("1"), Before(Names, Get("/cats")))
    .Include(
      new Router("/a", Before(Born, WithPrefix("/b")))
        .Get("/", () => null, Since("1"))
        .Get("/new", () => null, Since("2")),
    );
  expect(app.Changelog()).toEqual([
    { Version: "3", Changes: [{ Description: Names.Description, Routes: ["GET /pets"], Behaviour: false }] },
    { Version: "2", Changes: [{ Description: Born.Description, Routes: ["GET /a"], Behaviour: false }] },
  ]);
  const { paths } = app.Document("1");
  expect(paths["/cats"]?.get?.["x-changes"]).toEqual([{ version: "3", description: Names.Description }]);
  expect(paths["/b"]?.get?.["x-changes"]).toEqual([{ version: "2", description: Born.Description }]);
  const { ask } = await serve(app);
  expect((await ask("GET /cats", { "X-API-Version": "1" })).json).toBe(false);
  expect((await ask("GET /pets", { "X-API-Version": "3" })).json).toBe(true);
});

it("the 410 of a version that is over is renumbered as every error of the route", async () => {
  const app = new App({
    Logger: recordingLogger(),
    Versioning: {
      ...header.options,
      Versions: V.List,
      Lifecycle: { "1": { Sunset: "2020-01-01", AfterSunset: "gone" } },
    },
  }).Get("/", () => null, Since("1"), Before(Names, Restatus(404, 410)));
  const { ask } = await serve(app);
  const { status, json } = await ask("GET /", { "X-API-Version": "1" });
  expect([status, json]).toMatchObject([404, { error: { code: "gone", status: 404 } }]);
  expect(Object.keys(app.Document("1").paths["/"]?.get?.responses ?? {})).toEqual(["404"]);
});

it("an error's Down is given the status that is sent", async () => {
  const body = z.object({ error: z.object({ status: z.int(), code: z.string() }) });
  const Schema = Versioned(body).Before(Born, z.object({ was: z.int() }), {
    Down: ({ error }) => ({ was: error.status }),
  });
  const app = new App({
    Logger: recordingLogger(),
    Errors: { Schema },
    Versioning: { ...header.options, Versions: V.List },
  }).Get(
    "/",
    () => {
      throw new HTTPError(422);
    },
    Since("1"),
    Before(Born, Restatus(400, 422)),
  );
  const { ask } = await serve(app);
  const { status, json } = await ask("GET /", { "X-API-Version": "1" });
  expect([status, json]).toEqual([400, { was: 400 }]);
});

it("the successor's form is the successor-version", async () => {
  const app = new App({
    Versioning: {
      Type: VersioningURI,
      Versions: V.List,
      Lifecycle: { "1": { Deprecated: "2020-01-01", Successor: "3" } },
    },
  });
  app
    .Get(
      "/pets/{id}/{rest...}",
      () => 1,
      Since("1"),
      Before(Names, Get("/cats/{rest...}".replace("{rest", "{id}/x/{rest"))),
    )
    .Get("/same/{id}", () => 1, Since("1"), Before(Names, Summary("old")));
  const { ask } = await serve(app);
  expect((await ask("GET /v1/cats/a%2Fb/x/c/d%20e")).headers.link).toBe(
    '<../../../../../v3/pets/a%2Fb/c/d%20e>; rel="successor-version"',
  );
  expect((await ask("GET /v1/same/a%20b")).headers.link).toBe(
    '<../../v3/same/a%20b>; rel="successor-version"',
  );
});

describe("Build refuses", () => {
  const within = (declare: (app: App) => unknown): readonly string[] => {
    const app = new App({ Versioning: { ...header.options, Versions: V.List }, Logger: recordingLogger() });
    declare(app);
    return problemsOf(app);
  };
  /** A route that answers without content. */
  const deleting =
    (...options: readonly RouteOption[]) =>
    (app: App) =>
      app.Delete("/a", () => undefined, Since("1"), Status(204), ...options);
  test.each<[what: string, declare: (app: App) => unknown, problem: string]>([
    [
      "other parameters",
      (app) => app.Get("/pets/{id}", () => 1, Since("1"), Before(Names, Get("/cats/{name}"))),
      'path "/cats/{name}" in Before has other parameters than "/pets/{id}"',
    ],
    [
      "other parameters of a prefix",
      (app) =>
        app.Include(new Router("/a/{x}", Before(Names, WithPrefix("/a"))).Get("/", () => 1, Since("1"))),
      "has other parameters than",
    ],
    [
      "a Before that no version reaches",
      (app) => app.Get("/a", () => 1, Since("3"), Before(Names, Get("/b"))),
      "changes nothing here",
    ],
    [
      "a Before on a neutral route",
      (app) => app.Get("/a", () => 1, WithVersion(VersionNeutral), Before(Names, Get("/b"))),
      "changes nothing here",
    ],
    [
      "two routes at one old path",
      (app) =>
        app
          .Get("/a", () => 1, WithVersion("1", "3"), Before(Names, Get("/old")))
          .Get("/b", () => 1, WithVersion("1", "3"), Before(Names, Get("/old"))),
      "is registered twice",
    ],
    [
      "an old path that another route names",
      (app) =>
        app
          .Get("/a", () => 1, WithVersion("2"), Before(Names, Get("/old")))
          .Get("/old", () => 1, WithVersion("2")),
      "GET /old of version 2 is registered twice",
    ],
    [
      "204 where clients had a body",
      deleting(WithResponse(200, z.object({})), Before(Names, Status(200))),
      "the newest answer, 204 without a body, has nothing to turn down",
    ],
    ...(["2XX", "default"] as const).map(
      (status): [what: string, declare: (app: App) => unknown, problem: string] => [
        `204 where clients had the body of ${status}`,
        deleting(WithResponse(204), WithResponse(status, z.object({})), Before(Names, Restatus(200, 204))),
        "the newest answer, 204 without a body, has nothing to turn down",
      ],
    ),
    [
      "two operations of one old id",
      (app) =>
        app
          .Get("/a", () => 1, Since("1"), OperationID("a"), Before(Names, Get("/b")))
          .Get("/c", () => 1, Since("1"), OperationID("a_1_2")),
      "operation id",
    ],
  ])("%s", (_, declare, problem) => {
    expect(within(declare)).toEqual([expect.stringContaining(problem)]);
  });

  test.each<[what: string, declare: (app: App) => unknown]>([
    [
      "a router's Before that none of its routes reaches",
      (app) =>
        app.Include(
          new Router("/a", Before(Names, WithPrefix("/b")))
            .Get("/", () => 1, Since("3"))
            .Get("/n", () => 1, WithVersion(VersionNeutral)),
        ),
    ],
    [
      "two routes that had one path in different versions",
      (app) =>
        app
          .Get("/a", () => 1, WithVersion("1", "3"), Before(Names, Get("/old")))
          .Get("/b", () => 1, WithVersion("2", "3"), Before(Names, Get("/old"))),
    ],
    [
      "a path that has become another route's",
      (app) =>
        app.Get("/a", () => 1, Since("1"), Before(Names, Get("/b"))).Get("/b", () => 1, WithVersion("3")),
    ],
    ["204 where clients had nothing", deleting(Before(Names, Status(200)))],
  ])("not %s", (_, declare) => {
    expect(within(declare)).toEqual([]);
  });
});
