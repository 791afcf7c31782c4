import express from "express";
import {
  App,
  DefineVersions,
  HTTPError,
  ProblemDetails,
  SecurityScheme,
  Versioned,
  VersioningHeader,
  WithBody,
  WithGuards,
  WithMiddleware,
  WithQuery,
  WithResponse,
  WithSecurity,
  WithVersion,
  type AppOptions,
  type ErrorFormat,
  type Lifecycle,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { z } from "zod";
import { ResponseError } from "../../../src/core/model/fault";
import { errorBody, internalError, uuid } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { kinds } from "../../support/server-kinds";
import { listen, serve, type Answer } from "../../support/serve";

/** The error that a request meets, whatever the form that it is told in. */
interface Met {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

interface Row extends Met {
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How often it is logged. */
  readonly logged?: number;
}

const json = { "Content-Type": "application/json" };

/** Every kind of error that an App answers. */
const kindsOfError: Readonly<Record<string, Row>> = {
  "an unmatched path": {
    line: "GET /nowhere?a=1",
    status: 404,
    code: "not_found",
    message: "no route matches GET /nowhere",
  },
  "input that does not fit": {
    line: "GET /cats?age=x",
    status: 400,
    code: "invalid_request",
    message: "the request does not match the route's schemas",
    details: [{ in: "query", path: ["age"], message: expect.any(String) as string }],
  },
  "a malformed body": {
    line: "POST /cats",
    headers: json,
    body: "{",
    status: 400,
    code: "malformed_body",
    message: "the body is not well-formed JSON",
  },
  "a malformed body, read by a parser of the application's own": {
    line: "POST /parsed",
    headers: json,
    body: '{"a":',
    status: 400,
    code: "malformed_body",
    message: "Unexpected end of JSON input",
  },
  "a body too large for a parser of the application's own": {
    line: "POST /parsed",
    headers: json,
    body: JSON.stringify("x".repeat(30)),
    status: 413,
    code: "payload_too_large",
    message: "request entity too large",
  },
  "a body too large": {
    line: "POST /cats",
    headers: json,
    body: JSON.stringify({ name: "x".repeat(30) }),
    status: 413,
    code: "payload_too_large",
    message: "the body is larger than 20b",
  },
  "a body of another type": {
    line: "POST /cats",
    headers: { "Content-Type": "text/plain" },
    body: "Tom",
    status: 415,
    code: "unsupported_media_type",
    message: "the Content-Type of the body must be application/json or application/*+json",
  },
  "a scheme that does not know the client": {
    line: "GET /known",
    status: 401,
    code: "unauthorized",
    message: "Unauthorized",
  },
  "a guard that does not admit": {
    line: "GET /denied",
    status: 403,
    code: "forbidden",
    message: "Forbidden",
  },
  "a version that is gone": {
    line: "GET /cats?age=1",
    headers: { "X-V": "1" },
    status: 410,
    code: "gone",
    message: "this version was served until Thu, 02 Jan 2020 00:00:00 GMT",
  },
  "a version in a brownout": {
    line: "GET /cats?age=1",
    headers: { "X-V": "2026-01" },
    status: 410,
    code: "brownout",
    message: "scheduled brownout until Thu, 01 Jan 2026 12:10:00 GMT: this version is being retired",
  },
  "an HTTPError": {
    line: "GET /thrown",
    status: 409,
    code: "taken",
    message: "there is a Tom",
    details: { name: "Tom" },
  },
  "an error that is mapped": {
    line: "GET /mapped",
    status: 404,
    code: "not_found",
    message: "no such cat",
  },
  "an error that says that it may be told": {
    line: "GET /exposed",
    status: 402,
    code: "payment_required",
    message: "told",
  },
  "an error that nobody expected": {
    line: "GET /broken",
    status: 500,
    code: "internal_error",
    message: "Internal Server Error",
    logged: 1,
  },
  "what JSON cannot hold": {
    line: "GET /unfit",
    status: 500,
    code: "internal_error",
    message: "Internal Server Error",
    logged: 1,
  },
};

const Cat = z.object({ name: z.string() });
const Bearer = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, () => undefined);
const gone: Lifecycle = { Sunset: "2020-01-02", AfterSunset: "gone" };
const brownedOut: Lifecycle = {
  Sunset: "2026-07-01",
  Brownouts: [{ From: "2026-01-01T12:00:00Z", To: "2026-01-01T12:10:00Z" }],
};

function appWith(options: AppOptions): App {
  const app = new App({
    Versioning: {
      Type: VersioningHeader,
      Header: "X-V",
      DefaultVersion: ["1", "2026-01", "2"],
      Lifecycle: { "1": gone, "2026-01": brownedOut },
    },
    Now: () => new Date("2026-01-01T12:00:00Z"),
    MapError: (error) => (error instanceof RangeError ? new HTTPError(404, "no such cat") : undefined),
    ...options,
  });
  return app
    .Get("/cats", () => ["Tom"], WithQuery(z.object({ age: z.coerce.number() })))
    .Post("/cats", (req) => req.body, WithBody(Cat, { Limit: "20b" }))
    .Post("/parsed", () => 1, WithMiddleware(express.json({ limit: 20 })))
    .Get(
      "/denied",
      () => 1,
      WithGuards(() => false),
    )
    .Get("/known", () => 1, WithSecurity(Bearer))
    .Get("/thrown", () => {
      throw new HTTPError(409, "there is a Tom", {
        code: "taken",
        details: { name: "Tom" },
        headers: { "Retry-After": "7" },
        cause: new Error("secret"),
      });
    })
    .Get("/mapped", () => Promise.reject(new RangeError("secret")))
    .Get("/exposed", () => Promise.reject(Object.assign(new Error("told"), { expose: true, status: 402 })))
    .Get("/broken", () => Promise.reject(new Error("secret")))
    .Get("/unfit", () => 1n);
}

/** A form: its option, and what it makes of an error. */
interface Form {
  readonly Errors: ErrorFormat | undefined;
  readonly type: string;
  readonly of: (met: Met) => unknown;
}

const forms: Readonly<Record<string, Form>> = {
  "the default": {
    Errors: undefined,
    type: "application/json; charset=utf-8",
    of: ({ status, code, message, details }) => errorBody(status, code, message, details),
  },
  "an own Body": {
    Errors: {
      // As an error holds it: of the cause, nothing is there.
      Body: (error, { RequestID, Request: { method } }) => ({
        told: [error.status, error.code, error.message, error.details, error.cause, "cause" in error],
        RequestID,
        method,
      }),
    },
    type: "application/json; charset=utf-8",
    of: ({ status, code, message, details = null }) => ({
      told: [status, code, message, details, null, false],
      RequestID: expect.stringMatching(uuid) as string,
      method: expect.stringMatching(/^(?:GET|POST)$/) as string,
    }),
  },
  ProblemDetails: {
    Errors: ProblemDetails,
    type: "application/problem+json",
    of: ({ status, code, message, details }) => ({
      type: "about:blank",
      title: expect.any(String) as string,
      status,
      detail: message,
      instance: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/) as string,
      code,
      ...(details === undefined ? {} : { details }),
      request_id: expect.stringMatching(uuid) as string,
    }),
  },
};

const hosts: typeof kinds = {
  ...kinds,
  "CreateServer(App, { Host })": (app) => CreateServer(app, { Host: express() }),
};

describe.each(Object.entries(hosts))("%s", (_kind, serverOf) => {
  describe.each(Object.entries(forms))("%s", (_form, { Errors, type, of }) => {
    it.each(Object.entries(kindsOfError))("%s", async (_what, row) => {
      const { line, body, headers, logged = 0, ...met } = row;
      const Logger = recordingLogger();
      const server = await listen(serverOf(appWith({ Logger, ...(Errors && { Errors }) })));
      const answer = await server.ask(line, { "X-V": "2", ...headers }, body);
      expect(answer.status).toBe(met.status);
      expect(answer.json).toEqual(of(met));
      expect(answer.headers).toMatchObject({
        "content-type": type,
        "content-length": String(answer.bytes.length),
        "x-content-type-options": "nosniff",
        "x-request-id": expect.stringMatching(uuid) as string,
        vary: "X-V",
        ...(met.code === "brownout" ? { "retry-after": "600", "cache-control": "no-store" } : {}),
        ...(met.code === "taken" ? { "retry-after": "7" } : {}),
        ...(met.status === 401 ? { "www-authenticate": 'bearer realm="API"' } : {}),
      });
      expect(answer.headers["content-security-policy"]).toBe(
        type === "application/json; charset=utf-8" ? "default-src 'none'" : undefined,
      );
      expect(answer.text + answer.rawHeaders.join()).not.toContain("secret");
      expect(answer.text.includes(String(answer.headers["x-request-id"]))).toBe(true);
      expect(Logger.error).toHaveBeenCalledTimes(logged);
    });
  });

  it("what neither the App nor its host answers has the form too", async () => {
    const Errors: ErrorFormat = { Body: ({ message }) => [message] };
    const app = new App({ Errors }).Get("/passed", (_req, _res, next) => {
      next();
    });
    const answer = await (await listen(serverOf(app))).ask("GET /elsewhere");
    expect(answer).toMatchObject({ status: 404, json: ["no route matches GET /elsewhere"] });
  });
});

describe("an own Body", () => {
  const unmatchedApp = (options: AppOptions): App =>
    new App({ Logger: recordingLogger(), ...options }).Get("/broken", () => Promise.reject(new Error()));

  it("gets versions from the details of an explained 404", async () => {
    const app = new App({
      Versioning: { Type: VersioningHeader, Header: "X-V", Explain: true },
      Errors: { Body: ({ details }) => details },
    }).Get("/cats", () => 1, WithVersion("1"));
    expect((await (await serve(app)).ask("GET /cats", { "X-V": "3" })).json).toEqual({
      version: { requested: ["3"], source: "header X-V", served: ["1"] },
    });
  });

  describe("gets as its Cause what was thrown", () => {
    const thrown = new Error("secret");
    const exposed = Object.assign(new Error("told"), { expose: true, status: 400 });
    const mapped = new Error("mapped");
    const own = new HTTPError(409);
    const schema = z.object({ a: z.string() });
    const Old = z.object({ b: z.string() });
    const V = DefineVersions("1", "2");
    const Rename = V.Change("2", "`b` is `a`.");
    const Up = () => {
      throw thrown;
    };
    const Down = () => {
      throw own;
    };
    const Cat = Versioned(schema).Before(Rename, Old, { Up, Down });
    const causes: unknown[] = [];
    const app = new App({
      Logger: recordingLogger(),
      Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List, AssumeVersion: "2" },
      MapError: (error) => (error === mapped ? new HTTPError(404) : undefined),
      Errors: {
        Body: (_error, { Cause }) => {
          causes.push(Cause);
          return {};
        },
      },
    })
      .Get("/thrown", () => Promise.reject(thrown), V.Since("1"))
      .Get("/mapped", () => Promise.reject(mapped), V.Since("1"))
      .Get("/exposed", () => Promise.reject(exposed), V.Since("1"))
      .Get("/own", () => Promise.reject(own), V.Since("1"))
      .Get(
        "/up",
        () => 1,
        V.Since("1"),
        WithGuards(() => false),
      )
      .Post("/cats", (req) => req.body, V.Since("1"), WithBody(Cat))
      .Get("/cats", () => ({ a: "1" }), V.Since("1"), WithResponse(200, Cat));

    it.each<
      [
        line: string,
        headers: Record<string, string>,
        body: string | undefined,
        status: number,
        cause: unknown,
      ]
    >([
      ["GET /thrown", {}, undefined, 500, thrown],
      ["GET /mapped", {}, undefined, 404, mapped],
      ["GET /exposed", {}, undefined, 400, exposed],
      ["GET /own", {}, undefined, 409, own],
      ["POST /cats", { V: "1", ...json }, '{"b":"x"}', 500, thrown],
      ["GET /cats", { V: "1" }, undefined, 409, own],
      // Nobody has thrown anything.
      ["GET /nowhere", {}, undefined, 404, undefined],
      ["GET /up", {}, undefined, 403, undefined],
      ["POST /cats", json, "{}", 400, undefined],
      ["POST /cats", json, "{", 400, undefined],
      ["POST /cats", { "Content-Type": "text/csv" }, "a", 415, undefined],
    ])("%s %j %s: %i", async (line, headers, body, status, cause) => {
      causes.length = 0;
      expect((await (await serve(app)).ask(line, headers, body)).status).toBe(status);
      expect(causes).toEqual([cause]);
      expect(causes[0]).toBe(cause);
    });
  });

  it.each<[what: string, given: unknown, text: string]>([
    ["an object", { a: [1] }, '{"a":[1]}'],
    ["a list", [], "[]"],
    ["text, which is JSON too", "no", '"no"'],
    ["null", null, "null"],
    ["a number", 7, "7"],
    ["what says its JSON itself", new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ])("may give %s", async (_what, given, text) => {
    const app = unmatchedApp({ Errors: { Body: () => given } });
    expect((await (await serve(app)).ask("GET /")).text).toBe(text);
  });

  const circle: { self?: unknown } = {};
  circle.self = circle;
  const failing: Readonly<Record<string, () => unknown>> = {
    "that throws": () => {
      throw new Error("secret");
    },
    "that throws undefined": () => {
      throw undefined as unknown;
    },
    "that throws an HTTPError": () => {
      throw new HTTPError(418);
    },
    "that gives a promise": async () => ({}),
    "that gives a promise which is rejected": () => Promise.reject(new Error("secret")),
    "that gives undefined": () => undefined,
    "that gives a function": () => () => 1,
    "that gives a symbol": () => Symbol("a"),
    "that gives a bigint": () => 1n,
    "that gives a bigint within": () => ({ a: [1n] }),
    "that gives a circle": () => circle,
    "that gives NaN": () => NaN,
    "that gives a Map": () => new Map(),
    "that gives bytes": () => Buffer.from("{}"),
    "that gives what fails to say its JSON": () => ({
      toJSON: () => {
        throw new Error("secret");
      },
    }),
  };

  it.each(Object.entries(failing))("%s is logged, and the default body sent", async (_what, Body) => {
    const Logger = recordingLogger();
    const app = unmatchedApp({ Logger, Errors: { Body, Type: "application/x-own" } });
    const answer = await (await serve(app)).ask("GET /nowhere");
    expect(answer).toMatchObject({
      status: 404,
      json: errorBody(404, "not_found", "no route matches GET /nowhere"),
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-security-policy": "default-src 'none'",
      },
    });
    expect(Logger.error.mock.calls).toEqual([
      [
        expect.objectContaining({ component: "Router", request_id: answer.headers["x-request-id"] }),
        "GET /nowhere failed",
      ],
    ]);
  });

  it("that fails for a 500 leaves the default 500", async () => {
    const answer = await (
      await serve(unmatchedApp({ Errors: { Body: failing["that throws"] as () => unknown } }))
    ).ask("GET /broken");
    expect(answer).toMatchObject({ status: 500, json: internalError });
  });

  it("that answers by itself has answered", async () => {
    const Errors: ErrorFormat = {
      Body: (_error, { Request: { res } }) => res?.status(555).send("own"),
    };
    for (const line of ["GET /nowhere", "GET /broken"]) {
      expect(await (await serve(unmatchedApp({ Errors }))).ask(line)).toMatchObject({
        status: 555,
        text: "own",
      });
    }
  });

  it("writes the uniform 500 where an error's details or headers can't be sent", async () => {
    const app = new App({
      Logger: recordingLogger(),
      Errors: { Body: ({ status, code, details }) => ({ status, code, details }) },
    })
      .Get("/details", () => Promise.reject(new HTTPError(400, "no", { details: 1n })))
      .Get("/headers", () => Promise.reject(new HTTPError(400, "no", { headers: { "a b": "c" } })));
    const server = await serve(app);
    for (const path of ["/details", "/headers"]) {
      expect((await server.ask(`GET ${path}`)).json).toEqual({ status: 500, code: "internal_error" });
    }
  });

  it("is given an HTTPError of the application's by its words", async () => {
    const app = new App({
      Logger: recordingLogger(),
      Errors: { Body: (error) => [error instanceof HTTPError, error.status, error.code, error.message] },
    }).Get("/", () => Promise.reject(new HTTPError(503, "no cats today", { code: "closed" })));
    expect((await (await serve(app)).ask("GET /")).json).toEqual([true, 503, "closed", "no cats today"]);
  });
});

describe("an own Type", () => {
  it("overrides the default body, without a policy for pages", async () => {
    const answer = await (
      await serve(new App({ Errors: { Type: "application/vnd.cats+json" } }).Get("/cats", () => 1))
    ).ask("GET /");
    expect(answer.json).toEqual(errorBody(404, "not_found", "no route matches GET /"));
    expect(answer.headers).toMatchObject({
      "content-type": "application/vnd.cats+json",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers).not.toHaveProperty("content-security-policy");
  });
});

describe("InvalidStatus", () => {
  const bad: readonly (readonly [string, number, Answer["json"]])[] = [
    ["GET /cats?age=x", 422, "invalid_request"],
    ["POST /cats", 415, "unsupported_media_type"],
  ];

  it.each(bad)("of %s the status is %i", async (line, status, code) => {
    const app = appWith({
      Logger: recordingLogger(),
      Errors: { InvalidStatus: 422, Body: (error) => error.code },
    });
    const answer = await (
      await serve(app)
    ).ask(line, { "X-V": "2" }, line.startsWith("POST") ? "x" : undefined);
    expect([answer.status, answer.json]).toEqual([status, code]);
  });

  it("leaves a malformed body a 400, and an application's own invalid_request what it is", async () => {
    const app = new App({ Errors: { InvalidStatus: 422 } })
      .Post("/", () => 1, WithBody(Cat))
      .Get("/", () => Promise.reject(new HTTPError(400, "mine", { code: "invalid_request" })));
    const server = await serve(app);
    expect((await server.ask("POST /", json, "{")).status).toBe(400);
    expect((await server.ask("POST /", json, "{}")).status).toBe(422);
    expect((await server.ask("GET /")).json).toEqual(errorBody(400, "invalid_request", "mine"));
  });
});

describe("headers of the application's own override those of an error", () => {
  const own = { "X-Content-Type-Options": "own", "Content-Security-Policy": "default-src 'self'" };

  it.each<[string, App]>([
    [
      "set before",
      new App()
        .Use((_req, res, next) => {
          res.set(own);
          next();
        })
        .Get("/cats", () => 1),
    ],
    ["of an HTTPError", new App().Get("/", () => Promise.reject(new HTTPError(404, "no", { headers: own })))],
  ])("%s", async (_where, app) => {
    const { headers } = await (await serve(app)).ask("GET /");
    expect(headers).toMatchObject({
      "x-content-type-options": "own",
      "content-security-policy": "default-src 'self'",
    });
  });
});

describe("a response that breaks its own contract", () => {
  const thrown = new ResponseError("it does not fit");

  it.each([{}, { PassErrors: true }])("is a 500 of the App's, logged once, with %j", async (options) => {
    const Logger = recordingLogger();
    const MapError = jest.fn(() => new HTTPError(404));
    const app = new App({ Logger, MapError, ...options }).Get("/", () => Promise.reject(thrown));
    const answer = await (await serve(app)).ask("GET /");
    expect(answer).toMatchObject({ status: 500, json: internalError });
    expect(Logger.error.mock.calls).toEqual([[expect.objectContaining({ err: thrown }), "GET / failed"]]);
    expect(MapError).not.toHaveBeenCalled();
  });
});
