import express from "express";
import {
  App,
  FirstOf,
  FromCookie,
  FromHeader,
  FromMediaType,
  FromQuery,
  Hidden,
  HTTPError,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  WithGuards,
  WithLifecycle,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, VersioningOptions } from "versioned-controllers";
import { schemes } from "../../support/schemes";
import { errorBody, unmatched, uuid } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

type Headers = Record<string, string | readonly string[]>;

function appOf(Versioning: VersioningOptions, options: AppOptions = {}): App {
  return new App({ Logger: recordingLogger(), ...options, Versioning: { Explain: true, ...Versioning } })
    .Get("/cats", () => ["Tom"], WithVersion("1"))
    .Get("/cats", () => ["Tom"], WithVersion("2"))
    .Get("/cats/{id}", () => "Tom", WithVersion("2"))
    .Get("/cats/me", () => "Tom", WithVersion("3"))
    .Post("/cats", () => "Tom", WithVersion("3"))
    .Get("/health", () => "well", WithVersion(VersionNeutral));
}

/** The uniform 404 of `line`, and what it says of versions. */
function explained(line: string, version: object): unknown {
  const error = { code: "not_found", message: `no route matches ${line}`, status: 404, version };
  return { error, request_id: expect.stringMatching(uuid) as unknown };
}

const header: VersioningOptions = { Type: VersioningHeader, Header: "X-API-Version" };
const source = "header X-API-Version";

describe("the 404 says what was asked for, where, and what is served at that method and path", () => {
  it.each<readonly [string, string, Headers, object]>([
    [
      "an unserved version",
      "GET /cats",
      { "X-API-Version": "9" },
      { requested: ["9"], source, served: ["1", "2"] },
    ],
    ["no version", "GET /cats", {}, { requested: [], source, served: ["1", "2"] }],
    [
      "a version that has another route",
      "GET /cats/7",
      { "X-API-Version": "1" },
      { requested: ["1"], source, served: ["2"] },
    ],
    [
      "a path that two versions have by other templates",
      "GET /cats/me",
      { "X-API-Version": "1" },
      { requested: ["1"], source, served: ["2", "3"] },
    ],
    ["another method", "POST /cats", { "X-API-Version": "1" }, { requested: ["1"], source, served: ["3"] }],
    [
      "a path that no version has",
      "GET /dogs",
      { "X-API-Version": "1" },
      { requested: ["1"], source, served: [] },
    ],
    [
      "a method that no version has",
      "PUT /cats",
      { "X-API-Version": "1" },
      { requested: ["1"], source, served: [] },
    ],
    [
      "a malformed escape",
      "GET /cats/%zz",
      { "X-API-Version": "2" },
      { requested: ["2"], source, served: [] },
    ],
    [
      "__proto__ is a version like any other",
      "GET /cats",
      { "X-API-Version": "__proto__" },
      { requested: ["__proto__"], source, served: ["1", "2"] },
    ],
  ])("%s", async (_what, line, headers, version) => {
    const answer = await (await serve(appOf(header))).ask(line, headers);
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual(explained(line, version));
  });

  it.each<readonly [string, VersioningOptions, Headers, readonly string[], string]>([
    [
      "media type",
      { Type: VersioningMediaType, Key: "V=" },
      { Accept: "a/b;v=9" },
      ["9"],
      "Accept parameter v",
    ],
    ["FromHeader", { Type: VersioningCustom, Extractor: FromHeader("V") }, { V: "9" }, ["9"], "header V"],
    ["FromQuery", { Type: VersioningCustom, Extractor: FromQuery("v") }, {}, [], "query parameter v"],
    [
      "FromCookie",
      { Type: VersioningCustom, Extractor: FromCookie("v") },
      { Cookie: "v=9" },
      ["9"],
      "cookie v",
    ],
    [
      "FromMediaType",
      { Type: VersioningCustom, Extractor: FromMediaType("v") },
      { Accept: "a/b;v=9" },
      ["9"],
      "Accept parameter v",
    ],
    [
      "FirstOf",
      { Type: VersioningCustom, Extractor: FirstOf(FromHeader("V"), FromQuery("v")) },
      { V: "9" },
      ["9"],
      "header V, query parameter v",
    ],
    [
      "an application's own extractor",
      { Type: VersioningCustom, Extractor: () => ["9", "8"] },
      {},
      ["9", "8"],
      "custom",
    ],
  ])("the source in words: %s", async (_what, options, headers, requested, where) => {
    const answer = await (await serve(appOf(options))).ask("GET /cats", headers);
    expect(answer.json).toEqual(explained("GET /cats", { requested, source: where, served: ["1", "2"] }));
  });

  it.each<readonly [string, string, readonly string[], readonly string[]]>([
    ["an undeclared version of a path", "GET /v9/cats", ["9"], ["1", "2"]],
    ["a version without the route", "GET /v1/cats/7", ["1"], ["2"]],
    ["the plain path", "GET /cats", [], ["1", "2"]],
    ["a plain path that no version has", "GET /dogs", [], []],
    ["an undeclared version of no path", "GET /v9/dogs", [], []],
    ["a declared version of no path", "GET /v1/dogs", ["1"], []],
    ["another method", "POST /v1/cats", ["1"], ["3"]],
    ["another spelling of a version", "GET /%769/cats", [], []],
    ["a malformed escape", "GET /v%zz/cats", [], []],
    ["the Prefix alone", "GET /v/cats", [], []],
  ])("under URI: %s", async (_what, line, requested, served) => {
    const answer = await (await serve(appOf({ Type: VersioningURI }))).ask(line);
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual(explained(line, { requested, source: "path", served }));
  });

  it.each<readonly [string, string, string, readonly string[], readonly string[]]>([
    ["a Prefix of its own", "version-", "GET /version-9/cats", ["9"], ["1", "2"]],
    ["no Prefix", "", "GET /9/cats", ["9"], ["1", "2"]],
    ["no Prefix, and no version", "", "GET /cats", [], ["1", "2"]],
  ])("under URI: %s", async (_what, Prefix, line, requested, served) => {
    const answer = await (await serve(appOf({ Type: VersioningURI, Prefix }))).ask(line);
    expect(answer.json).toEqual(explained(line, { requested, source: "path", served }));
  });

  it("while versioning is off there is nothing to explain", async () => {
    const app = new App({ Versioning: { Explain: true } }).Get("/cats", () => 1);
    const { json } = await (await serve(app)).ask("GET /dogs");
    expect(json).toEqual({
      error: { code: "not_found", message: "no route matches GET /dogs", status: 404 },
      request_id: expect.any(String) as string,
    });
  });

  it.each<readonly [string, string, readonly string[]]>([
    ["a declared version", "GET /v1", ["1"]],
    ["with a trailing slash", "GET /v1/", ["1"]],
    ["an undeclared version", "GET /v9", ["9"]],
  ])("under URI, the root of a version: %s", async (_what, line, requested) => {
    const app = appOf({ Type: VersioningURI }).Get("/", () => "root", WithVersion("2", "3"));
    const answer = await (await serve(app)).ask(line);
    expect(answer.json).toEqual(explained(line, { requested, source: "path", served: ["2", "3"] }));
  });

  it("behind a mount path, with the path as the client sent it", async () => {
    const host = express().use("/api", appOf({ Type: VersioningURI }).Build());
    const answer = await (await serve(host)).ask("GET /api/v9/cats?a=1");
    const version = { requested: ["9"], source: "path", served: ["1", "2"] };
    expect(answer.json).toEqual(explained("GET /api/v9/cats", version));
  });

  it("in the order of Versions", async () => {
    const app = appOf({ ...header, Versions: ["3", "2", "1"] });
    const answer = await (await serve(app)).ask("GET /cats");
    expect(answer.json).toEqual(explained("GET /cats", { requested: [], source, served: ["2", "1"] }));
  });
});

describe("it never changes status, code or message", () => {
  const lines = [
    "GET /",
    "GET /cats",
    "HEAD /cats",
    "GET /v1/cats",
    "GET /v9/cats",
    "POST /cats",
    "GET /cats/7",
    "GET /cats/me",
    "GET /cats/%zz",
    "GET /health",
    "GET /v1/health",
    "GET /dogs",
    "GET /gone",
    "GET /v1/gone",
    "GET /guarded",
    "GET /v1/guarded",
    "OPTIONS /cats",
    "GET /missing",
    "GET /v1/missing",
  ];

  describe.each(schemes.filter(({ name }) => name !== "VersioningNone"))("$name", ({ options, ask }) => {
    it.each([undefined, "1", "2", "9", "__proto__"])("of a request for %s", async (version) => {
      const servers = await Promise.all(
        [true, false].map((Explain) =>
          serve(
            appOf({ ...options, Explain })
              .Get(
                "/gone",
                () => 1,
                WithVersion("1"),
                WithLifecycle({ Sunset: "2020-01-01", AfterSunset: "gone" }),
              )
              .Get(
                "/guarded",
                () => 1,
                WithVersion("1"),
                WithGuards(() => false),
              )
              .Get("/missing", () => Promise.reject(new HTTPError(404, "no such cat")), WithVersion("1")),
          ),
        ),
      );
      for (const line of lines) {
        const [method = "", path = ""] = line.split(" ");
        const asking = ask(path, version === undefined ? [] : [version]);
        if (!asking) throw new Error("one version can be asked for everywhere");
        const [with_, without] = await Promise.all(
          servers.map(async (server) => {
            const answer = await server.ask(`${method} ${asking.path}`, asking.headers);
            const isError = answer.status >= 400 && method !== "HEAD";
            const { error } = (isError ? answer.json : {}) as { error?: Record<string, unknown> };
            return [answer.status, error?.code, error?.message, error?.status, answer.headers.vary];
          }),
        );
        expect([line, with_]).toEqual([line, without]);
      }
    });
  });
});

describe("off by default", () => {
  it.each<readonly [string, VersioningOptions]>([
    ["header", header],
    ["URI", { Type: VersioningURI }],
  ])("%s", async (_scheme, options) => {
    const app = new App({ Versioning: options }).Get("/cats", () => 1, WithVersion("1"));
    const answer = await (await serve(app)).ask("GET /cats");
    expect(answer.json).toEqual(unmatched("GET /cats"));
  });
});

describe("brownouts to come, of the versions at that method and path", () => {
  const Lifecycle = {
    "1": {
      Deprecated: "2026-01-01",
      Brownouts: [
        { From: "2026-06-01T12:00:00Z", To: "2026-06-01T13:00:00Z" },
        { From: "2026-03-01T12:00:00Z", To: "2026-03-01T13:00:00Z" },
        { From: "2026-02-01T12:00:00Z", To: "2026-02-01T13:00:00Z" },
      ],
    },
  };
  const told = (from: string, to: string): object => ({ version: "1", from, to });
  const march = told("2026-03-01T12:00:00.000Z", "2026-03-01T13:00:00.000Z");
  const june = told("2026-06-01T12:00:00.000Z", "2026-06-01T13:00:00.000Z");

  const unnamed = { requested: [], source, served: ["1", "2"] };
  const inPath = { requested: ["9"], source: "path", served: ["1", "2"] };

  it.each<readonly [string, string, VersioningOptions, string, object]>([
    ["two", "2026-02-15", header, "GET /cats", { ...unnamed, brownouts: [march, june] }],
    [
      "two, of a path",
      "2026-02-15",
      { Type: VersioningURI },
      "GET /v9/cats",
      { ...inPath, brownouts: [march, june] },
    ],
    ["one that is on", "2026-03-01T12:59:59Z", header, "GET /cats", { ...unnamed, brownouts: [march, june] }],
    ["one that is over", "2026-03-01T13:00:00Z", header, "GET /cats", { ...unnamed, brownouts: [june] }],
    ["none left", "2026-06-01T13:00:00Z", header, "GET /cats", unnamed],
    ["those of another route", "2026-02-15", header, "GET /cats/7", { ...unnamed, served: ["2"] }],
  ])("%s, at %s", async (_, at, options, asked, version) => {
    const app = appOf({ ...options, Lifecycle }, { Now: () => new Date(at) });
    const answer = await (await serve(app)).ask(asked);
    expect(answer.json).toEqual(explained(asked, version));
  });
});

describe("nothing beyond the versions at that method and path", () => {
  it("of a guarded route: only its versions, and its guard is not run", async () => {
    const guard = jest.fn(() => false);
    const app = new App({ Versioning: { ...header, Explain: true } })
      .Get("/secret", () => "Tom", WithVersion("1"), WithGuards(guard))
      .Get("/secret/plans", () => "Tom", WithVersion("7"), WithGuards(guard))
      .Post("/secret", () => "Tom", WithVersion("8"), WithGuards(guard));
    const answer = await (await serve(app)).ask("GET /secret", { "X-API-Version": "9" });
    expect(answer.json).toEqual(explained("GET /secret", { requested: ["9"], source, served: ["1"] }));
    expect(guard).not.toHaveBeenCalled();
  });

  it("a denial, an error of a route and a gone one say nothing of versions", async () => {
    const app = appOf(header)
      .Get(
        "/denied",
        () => 1,
        WithVersion("1"),
        WithGuards(() => false),
      )
      .Get("/missing", () => Promise.reject(new HTTPError(404, "no such cat")), WithVersion("1"));
    const server = await serve(app);
    const denied = await server.ask("GET /denied", { "X-API-Version": "1" });
    expect(denied.json).toEqual(errorBody(403, "forbidden", "Forbidden"));
    const missing = await server.ask("GET /missing", { "X-API-Version": "1" });
    expect(missing.json).toEqual(errorBody(404, "not_found", "no such cat"));
  });

  it("neutral routes and routes without a version are not reported", async () => {
    const app = new App({ Versioning: { ...header, Explain: true }, Logger: recordingLogger() })
      .Get("/cats", () => 1, WithVersion("1"))
      .Get("/drafts", () => 1)
      .Get("/hidden", () => 1, Hidden(), WithVersion("2"));
    const server = await serve(app);
    expect((await server.ask("GET /drafts")).json).toEqual(
      explained("GET /drafts", { requested: [], source, served: [] }),
    );
    // A hidden route is left out of the document alone.
    expect((await server.ask("GET /hidden")).json).toEqual(
      explained("GET /hidden", { requested: [], source, served: ["2"] }),
    );
  });

  it("HEAD has no body, and is served where GET is", async () => {
    const answer = await (await serve(appOf(header))).ask("HEAD /cats");
    expect([answer.status, answer.text]).toEqual([404, ""]);
    expect(Number(answer.headers["content-length"])).toBeGreaterThan(0);
  });
});

it("what PassUnmatched leaves to the host is not explained", async () => {
  const app = appOf(header, { PassUnmatched: true });
  const server = await serve(app, (_req, res) => void res.send("host"));
  expect((await server.ask("GET /nowhere")).text).toBe("host");
});

describe("with AssumeVersion", () => {
  const moving: VersioningOptions = { Type: VersioningURI, AssumeVersion: FromHeader("V") };
  const fixed: VersioningOptions = { ...header, AssumeVersion: "9" };

  it.each<readonly [string, VersioningOptions, string, Headers, object]>([
    [
      "a plain path under URI: what stands in",
      moving,
      "GET /cats",
      { V: "9" },
      { requested: ["9"], source: "header V", served: ["1", "2"] },
    ],
    [
      "a plain path under URI, with nothing to stand in",
      moving,
      "GET /cats",
      {},
      { requested: [], source: "path", served: ["1", "2"] },
    ],
    [
      "a path that names a version, whatever the header says",
      moving,
      "GET /v1/cats/7",
      { V: "2" },
      { requested: ["1"], source: "path", served: ["2"] },
    ],
    [
      "a path that seems to name one",
      moving,
      "GET /v9/cats",
      { V: "1" },
      { requested: ["9"], source: "path", served: ["1", "2"] },
    ],
    [
      "a fixed version where none is named",
      fixed,
      "GET /cats",
      {},
      { requested: [], source: "AssumeVersion", served: ["1", "2"] },
    ],
    [
      "an application's own function",
      { ...header, AssumeVersion: () => Promise.resolve(["9", "8"]) },
      "GET /cats",
      {},
      { requested: ["9", "8"], source: "AssumeVersion", served: ["1", "2"] },
    ],
    [
      "the version that is named",
      fixed,
      "GET /cats",
      { "X-API-Version": "8" },
      { requested: ["8"], source, served: ["1", "2"] },
    ],
  ])("%s", async (_what, options, line, headers, version) => {
    const answer = await (await serve(appOf(options))).ask(line, headers);
    expect(answer.json).toEqual(explained(line, version));
  });
});
