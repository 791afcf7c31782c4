import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import express, {
  type Application,
  type ErrorRequestHandler,
  type RequestHandler,
  type Response,
} from "express";
import {
  App,
  HTTPError,
  VersioningHeader,
  WithMiddleware,
  WithVersion,
  type AppOptions,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { CreateServer } from "versioned-controllers/server";
import { errorBody, internalError, unmatched, uuid } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { listen, type Answer } from "../../support/serve";
import { expectSame, rowsOf } from "./support/compare";
import { forwarded, type Exchange } from "./support/exchanges";
import { factsOf, files } from "./support/routes";
import { selfSigned } from "../../support/self-signed";
import { chunked, get, pipelined, request, wireOf, type Wire } from "../../support/wire";

/** An App whose routes stand beside those of the host. */
function appOf(options: AppOptions = {}): App {
  return new App({ Logger: recordingLogger(), ...options })
    .Get("/", factsOf)
    .Get("/cats", () => ["Tom"])
    .Get("/throws", failing(new Error("secret")))
    .Get("/render", (_req, res) => {
      res.render("page", { title: "Cats" });
    })
    .Get("/older/shared", () => "the App's");
}

/** The application that was there before the App. */
function hostOf(documented: App): Application {
  const host = express();
  host
    .set("trust proxy", 1)
    .set("json spaces", 1)
    .set("views", files)
    .set("view engine", "txt")
    .engine("txt", (_path, options, done) => {
      done(null, JSON.stringify({ ...options, settings: undefined, cache: undefined }));
    });
  host.use("/docs", Docs(documented));
  host.use("/files", express.static(files));
  host.get("/older/:id", (req, res) => res.json({ older: true, ...factsOf(req, res), locals: res.locals }));
  host.post("/older", express.json(), (req, res) => res.status(201).json({ made: req.body as unknown }));
  host.get("/older", (_req, res) => {
    res.render("page", { title: "Older" });
  });
  host.use("/handled", failing(new Error("shown")), handler);
  return host;
}

const handler: ErrorRequestHandler = (error: Error, _req, res, next) => {
  if (res.headersSent) next(error);
  else res.status(502).json({ message: error.message });
};

function failing(error: unknown): () => never {
  return () => {
    throw error;
  };
}

describe("what no route matches is answered by the Host as it would by itself:", () => {
  const rows: readonly Exchange[] = [
    ["the documentation page", get("/docs/"), "X-Powered-By: Express", '<div id="swagger-ui">'],
    ["the documentation page without its slash", get("/docs"), "308", "Location: ./docs/"],
    ["the document", get("/docs/openapi.json"), '"openapi": "3.1', '"/cats"'],
    ["the page's files", get("/docs/swagger-ui.css"), "Content-Type: text/css"],
    ["HEAD of the document", request("HEAD /docs/openapi.json"), "200 OK"],
    ["a static file", get("/files/page.txt"), "A page of text."],
    ["a part of a static file", get("/files/page.txt", { Range: "bytes=0-0" }), "206 Partial Content"],
    ["a static file that it has", get("/files/page.txt", { "If-None-Match": "*" }), "304 Not Modified"],
    ["a static folder without its slash", get("/files/folder"), "301 Moved", "Location: /files/folder/"],
    ["an older route", get("/older/1?a=1", forwarded), '"older": true', '"ip": "10.0.0.2"', '"id": "1"'],
    ["an older route in absolute form", get("http://test/older/1"), '"older": true'],
    ["HEAD of an older route", request("HEAD /older/1"), "200 OK"],
    ["OPTIONS of an older route", request("OPTIONS /older"), "Allow: GET, HEAD, POST"],
    [
      "a body",
      request("POST /older", { "Content-Type": "application/json" }, '{"a":1}'),
      "201 Created",
      '"a": 1',
    ],
    ["a view", get("/older"), '{"title":"Older"'],
    ["an error that it handles", get("/handled"), "502 Bad Gateway", '"message": "shown"'],
    ["requests in one write", pipelined(get("/older/1"), get("/files/page.txt"), request("HEAD /older"))],
  ];
  let wires: readonly [Wire, Wire];

  beforeAll(async () => {
    const apps = [appOf(), appOf()] as const;
    wires = [
      await wireOf(createServer(hostOf(apps[0]))),
      await wireOf(CreateServer(apps[1], { Host: hostOf(apps[1]) })),
    ];
  });

  it.each(rowsOf(rows))("%s", async (_what, exchange) => {
    await expectSame(wires, exchange);
  });
});

describe("what a route matches is answered by the App, with the settings of the Host:", () => {
  const rows: readonly Exchange[] = [
    ["an object", get("/", forwarded), '"ip": "10.0.0.2"', '"settings": {'],
    ["a list", get("/cats"), '[\n "Tom"\n]'],
    ["HEAD", request("HEAD /cats"), "Content-Length: 9"],
    ["a tag that it has", get("/cats", { "If-None-Match": "*" }), "304 Not Modified"],
    ["an error", get("/throws"), "500 Internal Server Error", '"request_id":"<id>"'],
    ["a view of the Host", get("/render"), '{"title":"Cats","_locals":{}}'],
    ["a route that the Host has too", get("/older/shared"), "the App's"],
  ];
  let wires: readonly [Wire, Wire];

  beforeAll(async () => {
    const apps = [appOf(), appOf()] as const;
    const settings = hostOf(apps[0]).disable("x-powered-by");
    // The same settings without the routes.
    const plain = express();
    Object.assign(plain, {
      settings: settings.settings as unknown,
      engines: Reflect.get(settings, "engines") as unknown,
    });
    wires = [
      await wireOf(createServer(plain.use(apps[0].Build()))),
      await wireOf(CreateServer(apps[1], { Host: hostOf(apps[1]) })),
    ];
  });

  it.each(rowsOf(rows))("%s", async (_what, exchange) => {
    await expectSame(wires, exchange);
  });

  it("with Settings before them, where those are given too", async () => {
    const app = appOf();
    const server = CreateServer(app, { Host: hostOf(app), Settings: { "json spaces": 3 } });
    const wire = await wireOf(server);
    expect(await wire.send(get("/cats"))).toContain('[\n   "Tom"\n]');
    expect(await wire.send(get("/", forwarded))).toContain('"ip": "10.0.0.2"');
    expect(await wire.send(get("/older/1", forwarded))).toContain('\n "ip": "10.0.0.2"');
  });
});

describe("Settings beside a Host go before its own, and take nothing away:", () => {
  const host = hostOf(new App());
  host.locals.owner = "Ann";
  Object.assign((host as unknown as { response: object }).response, {
    hi(this: Response) {
      this.send("hi");
    },
  });
  const app = new App({ Logger: recordingLogger() })
    .Get("/", factsOf)
    .Get("/owner", (req, res) => ({
      req: req.app.locals.owner as unknown,
      res: res.app.locals.owner as unknown,
    }))
    .Get("/same", (req, res) => ({ same: req.app === res.app, name: req.app.get("view engine") as unknown }))
    .Get("/render", (_req, res) => {
      res.render("page", { title: "Cats" });
    })
    .Get("/hi", (_req, res) => {
      (res as unknown as { hi: () => void }).hi();
    })
    .Get("/later", (req) => ({ later: req.app.get("later") as unknown }));
  let wire: Wire;

  beforeAll(async () => {
    wire = await wireOf(CreateServer(app, { Host: host, Settings: { "trust proxy": 0, "json spaces": 0 } }));
  });

  it.each([
    ["a setting of them", "/", '"ip":"127.0.0.1"'],
    ["the locals of the host", "/owner", '{"req":"Ann","res":"Ann"}'],
    ["a setting of the host's", "/same", '{"same":true,"name":"txt"}'],
    ["a view of the host's", "/render", '{"owner":"Ann","title":"Cats","_locals":{}}'],
    ["what was added to its responses", "/hi", "\r\n\r\nhi"],
    ["what the host answers keeps its own", "/older/1", '\n "ip": "10.0.0.2"'],
    ["a setting of the host's that it has not", "/later", "{}"],
  ])("%s", async (_what, path, text) => {
    expect(await wire.send(get(path, forwarded))).toContain(text);
  });

  it("a setting that the host is given later, too", async () => {
    host.set("later", "yes").set("json spaces", 5);
    expect(await wire.send(get("/later"))).toContain('{"later":"yes"}');
    host.set("later", undefined).set("json spaces", 1);
  });
});

interface Row {
  readonly server: Awaited<ReturnType<typeof listen>>;
  readonly logger: ReturnType<typeof recordingLogger>;
}

async function serverWith(middleware: RequestHandler, options?: AppOptions): Promise<Row> {
  const logger = recordingLogger();
  const host = express().disable("x-powered-by").use("/host", middleware);
  const server = await listen(CreateServer(appOf({ Logger: logger, ...options }), { Host: host }));
  return { server, logger };
}

function expectUnmatched(answer: Answer, line: string): void {
  expect(answer).toMatchObject({ status: 404, reason: "Not Found", json: unmatched(line) });
  expect(answer.headers).toEqual({
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'",
    "x-request-id": (answer.json as { request_id: string }).request_id,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(answer.bytes.length),
    date: expect.any(String) as string,
    connection: "close",
  });
}

describe("what neither answers is the uniform 404:", () => {
  const passing =
    (...args: readonly unknown[]): RequestHandler =>
    (_req, _res, next) => {
      next(...(args as [never]));
    };
  const rows: readonly (readonly [string, string, RequestHandler])[] = [
    ["a path of no one", "GET /nowhere", passing()],
    ["a method of no one", "POST /cats", passing()],
    ["OPTIONS of a route", "OPTIONS /cats", passing()],
    ["a middleware's next()", "GET /host/a", passing()],
    ["a middleware's next(undefined)", "GET /host/a", passing(undefined)],
    ["a middleware's next(null)", "GET /host/a", passing(null)],
    ["a middleware's next('route')", "GET /host/a", passing("route")],
    ["a middleware's next('router')", "GET /host/a", passing("router")],
    [
      "a middleware's promise, and its next()",
      "GET /host/a",
      async (_req, _res, next) => Promise.resolve().then(next),
    ],
    ["a sub-application", "GET /host/a/b/c", express().disable("x-powered-by").use("/a", express.Router())],
    ["a sub-application that is left", "GET /host/a", express.Router().get("/a", passing("router"))],
    [
      "what a middleware has rewritten",
      "GET /host/a",
      (req, _res, next) => {
        req.url = "/elsewhere";
        next();
      },
    ],
    ["a path that cannot be decoded", "GET /%zz", passing()],
  ];

  it.each(rows)("%s", async (_what, line, middleware) => {
    const { server, logger } = await serverWith(middleware);
    expectUnmatched(await server.ask(line), line);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("without a body for HEAD", async () => {
    const { server } = await serverWith(passing());
    expect(await server.ask("HEAD /nowhere")).toMatchObject({ status: 404, text: "" });
  });

  it("with the name that the Host gives all that reaches it", async () => {
    const server = await listen(CreateServer(appOf(), { Host: express() }));
    expect((await server.ask("GET /nowhere")).headers["x-powered-by"]).toBe("Express");
    expect((await server.ask("GET /cats")).headers).not.toHaveProperty("x-powered-by");
  });

  const answering: readonly (readonly [string, RequestHandler])[] = [
    [
      "at once",
      (_req, res, next) => {
        res.send("answered");
        next();
      },
    ],
    [
      "later",
      async (_req, res, next) => {
        await sleep(2);
        res.send("answered");
        next();
      },
    ],
    [
      "half",
      async (_req, res, next) => {
        await sleep(2);
        res.write("answ");
        next();
        res.end("ered");
      },
    ],
  ];

  it.each(answering)(
    "but not where the Host has answered %s before it passes on",
    async (_when, middleware) => {
      const { server, logger } = await serverWith(middleware);
      expect(await server.ask("GET /host")).toMatchObject({ status: 200, text: "answered" });
      expect(logger.error).not.toHaveBeenCalled();
    },
  );
});

describe("an error of the Host", () => {
  const error = new Error("secret");
  const ways: readonly (readonly [string, RequestHandler])[] = [
    ["thrown", failing(error)],
    ["rejected", async () => Promise.reject(error)],
    ["passed to next", (_req, _res, next) => { next(error); }], // prettier-ignore
    ["with a status", failing(Object.assign(error, { status: 503 }))],
    ["of a view", (_req, res) => { res.render("nowhere"); }], // prettier-ignore
  ];

  it.each(
    ways.flatMap(([what, middleware]) => [false, true].map((passes) => [what, passes, middleware] as const)),
  )("%s is the uniform 500, logged once, PassErrors %s", async (_what, PassErrors, middleware) => {
    const { server, logger } = await serverWith(middleware, { PassErrors });
    const answer = await server.ask("GET /host/a?b=1");
    expect(answer).toMatchObject({ status: 500, json: internalError });
    expect(logger.error).toHaveBeenCalledTimes(1);
    expect(logger.error).toHaveBeenCalledWith(
      {
        component: "Router",
        request_id: answer.headers["x-request-id"],
        method: "GET",
        path: "/host/a",
        err: expect.any(Error) as Error,
      },
      "GET /host/a failed",
    );
  });

  const known: readonly (readonly [string, string, RequestHandler, number, unknown])[] = [
    [
      "an error that the client may see",
      "GET",
      failing(Object.assign(new Error("no bread"), { status: 402, expose: true })),
      402,
      errorBody(402, "payment_required", "no bread"),
    ],
    [
      "an error that says that the client made it",
      "GET",
      failing(Object.assign(new Error("secret"), { status: 402 })),
      402,
      errorBody(402, "payment_required", "Payment Required"),
    ],
    [
      "an error that says so by statusCode alone",
      "GET",
      failing(Object.assign(new Error("secret"), { statusCode: 404 })),
      404,
      errorBody(404, "not_found", "Not Found"),
    ],
    [
      "an error whose status is none, and whose statusCode is",
      "GET",
      failing(Object.assign(new Error("secret"), { status: "failed", statusCode: 409 })),
      409,
      errorBody(409, "conflict", "Conflict"),
    ],
    ["an HTTPError", "GET", failing(new HTTPError(409, "twice")), 409, errorBody(409, "conflict", "twice")],
    [
      "what MapError knows",
      "GET",
      failing(new RangeError("far")),
      422,
      errorBody(422, "unprocessable_entity", "mapped"),
    ],
    [
      "a body that is malformed",
      "POST",
      express.json(),
      400,
      errorBody(400, "malformed_body", expect.any(String) as string),
    ],
    [
      "a file that there is not",
      "GET",
      express.static(files, { fallthrough: false }),
      404,
      errorBody(404, "not_found", "Not Found"),
    ],
  ];

  it.each(known)(
    "is answered as it says, and not logged: %s",
    async (_what, method, middleware, status, body) => {
      const MapError = (thrown: unknown): HTTPError | undefined =>
        thrown instanceof RangeError ? new HTTPError(422, "mapped") : undefined;
      const { server, logger } = await serverWith(middleware, { MapError });
      const line = `${method} /host/nowhere`;
      const answer = await server.ask(line, { "Content-Type": "application/json" }, "{");
      expect(answer).toMatchObject({ status, json: body });
      expect(logger.error).not.toHaveBeenCalled();
    },
  );

  it.each([
    ["that the client may see", { expose: true }],
    ["that has a status alone", {}],
  ])("%s is sent with its headers", async (_what, more) => {
    const fields = { statusCode: 429, headers: { "Retry-After": 7, Allow: ["GET", "PUT"] }, ...more };
    const { server } = await serverWith(failing(Object.assign(new Error("slow"), fields)));
    expect(await server.ask("GET /host")).toMatchObject({
      status: 429,
      headers: { "retry-after": "7", allow: "GET, PUT" },
    });
  });

  it("after half the answer ends the connection", async () => {
    const { server, logger } = await serverWith((_req, res) => {
      res.write("half");
      throw error;
    });
    await expect(server.ask("GET /host")).rejects.toThrow("aborted");
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it("keeps the headers that no representation needs", async () => {
    const { server } = await serverWith((_req, res) => {
      res.set({ "X-Kept": "yes", ETag: '"x"', "Content-Encoding": "gzip" });
      throw error;
    });
    const { headers } = await server.ask("GET /host");
    expect(headers).toMatchObject({ "x-kept": "yes", "x-request-id": expect.stringMatching(uuid) as string });
    expect(headers).not.toHaveProperty("etag");
    expect(headers).not.toHaveProperty("content-encoding");
  });
});

test.each(["/older/%zz", "/older/%", "/older/%c0%af"])(
  "%s is not an error of the Host: never a 5xx",
  async (path) => {
    const logger = recordingLogger();
    const host = express().get("/older/:id", (req, res) => res.json(req.params));
    const server = await listen(CreateServer(appOf({ Logger: logger }), { Host: host }));
    const answer = await server.ask(`GET ${path}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.json).toMatchObject({ request_id: answer.headers["x-request-id"] });
    expect(logger.error).not.toHaveBeenCalled();
  },
);

describe("the Host gets what the App passes on:", () => {
  const host = (): Application =>
    express().use((req, res) =>
      res.json({ url: req.url, base: req.baseUrl, params: req.params, locals: res.locals }),
    );
  const next =
    (...args: readonly unknown[]): RequestHandler =>
    (_req, res, go) => {
      res.locals.passed = true;
      go(...(args as [never]));
    };
  const passed = { url: "/cats/1?a=1", base: "", params: {}, locals: { passed: true } };
  const rows: readonly (readonly [string, App, object])[] = [
    ["what no route matches", new App().Get("/dogs", () => "Rex"), { ...passed, locals: {} }],
    [
      "with PassUnmatched too",
      new App({ PassUnmatched: true }).Get("/dogs", () => "Rex"),
      { ...passed, locals: {} },
    ],
    ["a handler's next()", new App().Get("/cats/{id}", next()), passed],
    ["a handler's next(null)", new App().Get("/cats/{id}", next(null)), passed],
    ["a handler's next('route')", new App().Get("/cats/{id}", next("route")), passed],
    [
      "a middleware's next('route')",
      new App().Get("/cats/{id}", () => 1, WithMiddleware(next("route"))),
      passed,
    ],
    ["a middleware's next('router')", new App().Use(next("router")).Get("/dogs", () => "Rex"), passed],
    ["what middleware has left", new App().Use(next()).Get("/dogs", () => "Rex"), passed],
  ];

  it.each(rows)("%s", async (_what, app, expected) => {
    const server = await listen(CreateServer(app, { Host: host() }));
    expect((await server.ask("GET /cats/1?a=1")).json).toEqual(expected);
  });

  it("with its Vary", async () => {
    const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-API-Version" } });
    app.Get("/cats", () => "never", WithVersion("1"));
    const docs = express()
      .use("/docs", Docs(app))
      .get("/cats", (_req, res) => res.vary("Origin").json("older"));
    const server = await listen(CreateServer(app, { Host: docs }));
    expect((await server.ask("GET /cats")).headers.vary).toBe("Origin, X-API-Version");
    expect((await server.ask("GET /docs/openapi.json")).headers.vary).toBe("X-API-Version");
    expect((await server.ask("GET /nowhere")).headers.vary).toBe("X-API-Version");
  });

  it("with a body that nobody has read", async () => {
    const echo = express().post("/echo", (req, res) => req.pipe(res));
    const wire = await wireOf(
      CreateServer(
        new App().Use(next()).Get("/dogs", () => "Rex"),
        { Host: echo },
      ),
    );
    const bytes = request("POST /echo", { "Transfer-Encoding": "chunked" }, chunked("ec", "ho"));
    expect(await wire.send(bytes)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\nec\r\n[^]*ho\r\n0\r\n\r\n$/);
  });

  it("over TLS", async () => {
    const wire = await wireOf(
      CreateServer(
        new App().Get("/dogs", () => "Rex"),
        { Host: host(), TLS: selfSigned },
      ),
    );
    expect(await wire.send(get("/a"))).toContain('"url":"/a"');
  });

  it("and is served elsewhere too, unchanged", async () => {
    const shared = host();
    const { request: before, response } = shared as unknown as { request: object; response: object };
    const fast = await wireOf(
      CreateServer(
        new App().Get("/dogs", () => "Rex"),
        { Host: shared },
      ),
    );
    const plain = await wireOf(createServer(shared));
    await expectSame([plain, fast], ["", get("/a"), '"url":"/a"']);
    expect(Object.keys(before)).toEqual(["app"]);
    expect(Object.getOwnPropertyNames(response)).toEqual(["app"]);
    await expectSame([plain, fast], ["", get("/a"), '"url":"/a"']);
  });
});
