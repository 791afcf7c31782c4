import { createServer } from "node:http";
import { Readable } from "node:stream";
import express, { type Request, type Response } from "express";
import {
  App,
  HTTPError,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningNone,
  VersioningURI,
  VersionNeutral,
  WithGuards,
  WithVersion,
  type AppOptions,
  type Handler,
  type VersioningOptions,
} from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { listen, serve } from "../../support/serve";

const byHeader: VersioningOptions = { Type: VersioningHeader, Header: "X-API-Version" };
const byAccept: VersioningOptions = { Type: VersioningMediaType, Key: "v" };
const varying = [
  ["VersioningHeader", byHeader, "X-API-Version"],
  ["VersioningMediaType", byAccept, "Accept"],
] as const;

/** An App whose routes all are neutral, or plain, so that any request reaches them. */
function appOf(Versioning: VersioningOptions, options: AppOptions = {}): App {
  const root = Versioning.Type === VersioningNone ? [] : [WithVersion(VersionNeutral)];
  return new App({ ...options, Versioning, Logger: recordingLogger() }, ...root)
    .Get("/value", () => ["Tom"])
    .Get("/nothing", () => undefined)
    .Get("/stream", () => Readable.from(["Tom"]))
    .Get("/own", (_req, res) => {
      res.write("Tom");
      res.end();
    })
    .Get("/redirect", (_req, res) => {
      res.redirect("/value");
    })
    .Get(
      "/denied",
      () => "Tom",
      WithGuards(() => false),
    )
    .Get("/error", () => Promise.reject(new HTTPError(409)))
    .Get("/failed", () => Promise.reject(new Error()))
    .Get("/passed", (_req, _res, next) => {
      next();
    });
}

const every: readonly (readonly [string, string, number])[] = [
  ["a value", "GET /value", 200],
  ["HEAD", "HEAD /value", 200],
  ["204", "GET /nothing", 204],
  ["a stream", "GET /stream", 200],
  ["an answer of the handler's own", "GET /own", 200],
  ["a redirect", "GET /redirect", 302],
  ["an unmatched path", "GET /nowhere", 404],
  ["an unmatched method", "POST /value", 404],
  ["a malformed escape", "GET /%zz", 404],
  ["OPTIONS without a route", "OPTIONS /value", 404],
  ["a denial", "GET /denied", 403],
  ["an HTTPError", "GET /error", 409],
  ["a 500", "GET /failed", 500],
  ["what is passed on to the host", "GET /passed", 404],
];

describe.each(varying)("under %s every response names the header once", (_name, Versioning, field) => {
  it.each(every)("%s", async (_what, line, status) => {
    const answer = await (await serve(appOf(Versioning))).ask(line);
    expect(answer.status).toBe(status);
    // res.redirect itself varies by Accept.
    const own = line === "GET /redirect" && field !== "Accept" ? "Accept, " : "";
    expect(answer.headers.vary).toBe(own + field);
  });

  it("304", async () => {
    const server = await serve(appOf(Versioning));
    const { headers } = await server.ask("GET /value");
    const answer = await server.ask("GET /value", { "If-None-Match": String(headers.etag) });
    expect(answer.status).toBe(304);
    expect(answer.headers.vary).toBe(field);
  });

  it("what is passed on by PassUnmatched, PassErrors and App.Use", async () => {
    const app = appOf(Versioning, { PassUnmatched: true, PassErrors: true }).Use((req, _res, next) => {
      next(req.path === "/use" ? "route" : undefined);
    });
    const server = await serve(app, ((_req, res) => res.send("host")) as Handler);
    for (const path of ["/nowhere", "/use", "/passed"]) {
      const answer = await server.ask(`GET ${path}`);
      expect(answer).toMatchObject({ text: "host", headers: { vary: field } });
    }
    expect(await server.ask("GET /failed")).toMatchObject({ status: 500, headers: { vary: field } });
  });

  it("what App.Use answers", async () => {
    const app = appOf(Versioning).Use((_req, res) => {
      res.json("own");
    });
    expect((await (await serve(app)).ask("GET /value")).headers.vary).toBe(field);
  });

  it("where two Apps name the same header, once all the same", async () => {
    const server = await serve(appOf(Versioning, { PassUnmatched: true }), appOf(Versioning));
    expect((await server.ask("GET /nowhere")).headers.vary).toBe(field);
  });
});

it("where two Apps name different headers, both", async () => {
  const server = await serve(appOf(byAccept, { PassUnmatched: true }), appOf(byHeader));
  for (const line of ["GET /nowhere", "OPTIONS /value"]) {
    expect((await server.ask(line)).headers.vary).toBe("X-API-Version, Accept");
  }
});

it("a writeHead that the host has put before the App is called all the same", async () => {
  const server = await serve((_req, res, next) => {
    const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => Response;
    res.writeHead = (...args: unknown[]) => {
      res.setHeader("X-Host", "1");
      return writeHead(...args);
    };
    next();
  }, appOf(byHeader));
  const { headers } = await server.ask("GET /value");
  expect([headers["x-host"], headers.vary]).toEqual(["1", "X-API-Version"]);
});

describe.each(varying)("under %s it is added to what the application set", (_name, Versioning, field) => {
  const rows: readonly (readonly [string, (res: Response) => unknown, string])[] = [
    ["setHeader", (res) => res.setHeader("Vary", "Origin").end(), `Origin, ${field}`],
    ["setHeader in another case", (res) => res.setHeader("VARY", "Origin").end(), `Origin, ${field}`],
    ["setHeader of a list", (res) => res.setHeader("Vary", ["A", "B"]).end(), `A, B, ${field}`],
    ["res.set", (res) => res.set("Vary", "Origin").end(), `Origin, ${field}`],
    ["res.vary", (res) => res.vary("Origin").end(), `Origin, ${field}`],
    ["res.append", (res) => res.append("Vary", "A").append("Vary", "B").end(), `A, B, ${field}`],
    ["removeHeader", (res) => (res.removeHeader("Vary"), res.end()), field],
    ["setHeader of the field itself", (res) => res.setHeader("Vary", field).end(), field],
    [
      "setHeader of the field in another case",
      (res) => res.set("Vary", field.toLowerCase()).end(),
      field.toLowerCase(),
    ],
    ["setHeader of *", (res) => res.setHeader("Vary", "*").end(), "*"],
    ["writeHead", (res) => res.writeHead(200, { Vary: "Origin" }).end(), `Origin, ${field}`],
    ["writeHead in another case", (res) => res.writeHead(200, { vary: "Origin" }).end(), `Origin, ${field}`],
    ["writeHead of a list", (res) => res.writeHead(200, { Vary: ["A", "B"] }).end(), `A, B, ${field}`],
    [
      "writeHead with a reason",
      (res) => res.writeHead(200, "Fine", { Vary: "Origin" }).end(),
      `Origin, ${field}`,
    ],
    [
      "writeHead with a flat array",
      (res) => res.writeHead(200, ["A", "1", "Vary", "Origin"]).end(),
      `Origin, ${field}`,
    ],
    [
      "writeHead with a reason and a flat array",
      (res) => res.writeHead(200, "Fine", ["Vary", "Origin"]).end(),
      `Origin, ${field}`,
    ],
    ["writeHead of *", (res) => res.writeHead(200, { Vary: "*" }).end(), "*"],
    ["writeHead of other headers", (res) => res.writeHead(200, { "X-A": "1" }).end(), field],
    ["writeHead of a flat array of other headers", (res) => res.writeHead(200, ["X-A", "1"]).end(), field],
    [
      "writeHead of other headers after setHeader",
      (res) => res.setHeader("Vary", "A").writeHead(200, { "X-A": "1" }).end(),
      `A, ${field}`,
    ],
    [
      "writeHead over setHeader",
      (res) => res.setHeader("Vary", "A").writeHead(200, { Vary: "B" }).end(),
      `B, ${field}`,
    ],
    ["writeHead of a status alone", (res) => res.writeHead(200).end(), field],
    ["writeHead with a reason alone", (res) => res.writeHead(200, "Fine").end(), field],
    [
      "writeHead with nothing for a reason",
      (res) => res.writeHead(200, undefined, { Vary: "Origin" }).end(),
      `Origin, ${field}`,
    ],
    [
      "writeHead with nothing after its headers",
      (res) => (res.writeHead as (...args: unknown[]) => Response)(200, { Vary: "Origin" }, undefined).end(),
      `Origin, ${field}`,
    ],
    [
      "writeHead with null after its headers",
      (res) => (res.writeHead as (...args: unknown[]) => Response)(200, { Vary: "Origin" }, null).end(),
      `Origin, ${field}`,
    ],
    [
      "writeHead with null for headers",
      (res) => (res.writeHead as (...args: unknown[]) => Response)(200, null).end(),
      field,
    ],
    [
      "flushHeaders",
      (res) => (res.setHeader("Vary", "Origin").flushHeaders(), res.end()),
      `Origin, ${field}`,
    ],
  ];

  it.each(rows)("%s", async (_what, answer, expected) => {
    const app = new App({ Versioning }).Get(
      "/",
      (_req, res) => void answer(res),
      WithVersion(VersionNeutral),
    );
    const { status, headers } = await (await serve(app)).ask("GET /");
    expect(status).toBe(200);
    expect(headers.vary).toBe(expected);
  });

  it("writeHead keeps its other headers, its status and its reason", async () => {
    const app = new App({ Versioning }).Get(
      "/",
      (_req, res) => {
        res.writeHead(201, "Fine", { "X-A": "1", Vary: "Origin", "Set-Cookie": ["a=1", "b=2"] }).end("Tom");
      },
      WithVersion(VersionNeutral),
    );
    expect(await (await serve(app)).ask("GET /")).toMatchObject({
      status: 201,
      reason: "Fine",
      text: "Tom",
      headers: { "x-a": "1", "set-cookie": ["a=1", "b=2"], vary: `Origin, ${field}` },
    });
  });

  it("before and after the App, in the host, and in an error's headers", async () => {
    const app = new App({ Versioning }).Get(
      "/",
      () => {
        throw new HTTPError(409, "", { headers: { Vary: "Origin" } });
      },
      WithVersion(VersionNeutral),
    );
    const server = await serve(
      (_req, res, next) => {
        res.vary("Before");
        next();
      },
      app.Get(
        "/passed",
        (_req: Request, _res: Response, next) => {
          next();
        },
        WithVersion(VersionNeutral),
      ),
      (_req, res) => res.vary("After").end(),
    );
    expect((await server.ask("GET /")).headers.vary).toBe(`Origin, ${field}`);
    expect((await server.ask("GET /passed")).headers.vary).toBe(`Before, After, ${field}`);
    expect((await server.ask("GET /nowhere")).headers.vary).toBe(`Before, ${field}`);
  });
});

describe.each(varying)(
  "under %s a list of pairs, which Node takes where no header is set",
  (_name, Versioning, field) => {
    it.each([
      [
        "with Vary",
        [
          ["X-A", "1"],
          ["Vary", "Origin"],
        ],
        `Origin, ${field}`,
      ],
      [
        "without Vary",
        [
          ["X-A", "1"],
          ["X-B", "2"],
        ],
        field,
      ],
    ])("%s", async (_what, headers, expected) => {
      const app = new App({ Versioning }).Get(
        "/",
        (_req, res) => {
          res.writeHead(200, headers as never).end();
        },
        WithVersion(VersionNeutral),
      );
      const host = express().disable("x-powered-by").use(app.Build());
      const answer = await (await listen(createServer(host))).ask("GET /");
      expect(answer).toMatchObject({ status: 200, headers: { "x-a": "1", vary: expected } });
    });
  },
);

describe("never", () => {
  it.each([
    ["VersioningNone", { Type: VersioningNone }],
    ["VersioningURI", { Type: VersioningURI }],
    [
      "VersioningCustom, where the application adds it",
      { Type: VersioningCustom, Extractor: () => undefined },
    ],
  ] as const)("under %s", async (_what, Versioning) => {
    const server = await serve(appOf(Versioning));
    for (const [, line, status] of every) {
      const answer = await server.ask(line);
      expect([line, answer.status, answer.headers.vary]).toEqual([
        line,
        status,
        line === "GET /redirect" ? "Accept" : undefined,
      ]);
    }
  });

  it("under VersioningCustom what App.Use adds is on every response", async () => {
    const app = appOf({ Type: VersioningCustom, Extractor: (req) => req.get("X-Cat") }).Use(
      (_req, res, next) => {
        res.vary("X-Cat");
        next();
      },
    );
    const server = await serve(app);
    for (const [, line, status] of every) {
      const answer = await server.ask(line);
      expect([line, answer.status]).toEqual([line, status]);
      expect(answer.headers.vary).toMatch(/^X-Cat(, Accept)?$/);
    }
  });
});
