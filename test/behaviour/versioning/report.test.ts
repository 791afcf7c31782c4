import express, { type Application, type RequestHandler } from "express";
import {
  App,
  HTTPError,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithGuards,
  WithLifecycle,
  WithMiddleware,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, VersioningOptions } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { versioned } from "../../support/schemes";
import { recordingLogger } from "../../support/logger";
import { listen, onError, serve, type Answer } from "../../support/serve";
import { takeMessages } from "../../support/warnings";

const fields = ["api-supported-versions", "api-deprecated-versions", "api-version"] as const;

function reported({ headers }: Answer): readonly unknown[] {
  return fields.map((field) => headers[field]);
}

function appOf(versioning: VersioningOptions, options: AppOptions = {}): App {
  return new App({
    Logger: recordingLogger(),
    Now: () => new Date("2026-03-01T00:00:00Z"),
    ...options,
    Versioning: { Report: true, ...versioning },
  })
    .Get("/cats", () => ["Tom"], WithVersion("1", "2"))
    .Get("/cats", () => ["Tom"], WithVersion(VersionNeutral))
    .Get("/dogs", () => ["Rex"], WithVersion("3"))
    .Get("/missing", () => Promise.reject(new HTTPError(404)), WithVersion("2"))
    .Get("/failed", () => Promise.reject(new Error()), WithVersion("2"))
    .Get(
      "/denied",
      () => 1,
      WithVersion("2"),
      WithGuards(() => false),
    );
}

describe.each(versioned)("under $name every response says which versions there are", ({ options, ask }) => {
  const Lifecycle = { "1": { Deprecated: "2026-01-01" }, "2": { Deprecated: "2026-05-01" } };

  it.each<readonly [string, string, readonly string[], number, string | undefined]>([
    ["a version's route", "/cats", ["1"], 200, "1"],
    ["another version's", "/cats", ["2"], 200, "2"],
    ["a neutral route, which resolves none", "/cats", [], 200, undefined],
    ["an unmatched path", "/nowhere", ["1"], 404, undefined],
    ["an unserved version", "/dogs", ["9"], 404, undefined],
    ["a 404 of the route's own", "/missing", ["2"], 404, "2"],
    ["a 500", "/failed", ["2"], 500, "2"],
    ["a denial", "/denied", ["2"], 403, "2"],
  ])("%s", async (_what, path, versions, status, version) => {
    const asking = ask(path, versions);
    const server = await serve(appOf({ ...options, Lifecycle }));
    const answer = await server.ask(`GET ${asking?.path ?? ""}`, asking?.headers);
    expect([answer.status, ...reported(answer)]).toEqual([status, "2, 3", "1", version]);
  });
});

const header: VersioningOptions = { Type: VersioningHeader, Header: "V" };

describe("the two lists", () => {
  it.each<readonly [string, VersioningOptions, readonly unknown[]]>([
    ["without a Lifecycle all are supported", {}, ["1, 2, 3", undefined, "1"]],
    ["in the order of Versions", { Versions: ["3", "2", "1", "0"] }, ["3, 2, 1", undefined, "1"]],
    [
      "where all are deprecated there is no list of supported ones",
      {
        Lifecycle: {
          "1": { Deprecated: "2026-01-01" },
          "2": { Deprecated: "2026-01-01" },
          "3": { Deprecated: "2026-01-01" },
        },
      },
      [undefined, "1, 2, 3", "1"],
    ],
    [
      "deprecated from the very moment on",
      { Lifecycle: { "1": { Deprecated: "2026-03-01" } } },
      ["2, 3", "1", "1"],
    ],
    ["not yet", { Lifecycle: { "1": { Deprecated: "2026-03-02" } } }, ["1, 2, 3", undefined, "1"]],
    [
      "one that is answered with 410 is neither",
      { Lifecycle: { "3": { Sunset: "2026-03-01", AfterSunset: "gone" } } },
      ["1, 2", undefined, "1"],
    ],
    [
      "not even where it was deprecated before",
      { Lifecycle: { "3": { Deprecated: "2026-01-01", Sunset: "2026-03-01", AfterSunset: "gone" } } },
      ["1, 2", undefined, "1"],
    ],
    [
      "one that will be gone is still what it was",
      { Lifecycle: { "3": { Sunset: "2026-03-02", AfterSunset: "gone" } } },
      ["1, 2, 3", undefined, "1"],
    ],
    [
      "one that is served after its Sunset is supported",
      { Lifecycle: { "3": { Sunset: "2026-02-01" } } },
      ["1, 2, 3", undefined, "1"],
    ],
    [
      "a Sunset alone deprecates nothing",
      { Lifecycle: { "1": { Sunset: "2026-05-01" } } },
      ["1, 2, 3", undefined, "1"],
    ],
  ])("%s", async (_what, options, expected) => {
    const server = await serve(appOf({ ...header, ...options }));
    expect(reported(await server.ask("GET /cats", { V: "1" }))).toEqual(expected);
  });

  it("a version is gone with its last route", async () => {
    let now = new Date("2026-01-01");
    const gone = (Sunset: string) => WithLifecycle({ Sunset, AfterSunset: "gone" });
    const app = new App({
      Now: () => now,
      Versioning: { ...header, Report: true },
      Logger: recordingLogger(),
    })
      .Get("/cats", () => 1, WithVersion("1"), gone("2026-03-01"))
      .Get("/dogs", () => 1, WithVersion("1"), gone("2026-02-01"))
      .Get("/cats", () => 1, WithVersion("2"), gone("2026-02-01"))
      .Get("/dogs", () => 1, WithVersion("2"));
    const server = await serve(app);
    for (const [at, supported] of [
      ["2026-01-31", "1, 2"],
      ["2026-02-28", "1, 2"],
      ["2026-03-01", "2"],
    ] as const) {
      now = new Date(at);
      expect((await server.ask("GET /")).headers["api-supported-versions"]).toBe(supported);
    }
  });

  it("the clock is asked on each request", async () => {
    let now = new Date("2026-01-01");
    const Lifecycle = { "1": { Deprecated: "2026-02-01" } };
    const server = await serve(appOf({ ...header, Lifecycle }, { Now: () => now }));
    expect(reported(await server.ask("GET /cats"))).toEqual(["1, 2, 3", undefined, undefined]);
    now = new Date("2026-02-01");
    expect(reported(await server.ask("GET /cats"))).toEqual(["2, 3", "1", undefined]);
  });

  it("a clock that fails deprecates nothing, is logged, and the request goes on", async () => {
    let fails = false;
    const Logger = recordingLogger();
    const Now = () => {
      if (fails) throw new Error("no clock");
      return new Date("2026-01-01");
    };
    const Lifecycle = { "1": { Deprecated: "2025-01-01" } };
    const server = await serve(appOf({ ...header, Lifecycle }, { Now, Logger }));
    fails = true;
    const answer = await server.ask("GET /cats", { V: "1" });
    expect([answer.status, ...reported(answer)]).toEqual([200, "1, 2, 3", undefined, "1"]);
    expect(Logger.error).toHaveBeenCalledTimes(1);
  });

  it("a route's own lifecycle deprecates no version", async () => {
    const app = appOf(header).Get(
      "/old",
      () => 1,
      WithVersion("1"),
      WithLifecycle({ Deprecated: "2026-01-01" }),
    );
    expect(reported(await (await serve(app)).ask("GET /old", { V: "1" }))).toEqual([
      "1, 2, 3",
      undefined,
      "1",
    ]);
  });

  it("what no field may hold, or would look like two, is escaped", async () => {
    const names = ["1, 2", "é", "a\nb", "2024-05-01", "v=1;q"];
    const app = new App({ Versioning: { Type: VersioningURI, Report: true } }).Get(
      "/cats",
      () => 1,
      WithVersion(...names),
    );
    const server = await serve(app);
    for (const [name, escaped] of [
      ["1, 2", "1%2C%202"],
      ["é", "%C3%A9"],
      ["a\nb", "a%0Ab"],
      ["2024-05-01", "2024-05-01"],
      ["v=1;q", "v=1;q"],
    ]) {
      const answer = await server.ask(`GET /v${encodeURI(String(name))}/cats`);
      expect(reported(answer)).toEqual(["1%2C%202, %C3%A9, a%0Ab, 2024-05-01, v=1;q", undefined, escaped]);
    }
    expect(takeMessages()).toEqual([
      'AppOptions.Versioning: version "v=1;q" begins with the prefix "v", which VersioningURI adds again, so the version is served at /vv=1;q: remove the prefix from the version, or set Prefix to ""',
    ]);
  });
});

describe("every response of the App", () => {
  it("what App.Use answers, and what is gone", async () => {
    const app = appOf({
      ...header,
      Lifecycle: { "1": { Sunset: "2026-02-01", AfterSunset: "gone" } },
    }).Use((req, res, next) => {
      if (req.path === "/use") res.status(418).end();
      else next();
    });
    const server = await serve(app);
    for (const [line, status, version] of [
      ["GET /use", 418, undefined],
      ["GET /cats", 410, "1"],
    ] as const) {
      const answer = await server.ask(line, { V: "1" });
      expect([answer.status, ...reported(answer)]).toEqual([status, "2, 3", undefined, version]);
    }
  });

  it("HEAD and 304", async () => {
    const server = await serve(appOf(header));
    const { headers } = await server.ask("HEAD /cats", { V: "1" });
    expect(headers["api-version"]).toBe("1");
    const answer = await server.ask("GET /cats", { V: "1", "If-None-Match": String(headers.etag) });
    expect([answer.status, ...reported(answer)]).toEqual([304, "1, 2, 3", undefined, "1"]);
  });

  it("the assumed version is the resolved one", async () => {
    const server = await serve(appOf({ Type: VersioningURI, AssumeVersion: "2" }));
    expect((await server.ask("GET /cats")).headers["api-version"]).toBe("2");
  });
});

describe("an answer that the host gives has none of the headers", () => {
  const none = [undefined, undefined, undefined];

  it.each<readonly [string, AppOptions, (app: App) => unknown]>([
    ["what no route matches, under PassUnmatched", { PassUnmatched: true }, () => undefined],
    [
      "a handler's next()",
      {},
      (app) =>
        app.Get(
          "/",
          (_req, _res, next) => {
            next();
          },
          WithVersion("1"),
        ),
    ],
    [
      'a middleware\'s next("route")',
      {},
      (app) =>
        app.Get(
          "/",
          () => 1,
          WithVersion("1"),
          WithMiddleware((_req, _res, next) => {
            next("route");
          }),
        ),
    ],
    [
      'next("router") in App.Use',
      {},
      (app) =>
        app.Use((_req, _res, next) => {
          next("router");
        }),
    ],
    [
      "an error, under PassErrors",
      { PassErrors: true },
      (app) => app.Get("/", () => Promise.reject(new Error("lost")), WithVersion("1")),
    ],
  ])("%s", async (_what, options, add) => {
    const app = appOf({ ...header, Lifecycle: { "1": { Deprecated: "2026-01-01" } } }, options);
    add(app);
    const host: RequestHandler = (_req, res) => void res.status(299).end();
    const failed = onError((_error, res) => res.status(299).end());
    const server = await serve(app, host, failed);
    const answer = await server.ask("GET /", { V: "1" });
    expect([answer.status, ...reported(answer)]).toEqual([299, ...none]);
  });

  it("what the host has set itself before the App stays", async () => {
    const app = appOf(header, { PassUnmatched: true });
    const server = await serve(
      express()
        .use((_req, res, next) => {
          res.set({ "API-Supported-Versions": "host", "API-Version": "host" });
          next();
        })
        .use(app.Build())
        .use((_req, res) => void res.end()),
    );
    expect(reported(await server.ask("GET /nowhere"))).toEqual(["host", undefined, "host"]);
    expect(reported(await server.ask("GET /cats", { V: "1" }))).toEqual(["1, 2, 3", undefined, "1"]);
  });

  it("a handler that answers, and then calls next(), is not stopped by them", async () => {
    const app = appOf(header).Get(
      "/both",
      (_req, res, next) => {
        res.json("answered");
        next();
      },
      WithVersion("1"),
    );
    const passed = jest.fn();
    const server = await serve(express().use(app.Build()).use(passed));
    const answer = await server.ask("GET /both", { V: "1" });
    expect([answer.json, ...reported(answer)]).toEqual(["answered", "1, 2, 3", undefined, "1"]);
    expect(passed).toHaveBeenCalledTimes(1);
  });
});

describe("of several Apps, the one that answers tells its versions", () => {
  const Lifecycle = { "1": { Deprecated: "2026-01-01" } };
  const split = (version: string, options: AppOptions = {}, more: VersioningOptions = {}) =>
    new App({
      Logger: recordingLogger(),
      ...options,
      Versioning: { ...header, Report: true, ...more },
    }).Get("/cats", () => version, WithVersion(version));

  it.each<readonly [string, string, readonly unknown[]]>([
    ["the first", "1", [200, undefined, "1", "1"]],
    ["the second", "2", [200, "2", undefined, "2"]],
    ["the last, by a 404", "9", [404, "2", undefined, undefined]],
  ])("an API that is split by versions: %s", async (_what, V, expected) => {
    const server = await serve(split("1", { PassUnmatched: true }, { Lifecycle }), split("2"));
    const answer = await server.ask("GET /cats", { V });
    expect([answer.status, ...reported(answer)]).toEqual(expected);
  });

  it("one without Report tells nothing", async () => {
    const server = await serve(
      split("1", { PassUnmatched: true }, { Lifecycle }),
      split("2", {}, { Report: false }),
    );
    expect(reported(await server.ask("GET /cats", { V: "2" }))).toEqual(none);
  });

  const none = [undefined, undefined, undefined];
});

it.each<readonly [string, () => Application, readonly unknown[]]>([
  [
    "the host's answer",
    () => express().use((_req, res) => void res.status(299).end()),
    [299, undefined, undefined, undefined],
  ],
  ["the App's 404 after a host that has no answer", () => express(), [404, "1, 2, 3", undefined, undefined]],
  [
    "the App's 500 for an error of the host",
    () => express().use(() => Promise.reject(new Error("lost"))),
    [500, "1, 2, 3", undefined, undefined],
  ],
])("a server with a Host: %s", async (_what, hostOf, expected) => {
  const server = await listen(CreateServer(appOf(header), { Host: hostOf() }));
  const answer = await server.ask("GET /nowhere", { V: "1" });
  expect([answer.status, ...reported(answer)]).toEqual(expected);
});

it.each<readonly [string, VersioningOptions]>([
  ["unset", header],
  ["false", { ...header, Report: false }],
])("nothing is said where Report is %s", async (_what, Versioning) => {
  const app = new App({ Versioning }).Get("/cats", () => 1, WithVersion("1"));
  for (const line of ["GET /cats", "GET /nowhere"]) {
    expect(reported(await (await serve(app)).ask(line, { V: "1" }))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  }
});
