import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTLSServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import compression from "compression";
import cors from "cors";
import express, { type Application, type RequestHandler } from "express";
import session from "express-session";
import helmet from "helmet";
import { App, HTTPError, WithGuards, WithMiddleware, type Guard } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { errorBody, internalError } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { listen } from "../../support/serve";
import { gate, until } from "../../support/wait";
import { api, apiExchanges } from "./support/api";
import { expectSame, rowsOf } from "./support/compare";
import { sharedExchanges, type Exchange } from "./support/exchanges";
import { addToApp, factsOf } from "./support/routes";
import { messageSettings, settingRows } from "./support/settings";
import { withUpgrade } from "./support/upgrade";
import { selfSigned } from "../../support/self-signed";
import { get, pipelined, request, wireOf, withID, type Wire } from "../../support/wire";

/** An Express application that holds nothing but an App: what CreateServer(App) is held against. */
function hostOf(app: App): Application {
  return express().disable("x-powered-by").use(app.Build());
}

const kinds = {
  http: [(app: App) => createServer(hostOf(app)), (app: App) => CreateServer(app)],
  https: [
    (app: App) => createTLSServer(selfSigned, hostOf(app)),
    (app: App) => CreateServer(app, { TLS: selfSigned }),
  ],
} as const;

describe.each(Object.entries(kinds))(
  "CreateServer(App), %s, sends the same bytes",
  (protocol, [plain, fast]) => {
    let wires: readonly [Wire, Wire];

    beforeAll(async () => {
      const app = (): App => addToApp(new App({ Logger: recordingLogger(), TrustRequestID: true }));
      wires = [await wireOf(withUpgrade(plain(app()))), await wireOf(withUpgrade(fast(app())))];
    });

    it.each(rowsOf(sharedExchanges()))("%s", async (_what, exchange) => {
      await expectSame(wires, exchange);
    });

    it("whether it is secure", async () => {
      const isSecure = protocol === "https";
      await expectSame(wires, ["", get("/request"), `"protocol":"${protocol}","secure":${String(isSecure)}`]);
    });
  },
);

describe("CreateServer(App) sends the same bytes under header versioning", () => {
  let wires: readonly [Wire, Wire];

  beforeAll(async () => {
    wires = [await wireOf(createServer(hostOf(api()))), await wireOf(CreateServer(api()))];
  });

  it.each(rowsOf(apiExchanges("")))("%s", async (_what, exchange) => {
    await expectSame(wires, exchange);
  });
});

describe("CreateServer(App) sends the same bytes with other people's middleware before everything", () => {
  const gzip = { "Accept-Encoding": "gzip", ...withID };
  const preflight = { Origin: "https://example.com", "Access-Control-Request-Method": "DELETE" };
  const ofMiddleware: readonly Exchange[] = [
    [
      "an object",
      get("/object"),
      "X-Powered-By: Cats",
      "X-Frame-Options",
      "Set-Cookie: connect.sid=",
      '{"a":1}',
    ],
    ["an object that is packed", get("/object", gzip), "Content-Encoding: gzip", "Vary: Accept-Encoding"],
    ["an object that it has", get("/object", { ...gzip, "If-None-Match": "*" }), "304 Not Modified"],
    ["HEAD of an object", request("HEAD /object", gzip), "200 OK"],
    ["a text that is packed", get("/text", gzip), "Content-Encoding: gzip"],
    ["bytes", get("/bytes", gzip), "application/octet-stream"],
    ["a stream that is packed", get("/stream", gzip), "Content-Encoding: gzip", "Transfer-Encoding: chunked"],
    ["nothing", get("/nothing", gzip), "204 No Content", "X-Frame-Options"],
    ["no route", get("/nowhere", gzip), "404 Not Found", "X-Frame-Options"],
    ["a preflight", request("OPTIONS /object", preflight), "204 No Content", "Access-Control-Allow-Methods"],
    ["OPTIONS that is no preflight", request("OPTIONS /nowhere"), "204 No Content"],
    ["an origin", get("/object", { Origin: "https://example.com" }), "Access-Control-Allow-Origin: *"],
    ["an error", get("/throws", gzip), "500 Internal Server Error", "X-Frame-Options"],
    ["an HTTPError", get("/conflict", gzip), "409 Conflict", "Content-Encoding: gzip"],
    ["a guard", get("/forbidden", gzip), "403 Forbidden"],
    ["a middleware that answers", get("/object?answer=1"), "202 Accepted", '"answered"'],
    ["a middleware that throws", get("/object?throw=1"), "500 Internal Server Error"],
    ["a middleware that refuses", get("/object?refuse=1"), "429 Too Many Requests"],
    ["a middleware that rewrites", get("/old/object"), '{"a":1}'],
    ["what middleware sees of a request", get("/seen/by/middleware?a=1"), '"url":"/seen/by/middleware?a=1"'],
    ["the parameters of no route", get("/parameters"), "{}"],
    [
      "requests in one write",
      pipelined(get("/object"), request("HEAD /text"), get("/stream"), get("/nowhere")),
    ],
  ];
  let wires: readonly [Wire, Wire];

  beforeAll(async () => {
    wires = [await wireOf(createServer(hostOf(withPackages()))), await wireOf(CreateServer(withPackages()))];
  });

  it.each(rowsOf(ofMiddleware))("%s", async (_what, exchange) => {
    await expectSame(wires, exchange);
  });
});

function withPackages(): App {
  const text = "compressible ".repeat(100);
  const app = new App({ Logger: recordingLogger(), TrustRequestID: true });
  return app
    .Use(helmet({ xPoweredBy: false }), cors(), compression({ threshold: 0 }))
    .Use(session({ secret: "secret", resave: false, saveUninitialized: true, genid: () => "the-one" }))
    .Use(answering)
    .Get("/object", (_req, res) => (res.set("X-Powered-By", "Cats"), { a: 1 }))
    .Get("/text", () => text)
    .Get("/bytes", () => Buffer.from(text))
    .Get("/stream", () => Readable.from([text, text]))
    .Get("/nothing", () => undefined)
    .Get("/throws", failing(new Error("secret")))
    .Get("/conflict", failing(new HTTPError(409, text)))
    .Get(
      "/forbidden",
      () => "never",
      WithGuards(() => false),
    );
}

/** Does what its request says. */
const answering: RequestHandler = (req, res, next) => {
  if (req.query.answer) res.status(202).json("answered");
  else if (req.query.throw) throw new Error("thrown");
  else if (req.query.refuse) next(new HTTPError(429));
  else if (req.path.startsWith("/seen")) res.json(factsOf(req, res));
  else if (req.path === "/parameters") res.json(req.params);
  else {
    req.url = req.url.replace("/old", "");
    next();
  }
};

describe("CreateServer(App) keeps Settings as an Express application does", () => {
  const app = (): App => new App().Get("/", factsOf).Get("/jsonp", (_req, res) => res.jsonp({}));

  it.each(settingRows(messageSettings))("%s", async (_name, [settings, line, ...holds]) => {
    const host = hostOf(app());
    for (const [name, value] of Object.entries(settings)) host.set(name, value);
    const wires = [
      await wireOf(createServer(host)),
      await wireOf(CreateServer(app(), { Settings: settings })),
    ] as const;
    await expectSame(wires, ["", line, ...holds]);
  });

  it("with TLS", async () => {
    const options = { Settings: { "json spaces": 1 }, TLS: selfSigned };
    const wire = await wireOf(CreateServer(app(), options));
    expect(await wire.send(get("/"))).toContain('\n "protocol": "https",\n');
  });

  it("and refuses what Express refuses", () => {
    expect(() => CreateServer(app(), { Settings: { "query parser": "nonsense" } })).toThrow(
      "unknown value for query parser function: nonsense",
    );
  });
});

describe("CreateServer(App) answers with the uniform 404, with no Express application to pass on to,", () => {
  const next =
    (...args: readonly unknown[]): RequestHandler =>
    (_req, _res, go) => {
      go(...(args as [never]));
    };
  const rows: readonly (readonly [string, App])[] = [
    ["what no route matches", new App().Get("/dogs", () => "Rex")],
    ["also with PassUnmatched", new App({ PassUnmatched: true }).Get("/dogs", () => "Rex")],
    ["a handler's next()", new App().Get("/cats", next())],
    ["a handler's next(null)", new App().Get("/cats", next(null))],
    ["a handler's next('route')", new App().Get("/cats", next("route"))],
    ["a handler's next('router')", new App().Get("/cats", next("router"))],
    ["a middleware's next('route')", new App().Get("/cats", () => "never", WithMiddleware(next("route")))],
    ["a middleware's next('router')", new App().Use(next("router")).Get("/cats", () => "never")],
    ["a next() that comes later", new App().Get("/cats", (_req, _res, go) => void setTimeout(go, 2))],
    [
      "a second next()",
      new App().Get("/cats", (_req, _res, go) => {
        go();
        go();
      }),
    ],
  ];

  it.each(rows)("%s", async (_what, app) => {
    const answer = await (await listen(CreateServer(app))).ask("GET /cats?a=1");
    expect(answer).toMatchObject({ status: 404, reason: "Not Found" });
    expect(answer.json).toEqual(errorBody(404, "not_found", "no route matches GET /cats"));
    expect(answer.headers["x-request-id"]).toBe((answer.json as { request_id: string }).request_id);
    expect(answer.headers).not.toHaveProperty("x-powered-by");
  });

  const answered: readonly (readonly [string, RequestHandler])[] = [
    [
      "at once",
      (_req, res, go) => {
        res.json("answered");
        go();
      },
    ],
    [
      "later",
      async (_req, res, go) => {
        await sleep(2);
        res.json("answered");
        go();
      },
    ],
    [
      "half",
      async (_req, res, go) => {
        await sleep(2);
        res.write("answ");
        go();
        res.end("ered");
      },
    ],
  ];

  it.each(answered)(
    "but not where the handler has answered %s before it passes on",
    async (_when, handler) => {
      const logger = recordingLogger();
      const server = await listen(CreateServer(new App({ Logger: logger }).Get("/", handler)));
      expect(await server.ask("GET /")).toMatchObject({
        status: 200,
        text: expect.stringContaining("answered") as string,
      });
      expect(logger.error).not.toHaveBeenCalled();
    },
  );
});

describe("CreateServer(App) answers errors itself,", () => {
  const error = new Error("secret");
  const rows: readonly (readonly [string, (app: App) => App])[] = [
    ["those of handlers", (app) => app.Get("/cats", failing(error))],
    ["those passed to next", (app) => app.Get("/cats", (_req, _res, next) => { next(error); })], // prettier-ignore
    ["those of middleware", (app) => app.Use(failing(error))],
    ["those of guards", (app) => app.Get("/cats", () => "never", WithGuards(failing(error) as Guard))],
    ["those of promises", (app) => app.Get("/cats", async () => Promise.reject(error))],
  ];

  it.each(rows.flatMap(([what, add]) => [false, true].map((passes) => [what, passes, add] as const)))(
    "%s, PassErrors %s",
    async (_what, PassErrors, add) => {
      const logger = recordingLogger();
      const app = add(new App({ Logger: logger, PassErrors }));
      const answer = await (await listen(CreateServer(app))).ask("GET /cats");
      expect(answer.status).toBe(500);
      expect(answer.json).toEqual(internalError);
      expect(logger.error.mock.calls).toEqual([
        [
          expect.objectContaining({
            component: "Router",
            request_id: answer.headers["x-request-id"],
            method: "GET",
            path: "/cats",
            err: error,
          }),
          "GET /cats failed",
        ],
      ]);
    },
  );
});

function failing(error: Error): () => never {
  return () => {
    throw error;
  };
}

describe("CreateServer(App) gives middleware and handlers whole requests and responses,", () => {
  const look: RequestHandler = (req, res) => {
    res.locals.seen = true;
    res.json({ ...factsOf(req, res), route: req.route as unknown });
  };

  it("the same to each of them", async () => {
    const seen: unknown[] = [];
    const remember: RequestHandler = (req, res, next) => {
      seen.push(req, res);
      next();
    };
    const app = new App().Use(remember).Get(
      "/",
      (req, res) => {
        seen.push(req, res);
        return Object.keys(res.locals);
      },
      WithMiddleware(remember),
      WithGuards((req, res) => seen.push(req, res) > 0),
    );
    expect((await (await listen(CreateServer(app))).ask("GET /")).json).toEqual([]);
    expect(seen).toHaveLength(8);
    expect(new Set(seen).size).toBe(2);
  });

  it("and new locals to each request", async () => {
    const app = new App().Get("/{name}", (req, res) => {
      const before = Object.keys(res.locals);
      res.locals[req.params.name] = 1;
      return { before, after: Object.keys(res.locals) };
    });
    const server = await listen(CreateServer(app));
    expect((await server.ask("GET /a")).json).toEqual({ before: [], after: ["a"] });
    expect((await server.ask("GET /b")).json).toEqual({ before: [], after: ["b"] });
  });

  it("with an Express application as req.app", async () => {
    const app = new App().Get("/", (req, res) => ({
      same: req.app === res.app,
      setting: req.app.get("trust proxy") as unknown,
      enabled: req.app.enabled("etag"),
      locals: Object.keys(req.app.locals),
    }));
    const server = await listen(CreateServer(app, { Settings: { "trust proxy": 1 } }));
    expect((await server.ask("GET /")).json).toEqual({
      same: true,
      setting: 1,
      enabled: true,
      locals: ["settings"],
    });
  });

  it("without a change to Express's own objects", async () => {
    const server = await listen(CreateServer(new App().Get("/", look)));
    expect((await server.ask("GET /")).status).toBe(200);
    expect(Object.hasOwn(express.response, "locals")).toBe(false);
    expect(Object.hasOwn(express.request, "app")).toBe(false);
  });
});

test("a stream is closed when its client goes away", async () => {
  const { opened, open } = gate();
  const source = new Readable({
    read() {
      this.push("more");
      open();
    },
  });
  const server = await listen(CreateServer(new App().Get("/", () => source)));
  const socket = server.open("GET /");
  await opened;
  socket.destroy();
  await until(() => source.destroyed);
});

it("res.locals can be replaced, as in Express", async () => {
  const app = new App().Use((_req, res, next) => {
    res.locals = { name: "Tom" };
    next();
  });
  app.Get("/", (_req, res) => ({ ...res.locals }));
  const server = CreateServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(await response.json()).toEqual({ name: "Tom" });
  server.close();
});
