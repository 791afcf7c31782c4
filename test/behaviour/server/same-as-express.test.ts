import { createServer } from "node:http";
import { createServer as createTLSServer } from "node:https";
import express, { type Application } from "express";
import { CreateServer } from "versioned-controllers/server";
import { until } from "../../support/wait";
import { apiExchanges, version } from "./support/api";
import { expectSame, rowsOf } from "./support/compare";
import { forwarded, sharedExchanges, type Exchange } from "./support/exchanges";
import { expressApplication } from "./support/express-application";
import { factsOf } from "./support/routes";
import { messageSettings, settingRows } from "./support/settings";
import { withUpgrade } from "./support/upgrade";
import { selfSigned } from "../../support/self-signed";
import { get, keptAlive, pipelined, request, wireOf, type Wire } from "../../support/wire";

/** Exchanges with what only an Express application has. */
const ofExpress: readonly Exchange[] = [
  ["its name", get("/text"), "X-Powered-By: Express"],
  ["the request and the response as objects", get("/objects"), '"prototypes":[true,true],"locals":[true,[]]'],
  ["its own 404", get("/nowhere"), "<pre>Cannot GET /nowhere</pre>"],
  ["its own OPTIONS", request("OPTIONS /text"), "Allow: GET, HEAD"],
  ["its own 500", get("/throws"), "Error: a handler threw &lt;this&gt;<br> &nbsp; &nbsp;at "],
  ["the status and headers of an error", get("/next-error"), "410 Gone", "X-Gone: yes"],
  ["a view", get("/render"), '{"title":"Cats","_locals":{"user":"Ann"}}'],
  ["a view that there is not", get("/render/nothing"), "500 Internal", "Failed to lookup view"],

  ["a static file", get("/static/page.txt"), "Cache-Control: public, max-age=1", "A page of text."],
  ["a static file without its extension", get("/static/page"), "A page of text."],
  ["HEAD of a static file", request("HEAD /static/page.txt"), "Content-Length: 16"],
  ["a part of a static file", get("/static/page.txt", { Range: "bytes=0-0" }), "206 Partial", "\r\n\r\nA"],
  ["a static file that it has", get("/static/page.txt", { "If-None-Match": "*" }), "304 Not Modified"],
  ["a static folder", get("/static/folder/"), "<h1>Folder</h1>"],
  ["a static folder without its slash", get("/static/folder"), "301 Moved", "Location: /static/folder/"],
  ["no static file", get("/static/nowhere"), "404 Not Found"],
  ["no static file, and nothing after it", get("/static/strict/nowhere"), "404 Not Found"],
  ["a path out of the static files", get("/static/..%2froutes.ts"), "403 Forbidden"],

  ["a sub-application", get("/sub/facts", forwarded), '"ip": "10.0.0.2"', '"baseUrl": "/sub"', 'ETag: "'],
  ["a sub-application's query", get("/sub/facts?a[b]=1"), '"b": "1"'],
  [
    "an application in a sub-application",
    get("/sub/inner/facts", forwarded),
    '"mounted": "/inner"',
    '"etag": "false"',
  ],
  ["its settings", get("/sub/inner/html"), '"\\u003cb\\u003e"'],
  ["what it inherits", get("/sub/inner/patched"), '"request",\n  "response"'],
  ["what it passes on", get("/sub/inner/passes"), '"passed": "inner"', '"path": "/sub"', '"etag": "strong"'],
  ["a redirect of a sub-application", get("/sub/redirect"), "Location: there"],
  ["an error of a sub-application", get("/sub/throws"), "a sub-application threw"],
  ["a sub-application that is left", get("/sub/router"), "404 Not Found"],
  [
    "what stands after a sub-application",
    get("/after/sub?a[b]=1", forwarded),
    '"ip":"127.0.0.1"',
    '"a[b]":"1"',
  ],
  [
    "an error handler",
    get("/handled/throws"),
    "502",
    '{"message":"shown","path":"/throws","base":"/handled"}',
  ],
  ["an error handler for promises", get("/handled/rejects"), "502", "shown later"],
  ["an error that an App passes on", get("/handled/app/throws"), '{"message":"passed"'],
  [
    "an HTTPError in an App that passes errors on",
    get("/handled/app/conflict"),
    "409 Conflict",
    "cat_exists",
  ],
  ["what an App passes on", get("/handled/app/nowhere"), "404 Not Found", "Cannot GET"],

  [
    "what an App does not answer",
    get("/api/passes", version("1")),
    "Cannot GET",
    "Vary: Origin, X-API-Version",
  ],
];

const kinds = {
  http: [(app: Application) => createServer(app), (app: Application) => CreateServer(app)],
  https: [
    (app: Application) => createTLSServer(selfSigned, app),
    (app: Application) => CreateServer(app, { TLS: selfSigned }),
  ],
} as const;

describe.each(Object.entries(kinds))("CreateServer(Express application), %s", (protocol, [plain, fast]) => {
  let wires: readonly [Wire, Wire];
  const logs: readonly [string[], string[]] = [[], []];

  beforeAll(async () => {
    wires = [
      await wireOf(withUpgrade(plain(expressApplication(logs[0])))),
      await wireOf(withUpgrade(fast(expressApplication(logs[1])))),
    ];
  });

  it.each(rowsOf([...sharedExchanges(), ...ofExpress, ...apiExchanges("/api")]))(
    "sends the same bytes: %s",
    async (_what, exchange) => {
      await expectSame(wires, exchange);
    },
  );

  it("knows whether it is secure", async () => {
    const isSecure = protocol === "https";
    await expectSame(wires, ["", get("/request"), `"protocol":"${protocol}","secure":${String(isSecure)}`]);
  });

  it("lets morgan write the same lines", async () => {
    const paths = ["/text", "/json?a=1", "/etag", "/pieces", "/pipe", "/throws", "/nowhere", "/compressed"];
    const lines = paths.flatMap((path) => [
      get(`/logged${path}`, { Referer: "/from", "User-Agent": "cat", "Accept-Encoding": "gzip" }),
      request(`HEAD /logged${path}`, { "If-None-Match": "*" }),
    ]);
    for (const log of logs) log.length = 0;
    for (const line of lines) {
      await expectSame(wires, ["", line]);
      await until(() => logs[1].length === logs[0].length && logs[0].length % 2 === 0);
    }
    expect(logs[1]).toEqual(logs[0]);
    expect(logs[0]).toHaveLength(2 * lines.length);
    expect(logs[0][1]).toBe("127.0.0.1 GET /logged/text HTTP/1.1 200 4 text/html; charset=utf-8 /from cat\n");
  });
});

/** Settings that only an Express application has. */
const ofApplication: typeof messageSettings = [
  [{ "x-powered-by": false }, get("/"), "200 OK"],
  [{ "case sensitive routing": true }, get("/JSONP"), "404 Not Found"],
  [{ "strict routing": true }, get("/jsonp/"), "404 Not Found"],
  [{ env: "production" }, get("/throws"), "<pre>Internal Server Error</pre>"],
];

describe("the settings of an Express application hold", () => {
  // Express itself writes errors to the console in production.
  beforeAll(() => void jest.spyOn(console, "error").mockReturnValue());
  afterAll(() => {
    jest.restoreAllMocks();
  });

  it.each(settingRows([...messageSettings, ...ofApplication]))(
    "%s",
    async (_name, [given, line, ...holds]) => {
      const application = (): Application => {
        const app = express();
        app.get("/", (req, res) => res.json(factsOf(req, res)));
        app.get("/jsonp", (_req, res) => res.jsonp({}));
        app.get("/throws", () => {
          throw new Error("secret");
        });
        return app;
      };
      const [plain, fast] = [application(), application()];
      const wires = [await wireOf(createServer(plain)), await wireOf(CreateServer(fast))] as const;
      // Once the servers are there: settings are asked for with each request.
      for (const app of [plain, fast]) for (const [key, value] of Object.entries(given)) app.set(key, value);
      await expectSame(wires, ["", line, ...holds]);
    },
  );
});

describe("what is done to an Express application after its server was made holds", () => {
  const rows: readonly (readonly [string, (app: Application) => unknown])[] = [
    ["a route", (app) => app.get("/late", (_req, res) => res.json("late"))],
    [
      "a sub-application",
      (app) =>
        app.use(
          "/late",
          express().use((_req, res) => res.json("late")),
        ),
    ],
    ["a method of its requests", (app) => Object.assign(prototypesOf(app).request, { get: () => "late" })],
    ["a method of its responses", (app) => Object.assign(prototypesOf(app).response, { json: late })],
    [
      "other requests",
      (app) => Object.assign(app, { request: heir(prototypesOf(app).request, { get: () => "late" }) }),
    ],
    [
      "other responses",
      (app) => Object.assign(app, { response: heir(prototypesOf(app).response, { json: late }) }),
    ],
  ];
  const application = (): Application =>
    express().get("/late", (req, res, next) => {
      if (req.get("X-Late") === undefined) next();
      else res.json("early");
    });

  function late(this: express.Response): unknown {
    return this.send("late");
  }

  it.each(rows)("%s", async (_what, change) => {
    const [plain, fast] = [application(), application()];
    const wires = [await wireOf(createServer(plain)), await wireOf(CreateServer(fast))] as const;
    await expectSame(wires, ["", get("/late"), "404 Not Found"]);
    for (const app of [plain, fast]) change(app);
    const exchange: Exchange = ["", pipelined(keptAlive(get("/late")), get("/late", { "X-Late": "1" }))];
    await expectSame(wires, exchange);
    expect(await wires[1].send(...[exchange[1]].flat())).toMatch(/late|early/);
  });
});

interface Prototypes {
  readonly request: object;
  readonly response: object;
}

function prototypesOf(app: Application): Prototypes {
  return app as unknown as Prototypes;
}

function heir(parent: object, own: object): object {
  return Object.assign(Object.create(parent) as object, own);
}

test("without a listener for upgrades the request is served", async () => {
  const wires = [
    await wireOf(createServer(expressApplication())),
    await wireOf(CreateServer(expressApplication())),
  ] as const;
  const bytes = get("/text", { Connection: "upgrade, close", Upgrade: "echo" });
  await expectSame(wires, ["", bytes, "200 OK", "\r\n\r\ntext"]);
});
