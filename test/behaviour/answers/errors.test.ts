import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import express, { type NextFunction, type Request, type Response } from "express";
import {
  App,
  HTTPError,
  ServerSentEvent,
  Status,
  type AppOptions,
  type Handler,
  type Logger,
  VersioningCustom,
  WithGuards,
  WithMiddleware,
  WithResponse,
} from "versioned-controllers";
import { z } from "zod";
import { errorBody, internalError, unmatched, uuid } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { listen, onError, serve } from "../../support/serve";
import { until } from "../../support/wait";

/** Every place that an error may come from, as an App that fails there with what it is given. */
const places: Record<string, (error: unknown, options: AppOptions) => App> = {
  "thrown by a handler": (error, options) =>
    new App(options).Get("/", () => {
      throw error;
    }),
  "rejected by a handler": (error, options) =>
    new App(options).Get("/", () => Promise.reject(error as Error)),
  "passed to a handler's next": (error, options) =>
    new App(options).Get("/", (_req, _res, next) => {
      next(error);
    }),
  "thrown by a middleware": (error, options) =>
    new App(options).Get(
      "/",
      () => "Tom",
      WithMiddleware(() => {
        throw error;
      }),
    ),
  "rejected by a middleware": (error, options) =>
    new App(options).Get(
      "/",
      () => "Tom",
      WithMiddleware(() => Promise.reject(error as Error)),
    ),
  "passed to a middleware's next": (error, options) =>
    new App(options).Get(
      "/",
      () => "Tom",
      WithMiddleware((_req, _res, next) => {
        next(error);
      }),
    ),
  "thrown by App.Use": (error, options) =>
    new App(options)
      .Use(() => {
        throw error;
      })
      .Get("/", () => "Tom"),
  "rejected by App.Use": (error, options) =>
    new App(options).Use(() => Promise.reject(error as Error)).Get("/", () => "Tom"),
  "passed to App.Use's next": (error, options) =>
    new App(options)
      .Use((_req, _res, next) => {
        next(error);
      })
      .Get("/", () => "Tom"),
  "thrown by a guard": (error, options) =>
    new App(options).Get(
      "/",
      () => "Tom",
      WithGuards(() => {
        throw error;
      }),
    ),
  "rejected by a guard": (error, options) =>
    new App(options).Get(
      "/",
      () => "Tom",
      WithGuards(() => Promise.reject(error as Error)),
    ),
  "thrown by an extractor": (error, options) => {
    const Extractor = () => {
      throw error;
    };
    return new App({
      ...options,
      Versioning: { Type: VersioningCustom, Extractor, DefaultVersion: ["1"] },
    }).Get("/", () => "Tom");
  },
  "rejected by an extractor": (error, options) => {
    const Extractor = async () => {
      throw error;
    };
    return new App({
      ...options,
      Versioning: { Type: VersioningCustom, Extractor, DefaultVersion: ["1"] },
    }).Get("/", () => "Tom");
  },
};

const falsy: readonly (readonly [string, unknown])[] = [
  ["undefined", undefined],
  ["null", null],
  ["false", false],
  ["0", 0],
  ["NaN", NaN],
  ["0n", 0n],
  ["empty text", ""],
];

const everyFalsyEverywhere = Object.entries(places).flatMap(([place, make]) =>
  falsy
    // next() and next(null) go on: see next.test.ts.
    .filter(([, value]) => !place.includes("next") || (value !== undefined && value !== null))
    .map(([name, value]) => [name, place, value, make] as const),
);

describe("an HTTPError is answered with the error body", () => {
  it.each(Object.entries(places))("%s", async (_place, make) => {
    const logger = recordingLogger();
    const server = await serve(make(new HTTPError(409, "already there"), { Logger: logger }));
    const answer = await server.ask("GET /");
    expect(answer).toMatchObject({
      status: 409,
      reason: "Conflict",
      headers: { "content-type": "application/json; charset=utf-8" },
    });
    expect(answer.json).toEqual(errorBody(409, "conflict", "already there"));
    expect(logger.error).not.toHaveBeenCalled();
  });

  it.each([
    [400, "bad_request", "Bad Request"],
    [401, "unauthorized", "Unauthorized"],
    [403, "forbidden", "Forbidden"],
    [404, "not_found", "Not Found"],
    [409, "conflict", "Conflict"],
    [418, "im_a_teapot", "I'm a Teapot"],
    [422, "unprocessable_entity", "Unprocessable Entity"],
    [429, "too_many_requests", "Too Many Requests"],
    [431, "request_header_fields_too_large", "Request Header Fields Too Large"],
    [500, "internal_error", "Internal Server Error"],
    [501, "not_implemented", "Not Implemented"],
    [503, "service_unavailable", "Service Unavailable"],
    [505, "http_version_not_supported", "HTTP Version Not Supported"],
  ])("%i has the code %s and the message %s", async (status, code, message) => {
    const error = new HTTPError(status);
    expect(error).toMatchObject({ status, code, message, name: "HTTPError" });
    expect(error).toBeInstanceOf(Error);
    const server = await serve(
      new App({ Logger: recordingLogger() }).Get("/", () => {
        throw error;
      }),
    );
    const answer = await server.ask("GET /");
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual(errorBody(status, code, message));
  });

  it.each([
    [599, "http_599"],
    [499, "http_499"],
  ])("%i, which has no phrase, has the code %s", async (status, code) => {
    const app = new App({ Logger: recordingLogger() }).Get("/", () => {
      throw new HTTPError(status, "nameless");
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual(errorBody(status, code, "nameless"));
  });

  it("with its code, details and headers, and without its cause", async () => {
    const app = new App().Get("/", () => {
      throw new HTTPError(429, "slow down", {
        code: "quota",
        details: [{ limit: 3 }],
        headers: { "Retry-After": "7", "Cache-Control": "max-age=7" },
        cause: new Error("secret"),
      });
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer).toMatchObject({
      status: 429,
      headers: { "retry-after": "7", "cache-control": "max-age=7" },
    });
    expect(answer.json).toEqual(errorBody(429, "quota", "slow down", [{ limit: 3 }]));
    expect(answer.text).not.toContain("secret");
  });

  it.each([null, 0, false, "", [], {}])("with details of %j", async (details) => {
    const app = new App().Get("/", () => {
      throw new HTTPError(400, "no", { details });
    });
    expect((await (await serve(app)).ask("GET /")).json).toEqual(
      errorBody(400, "bad_request", "no", details),
    );
  });

  it("with an empty message of its own", async () => {
    const app = new App().Get("/", () => {
      throw new HTTPError(400, "");
    });
    expect((await (await serve(app)).ask("GET /")).json).toEqual(errorBody(400, "bad_request", ""));
  });

  it("of a class of the application's own", async () => {
    class NoSuchCat extends HTTPError {
      constructor() {
        super(404, "no such cat", { code: "no_such_cat" });
      }
    }
    const app = new App().Get("/", () => Promise.reject(new NoSuchCat()));
    expect((await (await serve(app)).ask("GET /")).json).toEqual(
      errorBody(404, "no_such_cat", "no such cat"),
    );
  });

  it("keeps its cause for the log", () => {
    const cause = new Error("why");
    expect(new HTTPError(502, undefined, { cause }).cause).toBe(cause);
    expect("cause" in new HTTPError(502)).toBe(false);
  });

  it.each([399, 600, 200, 0, -404, 404.5, NaN, Infinity, "404", undefined])(
    "a status of %p makes the constructor throw a RangeError",
    (status) => {
      expect(() => new HTTPError(status as number)).toThrow(RangeError);
    },
  );

  it("a message in the place of the status is quoted", () => {
    expect(() => new HTTPError("no such cat" as never, 404 as never)).toThrow(
      'HTTPError: the status must be a whole number from 400 to 599, got "no such cat"',
    );
  });

  it.each([400, 499, 500, 599])("a status of %i does not", (status) => {
    expect(new HTTPError(status).status).toBe(status);
  });

  it.each([
    ["details that JSON cannot hold", { details: 1n }],
    ["a header that HTTP cannot hold", { headers: { "X-Cat": "a\r\nb" } }],
    ["a header without a name", { headers: { "": "a" } }],
  ])("but for one with %s, which is a 500, logged once", async (_what, options) => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger }).Get("/", () => {
      throw new HTTPError(400, "no", options);
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual(internalError);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });
});

describe("the error body replaces what was prepared", () => {
  it("and an HTTPError's own headers say nothing of how it is written", async () => {
    const headers = {
      "Content-Encoding": "gzip",
      "transfer-encoding": "chunked",
      Trailer: "X-Sum",
      "X-Own": "kept",
    };
    const app = new App().Get("/", () => {
      throw new HTTPError(409, "Conflict", { headers });
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer.json).toEqual(errorBody(409, "conflict", "Conflict"));
    expect(answer.headers).toMatchObject({ "x-own": "kept", "content-length": String(answer.bytes.length) });
    for (const name of ["content-encoding", "transfer-encoding", "trailer"]) {
      expect(answer.headers).not.toHaveProperty(name);
    }
  });

  it.each([
    ["Accept-Ranges", "bytes"],
    ["Cache-Control", "public"],
    ["Content-Disposition", "attachment"],
    ["Content-Encoding", "gzip"],
    ["Content-Language", "de"],
    ["Content-Location", "/cats/7"],
    ["Content-Range", "bytes 0-1/2"],
    ["ETag", '"1"'],
    ["Expires", "Tue, 01 Oct 2024 00:00:00 GMT"],
    ["Last-Modified", "Tue, 01 Oct 2024 00:00:00 GMT"],
    ["Trailer", "X-Sum"],
    ["Transfer-Encoding", "chunked"],
  ])("%s is not sent", async (name, value) => {
    const app = new App().Get("/", (_req, res) => {
      res.setHeader(name, value);
      throw new HTTPError(409);
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer.json).toEqual(errorBody(409, "conflict", "Conflict"));
    expect(answer.headers).not.toHaveProperty(name.toLowerCase());
  });

  it("status, type and what describes another body, but no other header", async () => {
    const app = new App().Get("/", (_req, res) => {
      res.status(201).type("csv").set({
        ETag: '"1"',
        "Content-Encoding": "gzip",
        "Content-Length": "3",
        "Cache-Control": "public, max-age=600",
        "X-Own": "kept",
      });
      res.statusMessage = "Fine";
      throw new HTTPError(404, "no such cat");
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer).toMatchObject({ status: 404, reason: "Not Found" });
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-length": String(answer.bytes.length),
      "x-own": "kept",
    });
    for (const name of ["etag", "content-encoding", "cache-control"]) {
      expect(answer.headers).not.toHaveProperty(name);
    }
  });

  it.each(["no such cat", "no cat Zoë"])("but a header that is not ASCII stays: %s", async (message) => {
    const app = new App().Get("/", (_req, res) => {
      res.set("X-Owner", "José");
      throw new HTTPError(404, message);
    });
    const { headers, json } = await (await serve(app)).ask("GET /");
    expect(headers["x-owner"]).toBe("José");
    expect(json).toEqual(errorBody(404, "not_found", message));
  });

  it("has no body for HEAD, but its headers", async () => {
    const app = new App().Get("/", () => {
      throw new HTTPError(404, "no such cat");
    });
    const server = await serve(app);
    const answer = await server.ask("HEAD /");
    expect(answer).toMatchObject({ status: 404, text: "" });
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["x-request-id"]).toMatch(uuid);
    expect(answer.headers["content-length"]).toBe((await server.ask("GET /")).headers["content-length"]);
  });
});

describe("an error that is exposed counts as an HTTPError of its status", () => {
  it("malformed JSON, read by express.json as a middleware, is a 400", async () => {
    const logger = recordingLogger();
    const MapError = jest.fn();
    const app = new App({ Logger: logger, MapError, PassErrors: true });
    app.Post("/cats", (req) => req.body as unknown, WithMiddleware(express.json({ limit: 20 })));
    const server = await serve(app);
    const headers = { "Content-Type": "application/json" };

    expect((await server.ask("POST /cats", headers, '{"name":"Tom"}')).json).toEqual({ name: "Tom" });
    const malformed = await server.ask("POST /cats", headers, '{"name":');
    expect(malformed.status).toBe(400);
    expect(malformed.json).toEqual(errorBody(400, "malformed_body", "Unexpected end of JSON input"));
    const large = await server.ask("POST /cats", headers, JSON.stringify("x".repeat(30)));
    expect(large.status).toBe(413);
    expect(large.json).toEqual(errorBody(413, "payload_too_large", "request entity too large"));
    expect(logger.error).not.toHaveBeenCalled();
    expect(MapError).toHaveBeenCalledTimes(2);
  });

  const rows: readonly (readonly [string, object, unknown])[] = [
    ["status 400", { expose: true, status: 400 }, errorBody(400, "bad_request", "told")],
    ["status 499", { expose: true, status: 499 }, errorBody(499, "http_499", "told")],
    ["statusCode 404", { expose: true, statusCode: 404 }, errorBody(404, "not_found", "told")],
    ["status 399", { expose: true, status: 399 }, internalError],
    ["status 500", { expose: true, status: 500 }, internalError],
    ["status 400.5", { expose: true, status: 400.5 }, internalError],
    ['status "400"', { expose: true, status: "400" }, internalError],
    ["no status", { expose: true }, internalError],
    ["expose false", { expose: false, status: 400 }, internalError],
    ["expose 1", { expose: 1, status: 400 }, internalError],
    ["no expose", { status: 400 }, internalError],
  ];

  it.each(rows)("%s", async (_what, fields, body) => {
    const logger = recordingLogger();
    const error = Object.assign(new Error("told"), fields);
    const app = new App({ Logger: logger }).Get("/", () => {
      throw error;
    });
    expect((await (await serve(app)).ask("GET /")).json).toEqual(body);
    const logged = (logger.error.mock.calls as [{ err: unknown }][]).map(([{ err }]) => err);
    expect(logged).toStrictEqual(body === internalError ? [error] : []);
  });

  it.each([
    ["Retry-After of a 429", 429, { "Retry-After": 7 }, { "retry-after": "7" }],
    ["Content-Range of a 416", 416, { "Content-Range": "bytes */16" }, { "content-range": "bytes */16" }],
    ["Allow of a 405", 405, { Allow: ["GET", "PUT"] }, { allow: "GET, PUT" }],
    ["WWW-Authenticate of a 401", 401, { "WWW-Authenticate": "Bearer" }, { "www-authenticate": "Bearer" }],
    [
      "no type of another body",
      400,
      { "Content-Type": "text/html" },
      { "content-type": "application/json; charset=utf-8" },
    ],
    ["no headers that are none", 400, "Retry-After: 7", {}],
  ])("with its headers: %s", async (_what, status, headers, sent) => {
    const app = new App().Get("/", () => {
      throw Object.assign(new Error("told"), { expose: true, status, headers });
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer).toMatchObject({ status, json: { error: { message: "told" } }, headers: sent });
  });

  it("res.sendFile's, of a part that a file has not, with Content-Range", async () => {
    const app = new App().Get("/", (_req, res) => {
      res.sendFile(__filename);
    });
    const { status, headers } = await (await serve(app)).ask("GET /", { Range: "bytes=99999999-" });
    expect({ status, range: headers["content-range"] }).toEqual({
      status: 416,
      range: expect.stringMatching(/^bytes \*\/\d+$/) as string,
    });
  });

  it("with headers that Node refuses is a 500", async () => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger }).Get("/", () => {
      throw Object.assign(new Error("told"), { expose: true, status: 429, headers: { "Retry-After": "\n" } });
    });
    expect((await (await serve(app)).ask("GET /")).json).toEqual(internalError);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["no message", undefined],
    ["a message that is no text", 7],
  ])("an object that is not an Error, with %s", async (_what, message) => {
    const app = new App().Get("/", (_req, _res, next) => {
      next({ expose: true, status: 402, message });
    });
    expect((await (await serve(app)).ask("GET /")).json).toEqual(
      errorBody(402, "payment_required", "Payment Required"),
    );
  });
});

describe("without Express around the App an error is still logged and answered:", () => {
  it("that of a value, which Express's response is missing for", async () => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger }).Get("/cats", () => ["Tom"]);
    const server = await listen(createServer(app.Build() as unknown as RequestListener));
    expect(await server.ask("GET /cats?a=1")).toMatchObject({ status: 500, json: internalError });
    expect(logger.error.mock.calls).toEqual([
      [expect.objectContaining({ err: expect.any(TypeError) as unknown }), "GET /cats failed"],
    ]);
  });

  it("the uniform 404", async () => {
    const server = await listen(
      createServer(new App().Get("/", () => 1).Build() as unknown as RequestListener),
    );
    expect(await server.ask("GET /dogs?a=1")).toMatchObject({ status: 404, json: unmatched("GET /dogs") });
  });
});

it.each<[what: string, error: object, hint: RegExp]>([
  [
    "a status",
    { status: 404 },
    /^GET \/ failed; the error has the status 404, but not `expose: true`, .*HTTPError\(404\)/,
  ],
  ["a status that is not exposed", { status: 404, expose: false }, /the error has the status 404/],
  ["a statusCode", { statusCode: 409 }, /the error has the status 409/],
  ["a status of the server", { status: 503 }, /^GET \/ failed$/],
  ["no status", {}, /^GET \/ failed$/],
])("the log of an error with %s says why it is a 500", async (_what, members, hint) => {
  const Logger = recordingLogger();
  const app = new App({ Logger }).Get("/", () => Promise.reject(Object.assign(new Error("secret"), members)));
  expect((await (await serve(app)).ask("GET /")).json).toEqual(internalError);
  expect(Logger.error.mock.calls).toEqual([[expect.anything(), expect.stringMatching(hint)]]);
});

describe("MapError", () => {
  it("that throws a value which cannot be looked at leaves the uniform 500", async () => {
    const trapped = new Proxy(new Error("x"), {
      getPrototypeOf() {
        throw new Error("trap");
      },
    });
    const app = new App({
      Logger: recordingLogger(),
      MapError: () => {
        throw trapped;
      },
    }).Get("/", () => {
      throw new Error("x");
    });
    const { status, json } = await (await serve(app)).ask("GET /");
    expect([status, json]).toMatchObject([500, { error: { code: "internal_error" } }]);
  });

  class NoSuchCat extends Error {}

  it.each(Object.entries(places))("maps the application's own errors: %s", async (_place, make) => {
    const logger = recordingLogger();
    const error = new NoSuchCat("7");
    const MapError = jest.fn((thrown: unknown, req: Request) =>
      thrown instanceof NoSuchCat ? new HTTPError(404, `no such cat at ${req.originalUrl}`) : undefined,
    );
    const answer = await (await serve(make(error, { Logger: logger, MapError }))).ask("GET /?a=1");
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual(errorBody(404, "not_found", "no such cat at /?a=1"));
    expect(MapError).toHaveBeenCalledTimes(1);
    expect(MapError.mock.calls[0]?.[0]).toBe(error);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("is asked of a falsy value too", async () => {
    const app = new App({ MapError: (error) => (error === 0 ? new HTTPError(404, "zero") : undefined) });
    app.Get("/", async () => {
      throw 0 as unknown;
    });
    expect((await (await serve(app)).ask("GET /")).json).toEqual(errorBody(404, "not_found", "zero"));
  });

  it("is not asked of an HTTPError, a denial or an unmatched path", async () => {
    const MapError = jest.fn();
    const app = new App({ MapError })
      .Get("/error", () => Promise.reject(new HTTPError(409)))
      .Get(
        "/denied",
        () => "Tom",
        WithGuards(() => false),
      );
    const server = await serve(app);
    for (const [path, status] of Object.entries({ error: 409, denied: 403, nowhere: 404 })) {
      expect((await server.ask(`GET /${path}`)).status).toBe(status);
    }
    expect(MapError).not.toHaveBeenCalled();
  });

  it.each<[what: string, handler: Handler]>([
    ["a Map", () => new Map()],
    ["a symbol", () => Symbol("Tom")],
    ["NaN", () => Promise.resolve(NaN)],
    ["a BigInt", () => 1n],
    ["a BigInt inside", () => ({ lives: [9n] })],
    ["a circular value", () => circular()],
    ["a promise as an item", () => itemsOf(Promise.resolve(1))],
    ["a BigInt as an item", () => itemsOf(9n)],
    [
      "an event whose ID has a line break",
      (_req, res) => (res.type("text/event-stream"), itemsOf(ServerSentEvent({ ID: "a\nb" }))),
    ],
  ])(
    "is not asked of a value that cannot be sent, which is the package's own 500: %s",
    async (_, handler) => {
      const MapError = jest.fn(() => new HTTPError(409));
      const Logger = recordingLogger();
      for (const route of [[], [WithResponse(200, z.any())]]) {
        const app = new App({ Logger, MapError }).Get("/cats", handler, ...route);
        expect(await (await serve(app)).ask("GET /cats")).toMatchObject({ status: 500, json: internalError });
      }
      expect(MapError).not.toHaveBeenCalled();
      expect(Logger.error).toHaveBeenCalledTimes(2);
    },
  );

  describe("is asked first of an error with expose and a status of 400 to 499", () => {
    const exposed = Object.assign(new Error("told"), { expose: true, status: 400, validationErrors: ["a"] });
    const told = errorBody(400, "bad_request", "told");
    it.each<[what: string, MapError: NonNullable<AppOptions["MapError"]>, expected: unknown]>([
      [
        "another 4xx is the answer",
        (error) => new HTTPError(422, "mapped", { details: (error as typeof exposed).validationErrors }),
        errorBody(422, "unprocessable_entity", "mapped", ["a"]),
      ],
      ["undefined leaves it", () => undefined, told],
      ["a 500 leaves it", () => new HTTPError(500), told],
      ["a 503 leaves it", () => new HTTPError(503), told],
      [
        "a 4xx that it throws is the answer",
        () => {
          throw new HTTPError(409, "thrown");
        },
        errorBody(409, "conflict", "thrown"),
      ],
      [
        "a 500 that it throws leaves it",
        () => {
          throw new HTTPError(500);
        },
        told,
      ],
    ])("%s", async (_what, MapError, expected) => {
      const Logger = recordingLogger();
      const app = new App({ Logger, MapError, PassErrors: true }).Get("/", () => Promise.reject(exposed));
      expect((await (await serve(app)).ask("GET /")).json).toEqual(expected);
      expect(Logger.error).not.toHaveBeenCalled();
    });

    it("a failure of MapError leaves it, and is logged", async () => {
      const Logger = recordingLogger();
      const failure = new Error("a bug");
      const MapError = () => {
        throw failure;
      };
      const app = new App({ Logger, MapError }).Get("/", () => Promise.reject(exposed));
      expect((await (await serve(app)).ask("GET /")).json).toEqual(told);
      const { errors } = (Logger.error.mock.calls as [[{ err: AggregateError }, string]])[0][0].err;
      expect(errors).toEqual([exposed, failure]);
      expect(Logger.error).toHaveBeenCalledTimes(1);
    });
  });

  it.each([
    ["undefined", undefined],
    ["null", null],
    ["an Error that is no HTTPError", new Error("secret")],
    ["an object that looks like one", { status: 404, code: "not_found", message: "secret", headers: {} }],
    ["a promise", Promise.resolve(new HTTPError(404))],
  ])("that gives %s leaves a 500", async (_what, mapped) => {
    const logger = recordingLogger();
    const error = new Error("secret");
    const app = new App({ Logger: logger, MapError: () => mapped as undefined }).Get("/", () => {
      throw error;
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual(internalError);
    expect(logger.error).toHaveBeenCalledTimes(1);
    expect(logger.error).toHaveBeenCalledWith(expect.objectContaining({ err: error }), expect.any(String));
  });

  it("that throws is logged with what it was asked of", async () => {
    const logger = recordingLogger();
    const [error, failure] = [new NoSuchCat("7"), new Error("unmapped")];
    const MapError = () => {
      throw failure;
    };
    const app = new App({ Logger: logger, MapError }).Get("/", () => Promise.reject(error));
    await (await serve(app)).ask("GET /");
    const [{ err }] = logger.error.mock.calls[0] as [{ err: AggregateError }];
    expect(err.message).toBe(
      "handling an error caused a second error, in AppOptions.MapError or while the first error was read: errors lists both",
    );
    expect(err.errors[0]).toBe(error);
    expect(err.errors[1]).toBe(failure);
  });

  it.each(falsy.concat([["an Error", new Error("secret")]]))(
    "that throws %s leaves a 500, logged once",
    async (_what, thrown) => {
      const logger = recordingLogger();
      const MapError = () => {
        throw thrown;
      };
      const app = new App({ Logger: logger, MapError }).Get("/", () => {
        throw new NoSuchCat("7");
      });
      const answer = await (await serve(app)).ask("GET /");
      expect(answer.status).toBe(500);
      expect(answer.json).toEqual(internalError);
      expect(logger.error).toHaveBeenCalledTimes(1);
    },
  );

  it("that throws an HTTPError is answered with it: thrown anywhere", async () => {
    const MapError = () => {
      throw new HTTPError(404, "no such cat");
    };
    const app = new App({ Logger: recordingLogger(), MapError }).Get("/", () => {
      throw new NoSuchCat("7");
    });
    expect((await (await serve(app)).ask("GET /")).json).toEqual(errorBody(404, "not_found", "no such cat"));
  });

  it("may give a 5xx, which is logged with the error itself", async () => {
    const logger = recordingLogger();
    const error = new NoSuchCat("7");
    const app = new App({ Logger: logger, MapError: () => new HTTPError(503, "no cats today") }).Get(
      "/",
      () => {
        throw error;
      },
    );
    const answer = await (await serve(app)).ask("GET /");
    expect(answer.status).toBe(503);
    expect(answer.json).toEqual(errorBody(503, "service_unavailable", "no cats today"));
    expect(logger.error).toHaveBeenCalledTimes(1);
    expect(logger.error).toHaveBeenCalledWith(expect.objectContaining({ err: error }), expect.any(String));
  });
});

describe("whatever else is thrown, rejected or passed to next is a 500 of which nothing reaches the client", () => {
  it.each(Object.entries(places))("an Error %s", async (_place, make) => {
    const logger = recordingLogger();
    const error = Object.assign(new Error("secret"), {
      status: 418,
      code: "secret",
      headers: { "X-A": "secret" },
    });
    const answer = await (await serve(make(error, { Logger: logger }))).ask("GET /");
    expect(answer).toMatchObject({ status: 500, reason: "Internal Server Error" });
    expect(answer.json).toEqual(internalError);
    expect(answer.text + answer.rawHeaders.join()).not.toContain("secret");
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it.each(everyFalsyEverywhere)("%s %s", async (_name, _place, value, make) => {
    const logger = recordingLogger();
    const answer = await (await serve(make(value, { Logger: logger }))).ask("GET /");
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual(internalError);
    expect(logger.error).toHaveBeenCalledTimes(1);
    const [fields] = logger.error.mock.calls[0] as [{ err: unknown }];
    expect(fields.err).toBe(value);
  });

  it.each([
    ["text", "secret"],
    ["a symbol", Symbol("secret")],
    ["a function", () => "secret"],
    ["an object", { status: 404, message: "secret" }],
    ["an object without prototype", Object.create(null)],
    [
      "an error whose fields throw",
      Object.defineProperties(new Error("secret"), {
        expose: {
          get: () => {
            throw new Error("secret");
          },
        },
      }),
    ],
    [
      "an exposed error whose status throws",
      Object.defineProperties(Object.assign(new Error("secret"), { expose: true }), {
        status: {
          get: () => {
            throw new Error("secret");
          },
        },
      }),
    ],
  ])("%s", async (_what, thrown: unknown) => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger }).Get("/", () => {
      throw thrown;
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual(internalError);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });
});

describe("with PassErrors", () => {
  /** A host that tells what reached its error handler. */
  async function hostOf(app: App) {
    const reached: unknown[] = [];
    const answer = onError((error, res, next) => {
      reached.push(error);
      if (res.headersSent) next(error);
      else res.status(555).send("host");
    });
    const server = await serve(app, answer);
    return { server, reached };
  }

  it.each(Object.entries(places))("an error goes to next, unlogged: %s", async (_place, make) => {
    const logger = recordingLogger();
    const error = new Error("for the host");
    const { server, reached } = await hostOf(make(error, { Logger: logger, PassErrors: true }));
    expect(await server.ask("GET /")).toMatchObject({ status: 555, text: "host" });
    expect(reached).toEqual([error]);
    expect(reached[0]).toBe(error);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it.each([
    ...everyFalsyEverywhere,
    ["text", "thrown by a handler", "text", places["thrown by a handler"]] as const,
  ])("always as an Error: %s %s", async (_name, _place, value, make) => {
    const logger = recordingLogger();
    if (!make) throw new Error("no such place");
    const { server, reached } = await hostOf(make(value, { Logger: logger, PassErrors: true }));
    expect((await server.ask("GET /")).status).toBe(555);
    expect(reached).toEqual([new Error("a value that is not an Error was thrown", { cause: value })]);
    expect((reached[0] as Error).cause).toBe(value);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("as an Error too where the thrown value throws when it is read", async () => {
    const trapped = new Proxy(new Error("x"), {
      getPrototypeOf() {
        throw new Error("trap");
      },
    });
    const app = new App({ PassErrors: true }).Get("/", () => Promise.reject(trapped));
    const { server, reached } = await hostOf(app);
    expect((await server.ask("GET /")).status).toBe(555);
    expect(reached.map((error) => (error as Error).message)).toEqual([
      "a value that is not an Error was thrown",
    ]);
  });

  it("so does what JSON cannot hold, and a stream that fails before its first byte", async () => {
    const app = new App({ PassErrors: true })
      .Get("/value", () => 1n)
      .Get("/stream", () => Readable.from([{}]));
    const { server, reached } = await hostOf(app);
    expect((await server.ask("GET /value")).status).toBe(555);
    expect((await server.ask("GET /stream")).status).toBe(555);
    // Not instanceof: Node's own errors are of another realm than jest's.
    expect(reached.map((error) => (error as Error).name)).toEqual(["TypeError", "TypeError"]);
  });

  it.each<[what: string, handler: () => unknown]>([
    ["what JSON cannot hold", () => 1n],
    ["a stream that fails before its first byte", () => Readable.from([{}])],
    ["an error thrown", () => Promise.reject(new Error())],
  ])(
    "the host gets the response without the route's Status and the stream's type: %s",
    async (_what, handler) => {
      const app = new App({ PassErrors: true }).Get("/", handler, Status(202));
      const left: unknown[] = [];
      const server = await serve(
        app,
        onError((_error, res) => {
          left.push(res.statusCode, res.get("Content-Type"));
          res.status(555).end();
        }),
      );
      await server.ask("GET /");
      expect(left).toStrictEqual([200, undefined]);
    },
  );

  it("what a handler set by itself stays", async () => {
    const app = new App({ PassErrors: true }).Get("/", (_req, res) => {
      res.status(418).type("text/html");
      return Readable.from([{}]);
    });
    const server = await serve(
      app,
      onError((_error, res) => res.end()),
    );
    const { status, headers } = await server.ask("GET /");
    expect([status, headers["content-type"]]).toEqual([418, "text/html; charset=utf-8"]);
  });

  it.each([
    ["an HTTPError", new HTTPError(409), 409],
    ["an HTTPError of 503", new HTTPError(503), 503],
    ["an exposed error", Object.assign(new Error("told"), { expose: true, status: 422 }), 422],
    ["a mapped error", new RangeError("mapped"), 410],
  ])("%s is answered all the same", async (_what, error, status) => {
    const MapError = (thrown: unknown) => (thrown instanceof RangeError ? new HTTPError(410) : undefined);
    const app = new App({ Logger: recordingLogger(), PassErrors: true, MapError }).Get("/", () => {
      throw error;
    });
    const { server, reached } = await hostOf(app);
    expect((await server.ask("GET /")).status).toBe(status);
    expect(reached).toEqual([]);
  });

  it("so does an error after the response has begun; Express then closes the connection", async () => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger, PassErrors: true }).Get("/", async (_req, res) => {
      res.write("first");
      await sleep(5);
      throw new Error("late");
    });
    const silent = jest.spyOn(console, "error").mockImplementation();
    const { server, reached } = await hostOf(app);
    const socket = server.open("GET /");
    socket.resume();
    await once(socket, "close");
    silent.mockRestore();
    expect(reached).toEqual([new Error("late")]);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it.each([
    ["next(error)", new Error("second")],
    ["next()", undefined],
  ])("the host gets a request once: a function that has thrown has no %s any more", async (_what, second) => {
    const handler = jest.fn(() => "Tom");
    const fails = (next: NextFunction) => {
      setTimeout(() => {
        next(second);
      }, 1);
      throw new Error("first");
    };
    for (const app of [
      new App({ Logger: recordingLogger(), PassErrors: true }).Get("/", (_req, _res, next) => fails(next)),
      new App({ Logger: recordingLogger(), PassErrors: true }).Get(
        "/",
        handler,
        WithMiddleware((_req, _res, next) => fails(next)),
      ),
    ]) {
      const reached: unknown[] = [];
      const slow = onError(async (error, res) => {
        reached.push(error);
        await sleep(10);
        if (!res.headersSent) res.status(555).send("host");
      });
      const after = jest.fn((_req: Request, res: Response) => void res.send("after"));
      const server = await serve(app, after as never, slow);
      expect((await server.ask("GET /")).text).toBe("host");
      expect(reached).toEqual([new Error("first")]);
      expect(after).not.toHaveBeenCalled();
      expect(handler).not.toHaveBeenCalled();
    }
  });

  it("denials and unmatched requests are answered all the same", async () => {
    const app = new App({ PassErrors: true }).Get(
      "/",
      () => "Tom",
      WithGuards(() => false),
    );
    const { server, reached } = await hostOf(app);
    expect((await server.ask("GET /")).status).toBe(403);
    expect((await server.ask("GET /nowhere")).status).toBe(404);
    expect(reached).toEqual([]);
  });
});

describe("an error after the response has begun", () => {
  const later: Record<string, (res: Response, next: NextFunction) => unknown> = {
    thrown: () => {
      throw new Error("late");
    },
    rejected: () => Promise.reject(new Error("late")),
    "rejected with undefined": async () => {
      throw undefined as unknown;
    },
    "passed to next": (_res, next) => {
      next(new Error("late"));
    },
    "passed to next after a value was returned": (_res, next) => {
      setTimeout(() => {
        next(new Error("late"));
      }, 1);
      return "Tom";
    },
    "an HTTPError": () => {
      throw new HTTPError(404);
    },
  };

  it.each(Object.entries(later))(
    "is logged once, and the connection closed if unfinished: %s",
    async (_how, fail) => {
      const logger = recordingLogger();
      const app = new App({ Logger: logger }).Get("/", async (_req, res, next) => {
        res.write("first");
        await sleep(5);
        await fail(res, next);
      });
      const server = await serve(app);
      const socket = server.open("GET /");
      let received = "";
      socket.on("data", (chunk) => (received += chunk.toString()));
      await once(socket, "close");
      expect(received).toContain("first");
      expect(received).not.toContain("\r\n0\r\n");
      expect(logger.error).toHaveBeenCalledTimes(1);
    },
  );

  it("does not cut one that is finished and still being sent", async () => {
    const whole = "a".repeat(20_000_000);
    const app = new App({ Logger: recordingLogger() }).Get("/", (_req, res) => {
      res.end(whole);
      throw new Error("late");
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer.bytes).toHaveLength(whole.length);
  });

  it.each(Object.entries(later))(
    "is logged once, and a finished response is kept: %s",
    async (_how, fail) => {
      const logger = recordingLogger();
      const app = new App({ Logger: logger }).Get("/", (_req, res, next) => {
        res.send("whole");
        return fail(res, next);
      });
      const server = await serve(app);
      expect(await server.ask("GET /")).toMatchObject({ status: 200, text: "whole" });
      await until(() => logger.error.mock.calls.length > 0);
      await sleep(5);
      expect(logger.error).toHaveBeenCalledTimes(1);
    },
  );

  it.each(["App.Use", "WithMiddleware"] as const)("so in %s", async (place) => {
    const logger = recordingLogger();
    const middleware = (_req: Request, res: Response) => {
      res.write("first");
      throw new Error("late");
    };
    const app = new App({ Logger: logger }).Get(
      "/",
      () => "Tom",
      ...(place === "App.Use" ? [] : [WithMiddleware(middleware)]),
    );
    if (place === "App.Use") app.Use(middleware);
    const socket = (await serve(app)).open("GET /");
    socket.resume();
    await once(socket, "close");
    expect(logger.error).toHaveBeenCalledTimes(1);
  });
});

describe("an error after next()", () => {
  it.each(["App.Use", "WithMiddleware"] as const)(
    "of %s is logged once; the answer is that of who follows",
    async (place) => {
      const logger = recordingLogger();
      const middleware = async (_req: Request, _res: Response, next: NextFunction) => {
        next();
        await Promise.resolve();
        throw new Error("late");
      };
      const app = new App({ Logger: logger });
      if (place === "App.Use") app.Use(middleware);
      const options = place === "App.Use" ? [] : [WithMiddleware(middleware)];
      app.Get("/", async () => sleep(10, "Tom"), ...options);
      expect(await (await serve(app)).ask("GET /")).toMatchObject({ status: 200, text: "Tom" });
      expect(logger.error).toHaveBeenCalledTimes(1);
    },
  );

  it("of a handler is logged once; the answer is the host's", async () => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger }).Get("/", (_req, _res, next) => {
      next();
      throw new Error("late");
    });
    const server = await serve(app, (_req, res) => void setTimeout(() => res.send("host"), 10));
    expect(await server.ask("GET /")).toMatchObject({ status: 200, text: "host" });
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it("that had been passed an error is the first's answer", async () => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger }).Get("/", (_req, _res, next) => {
      next(new HTTPError(409, "first"));
      throw new HTTPError(410, "second");
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer.json).toEqual(errorBody(409, "conflict", "first"));
    expect(logger.error).toHaveBeenCalledTimes(1);
  });
});

describe("what is logged", () => {
  it("a 500 whose client has gone, too", async () => {
    const logger = recordingLogger();
    let reached = false;
    const app = new App({ Logger: logger }).Get("/", async (_req, res) => {
      reached = true;
      await once(res, "close");
      throw new Error("why");
    });
    const socket = (await serve(app)).open("GET /");
    await until(() => reached);
    socket.destroy();
    await until(() => logger.error.mock.calls.length > 0);
    await sleep(5);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it.each([500, 503])("an HTTPError of %i that cannot be written, once", async (status) => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger }).Get("/", () =>
      Promise.reject(new HTTPError(status, "", { details: 1n })),
    );
    expect((await (await serve(app)).ask("GET /")).json).toEqual(internalError);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it.each(Object.entries(places))("every 500, once: %s", async (_place, make) => {
    const logger = recordingLogger();
    const error = new Error("why");
    const answer = await (await serve(make(error, { Logger: logger }))).ask("GET /");
    const { request_id } = answer.json as { request_id: string };
    expect(logger.error.mock.calls).toEqual([
      [
        expect.objectContaining({ component: "Router", request_id, method: "GET", path: "/", err: error }),
        expect.any(String),
      ],
    ]);
    expect((logger.error.mock.calls[0] as [{ err: unknown }])[0].err).toBe(error);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it.each([
    [400, 0],
    [404, 0],
    [499, 0],
    [500, 1],
    [503, 1],
    [599, 1],
  ])("an HTTPError of %i: %i times", async (status, times) => {
    const logger = recordingLogger();
    const error = new HTTPError(status);
    const app = new App({ Logger: logger }).Get("/", () => Promise.reject(error));
    const { headers } = await (await serve(app)).ask("GET /");
    expect(logger.error).toHaveBeenCalledTimes(times);
    if (times > 0) {
      const request_id = headers["x-request-id"];
      const fields = { component: "Router", request_id, method: "GET", path: "/", route: "/", err: error };
      expect(logger.error).toHaveBeenCalledWith(fields, expect.any(String));
    }
  });

  it("no denial, no unmatched request, no answer of a handler's own", async () => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger })
      .Get(
        "/denied",
        () => "Tom",
        WithGuards(() => false),
      )
      .Get("/own", (_req, res) => res.status(500).send("own"));
    const server = await serve(app);
    for (const path of ["/denied", "/nowhere", "/own"]) await server.ask(`GET ${path}`);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("method and route in the message, the path as sent in a field, without its query", async () => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger }).Get("/cats/{id}", () => Promise.reject(new Error("why")));
    await (await serve(express().use("/api", app.Build()))).ask("GET /api/cats/7?a=1");
    expect(logger.error).toHaveBeenCalledWith(
      expect.objectContaining({ method: "GET", path: "/api/cats/7", route: "/cats/{id}" }),
      "GET /cats/{id} failed",
    );
  });

  it("by methods of the logger, as pino has them", async () => {
    class Lines implements Logger {
      readonly lines: string[] = [];
      warn(fields: object, message: string) {
        this.lines.push(message);
      }
      error(fields: object, message: string) {
        this.lines.push(message);
      }
    }
    const logger = new Lines();
    const app = new App({ Logger: logger }).Get("/", () => Promise.reject(new Error("why")));
    await (await serve(app)).ask("GET /");
    expect(logger.lines).toHaveLength(1);
  });

  it("on the console by default", async () => {
    const error = jest.spyOn(console, "error").mockImplementation();
    const why = new Error("why");
    const app = new App().Get("/", () => Promise.reject(why));
    const { headers } = await (await serve(app)).ask("GET /");
    const request_id = headers["x-request-id"];
    const fields = { component: "Router", request_id, method: "GET", path: "/", route: "/", err: why };
    expect(error.mock.calls).toEqual([[fields, expect.any(String)]]);
    error.mockRestore();
  });
});

describe("a logger that throws loses no answer", () => {
  // Where else could it be told?
  beforeEach(() => {
    jest.spyOn(console, "error").mockImplementation();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const throwing: Logger = {
    warn: () => undefined,
    error: () => {
      throw new Error("the disk is full");
    },
  };

  it.each(Object.entries(places))("%s", async (_place, make) => {
    const answer = await (await serve(make(new Error("why"), { Logger: throwing }))).ask("GET /");
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual(internalError);
  });

  it("nor an error: both are on the console", async () => {
    const failure = new Error("the disk is full");
    const failing: Logger = {
      ...throwing,
      error: () => {
        throw failure;
      },
    };
    const why = new Error("why");
    const app = new App({ Logger: failing }).Get("/", () => Promise.reject(why));
    const { headers } = await (await serve(app)).ask("GET /");
    const fields = {
      component: "Router",
      request_id: headers["x-request-id"],
      method: "GET",
      path: "/",
      route: "/",
      err: why,
      logger: failure,
    };
    expect(jest.spyOn(console, "error").mock.calls).toEqual([[fields, "GET / failed"]]);
  });

  it("nor the message of what the console cannot show", async () => {
    const told = jest.spyOn(console, "error").mockImplementationOnce(() => {
      throw new Error("unreadable");
    });
    const app = new App({ Logger: throwing }).Get("/", () => Promise.reject(new Error("why")));
    expect((await (await serve(app)).ask("GET /")).status).toBe(500);
    expect(told.mock.calls[1]).toEqual(["GET / failed"]);
  });

  it("of an HTTPError", async () => {
    const app = new App({ Logger: throwing }).Get("/", () => Promise.reject(new HTTPError(503, "later")));
    expect((await (await serve(app)).ask("GET /")).json).toEqual(
      errorBody(503, "service_unavailable", "later"),
    );
  });

  it("of an HTTPError that cannot be written", async () => {
    const app = new App({ Logger: throwing }).Get("/", () =>
      Promise.reject(new HTTPError(400, "", { details: 1n })),
    );
    expect((await (await serve(app)).ask("GET /")).json).toEqual(internalError);
  });

  it("of who follows after next()", async () => {
    const app = new App({ Logger: throwing }).Get("/", (_req, _res, next) => {
      next();
      throw new Error("late");
    });
    const server = await serve(app, (_req, res) => void setTimeout(() => res.send("host"), 10));
    expect((await server.ask("GET /")).text).toBe("host");
  });

  it("and leaves no half response open", async () => {
    const app = new App({ Logger: throwing }).Get("/", async (_req, res) => {
      res.write("first");
      await sleep(5);
      throw new Error("late");
    });
    const socket = (await serve(app)).open("GET /");
    socket.resume();
    await once(socket, "close");
  });

  it("nor one of a stream", async () => {
    async function* chunks() {
      yield "first";
      await sleep(5);
      throw new Error("late");
    }
    const socket = (await serve(new App({ Logger: throwing }).Get("/", () => Readable.from(chunks())))).open(
      "GET /",
    );
    socket.resume();
    await once(socket, "close");
  });
});

describe("what Express's own response methods tell of an error", () => {
  it.each([
    ["hides is a 404", { dotfiles: "ignore" }, 404, "not_found", "Not Found"],
    ["denies is a 403", { dotfiles: "deny" }, 403, "forbidden", "Forbidden"],
  ] as const)("a file that res.sendFile %s", async (_what, options, status, code, message) => {
    const app = new App().Get("/file", (_req, res) => {
      res.sendFile(".hidden", { ...options, root: __dirname });
    });
    const answer = await (await serve(app)).ask("GET /file");
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual(errorBody(status, code, message));
  });

  it("a file that is not there is answered by the App, without a word of where it would be", async () => {
    const app = new App({ Logger: recordingLogger() }).Get("/missing", (_req, res) => {
      res.sendFile(join(__dirname, "missing.txt"));
    });
    const answer = await (await serve(app)).ask("GET /missing");
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    // It is exposed, and so a 404, or not, and so a 500, as the error's realm is the file's: see `send`.
    expect([errorBody(404, "not_found", "Not Found"), internalError]).toContainEqual(answer.json);
    expect(answer.text).not.toContain(__dirname);
  });

  it("a file that is there is sent", async () => {
    const app = new App().Get("/there", (_req, res) => {
      res.sendFile(__filename);
    });
    const answer = await (await serve(app)).ask("GET /there");
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("a file that is there is sent");
  });

  it("a page that res.render cannot make is a 500", async () => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger }).Get("/", (_req, res) => {
      res.render("missing.none");
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual(internalError);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it("what follows an App in its host tells the host", async () => {
    const app = new App({ PassUnmatched: true }).Get("/file", (_req, _res, next) => {
      next();
    });
    const sending = (_req: Request, res: Response) => {
      res.sendFile(".hidden", { root: __dirname });
    };
    const told = onError((_error, res) => res.status(555).send("host"));
    const server = await serve(app, sending, told);
    expect((await server.ask("GET /file")).status).toBe(555);
    expect((await server.ask("GET /nowhere")).status).toBe(555);
  });

  it("what follows in the host after an App tells its own host", async () => {
    const app = new App({ Logger: recordingLogger() }).Get("/", () => "Tom");
    const server = await serve(
      new App({ PassUnmatched: true }).Get("/cats", () => "Tom"),
      app,
    );
    expect((await server.ask("GET /nowhere")).json).toEqual(unmatched("GET /nowhere"));
  });
});

function circular(): object {
  const cat: { self?: object } = {};
  cat.self = cat;
  return cat;
}

function itemsOf(...items: unknown[]): AsyncIterable<unknown> {
  const values = items.values();
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve(values.next()) }) };
}
