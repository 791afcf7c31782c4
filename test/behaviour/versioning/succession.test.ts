import {
  App,
  Before,
  Change,
  FromHeader,
  Get,
  HTTPError,
  VersioningCustom,
  VersioningURI,
  VersionNeutral,
  VersionOf,
  WithLifecycle,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, Lifecycle, VersioningOptions } from "versioned-controllers";
import { problemsOf } from "../../support/problems";
import { recordingLogger } from "../../support/logger";
import { header, uri, versioned } from "../../support/schemes";
import { serve, type Answer } from "../../support/serve";

const sunset = "2026-07-01T00:00:00Z";
const after = () => new Date(sunset);
const before = () => new Date("2026-06-30T23:59:59.999Z");

const moved = Change("2", "`/from` is `/to`.");

const Lifecycle = {
  "1": {
    Deprecated: "2026-01-01",
    Sunset: sunset,
    Successor: "2",
    Link: "https://example.com/moving",
    AfterSunset: "successor",
  },
} as const;

function appOf(versioning: VersioningOptions, options: AppOptions = {}): App {
  return new App({
    Logger: recordingLogger(),
    Now: after,
    ...options,
    Versioning: { Lifecycle, Report: true, Versions: ["1", "2", "3"], ...versioning },
  })
    .Get("/cats", (req) => [VersionOf(req)], WithVersion("1", "2", "3"))
    .Get("/cats/{id}", (req) => [VersionOf(req), req.params.id], WithVersion("1"))
    .Get("/cats/{name}", (req) => [VersionOf(req), req.params.name, "newer"], WithVersion("2"))
    .Get("/old", (req) => [VersionOf(req)], WithVersion("1"))
    .Get("/new", (req) => [VersionOf(req)], WithVersion("2"))
    .Get("/kept", (req) => [VersionOf(req)], WithVersion("1"), WithLifecycle({ AfterSunset: "serve" }))
    .Get("/kept", (req) => [VersionOf(req)], WithVersion("2"))
    .Get("/longer", (req) => [VersionOf(req)], WithVersion("1"), WithLifecycle({ Sunset: "2030-01-01" }))
    .Get("/ended", (req) => [VersionOf(req)], WithVersion("1"), WithLifecycle({ AfterSunset: "gone" }))
    .Get("/failing", (req) => Promise.reject(new HTTPError(409, VersionOf(req))), WithVersion("2"))
    .Get("/to", (req) => [VersionOf(req)], WithVersion("1", "2"), Before(moved, Get("/from")))
    .Get("/shared", (req) => [VersionOf(req) ?? "neutral"], WithVersion(VersionNeutral));
}

describe.each(versioned)("under $name", ({ options, ask }) => {
  const asked = async (app: App, path: string, version: string): Promise<Answer> => {
    const asking = ask(path, [version]);
    return (await serve(app)).ask(`GET ${asking?.path ?? ""}`, asking?.headers);
  };

  it.each<readonly [string, string, string, unknown]>([
    ["a route that both have", "1", "/cats", ["2"]],
    ["the parameters are the successor's", "1", "/cats/a%20b", ["2", "a b", "newer"]],
    ["a route that only the successor has", "1", "/new", ["2"]],
    ["a route that the successor has not", "1", "/old", 404],
    ["a route that the successor has moved, at its old address", "1", "/from", 404],
    ["and at its new one", "1", "/to", ["2"]],
    ["a route that is kept by a lifecycle of its own", "1", "/kept", ["1"]],
    ["a route with a later sunset", "1", "/longer", ["1"]],
    ["a route that is gone all the same", "1", "/ended", 410],
    ["an error of the successor's", "1", "/failing", 409],
    ["the successor itself", "2", "/cats", ["2"]],
    ["another version", "3", "/cats", ["3"]],
    ["a version that there is not", "9", "/cats", 404],
  ])("after the sunset: %s", async (_what, version, path, expected) => {
    const answer = await asked(appOf(options), path, version);
    expect(Array.isArray(expected) ? answer.json : answer.status).toEqual(expected);
  });

  it.each([
    ["/cats", ["1"]],
    ["/old", ["1"]],
    ["/from", ["1"]],
    ["/to", 404],
    ["/new", 404],
  ])("before the sunset: %s", async (path, expected) => {
    const answer = await asked(appOf(options, { Now: before }), path, "1");
    expect(Array.isArray(expected) ? answer.json : answer.status).toEqual(expected);
  });

  it("the lifecycle's headers are those of the version asked for, API-Version is what answered", async () => {
    const paths = { "/cats": "../v2/cats", "/new?a=1": "../v2/new?a=1", "/failing": "../v2/failing" };
    for (const [path, moved] of Object.entries(paths)) {
      const { headers } = await asked(appOf(options), path, "1");
      const page = `<https://example.com/moving>; rel="deprecation", <https://example.com/moving>; rel="sunset"`;
      const successor = options.Type === VersioningURI ? `, <${moved}>; rel="successor-version"` : "";
      expect(headers).toMatchObject({
        deprecation: "@1767225600",
        sunset: "Wed, 01 Jul 2026 00:00:00 GMT",
        link: page + successor,
        "api-version": "2",
        "api-supported-versions": "2, 3",
        // Some of its routes are kept.
        "api-deprecated-versions": "1",
      });
    }
  });

  it("its document stays its own", () => {
    const [then, now] = [before, after].map((Now) => appOf(options, { Now }).Document("1"));
    expect(Object.keys(now?.paths ?? {})).toEqual(Object.keys(then?.paths ?? {}));
    const path = options.Type === VersioningURI ? "/v1/cats" : "/cats";
    expect(now?.paths[path]?.get).toEqual(then?.paths[path]?.get);
    expect(now?.paths[path]?.get?.description).toBe(
      "Deprecated from 2026-01-01. Served until 2026-07-01. From then on version 2 answers its requests. See <https://example.com/moving>.",
    );
  });

  it("OnMatch gets the version that answers, and the one that was sent", async () => {
    const told: unknown[] = [];
    const OnMatch: AppOptions["OnMatch"] = (_req, { Route, Version, Requested }) => {
      told.push([Route.Path, Version, Requested]);
    };
    await asked(appOf(options, { OnMatch }), "/cats/7", "1");
    expect(told).toEqual([["/cats/{name}", "2", ["1"]]]);
  });

  it("Report leaves out a version all of whose requests another answers", async () => {
    const app = new App({
      Logger: recordingLogger(),
      Now: after,
      Versioning: { ...options, Report: true, Lifecycle },
    }).Get("/cats", () => 1, WithVersion("1", "2"));
    const { headers } = await asked(app, "/cats", "1");
    expect([headers["api-supported-versions"], headers["api-deprecated-versions"]]).toEqual(["2", undefined]);
  });
});

it("the version that answers is named in Content-Type under media types", async () => {
  const scheme = versioned.find(({ options }) => "Key" in options);
  const answer = await (
    await serve(appOf(scheme?.options ?? {}))
  ).ask("GET /cats", { Accept: "application/json;v=1" });
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8; v=2");
});

it("in a list of versions it is where the version was", async () => {
  const scheme = versioned.find(({ options }) => options.Type === VersioningCustom);
  const server = await serve(appOf(scheme?.options ?? {}));
  const ask = async (path: string, versions: readonly string[]) =>
    (await server.ask(`GET ${path}`, scheme?.ask(path, versions)?.headers)).json;
  expect(await ask("/cats", ["9", "1", "3"])).toEqual(["2"]);
  expect(await ask("/old", ["1"])).toMatchObject({ error: { status: 404 } });
  expect(await ask("/shared", ["1"])).toEqual(["neutral"]);
});

describe("assumed versions fall forward too", () => {
  it.each<readonly [string, VersioningOptions]>([
    ["a header", { ...header.options, AssumeVersion: "1" }],
    ["the plain path", { ...uri.options, AssumeVersion: "1" }],
    ["an extractor, at the plain path", { ...uri.options, AssumeVersion: () => "1" }],
  ])("%s", async (_scheme, versioning) => {
    const answer = await (await serve(appOf(versioning))).ask("GET /cats");
    expect([answer.json, answer.headers["api-version"]]).toEqual([["2"], "2"]);
  });

  it("beside a path that names a version", async () => {
    const server = await serve(appOf({ ...uri.options, AssumeVersion: FromHeader("X-V") }));
    expect((await server.ask("GET /v1/cats", { "X-V": "3" })).json).toEqual(["2"]);
    expect((await server.ask("GET /v3/cats", { "X-V": "1" })).json).toEqual(["3"]);
    expect((await server.ask("GET /cats", { "X-V": "1" })).json).toEqual(["2"]);
  });
});

it("under VersioningURI a neutral route may be where the version's paths are", async () => {
  const app = appOf(uri.options).Get("/v1/{rest...}", () => ["neutral"], WithVersion(VersionNeutral));
  const server = await serve(app);
  expect((await server.ask("GET /v1/new")).json).toEqual(["2"]);
  expect((await server.ask("GET /v1/nowhere")).json).toEqual(["neutral"]);
});

it("a clock that fails keeps the version in service", async () => {
  let isBroken = false;
  const Now = (): Date => {
    if (isBroken) throw new Error("no time");
    return after();
  };
  const server = await serve(appOf(header.options, { Now }));
  isBroken = true;
  expect((await server.ask("GET /cats", { "X-API-Version": "1" })).json).toEqual(["1"]);
});

it("Build tells of it once the sunset has passed", () => {
  const Logger = recordingLogger();
  new App({ Logger, Now: after, Versioning: { ...header.options, Lifecycle } })
    .Get("/cats", () => 1, WithVersion("1", "2"))
    .Build();
  expect(Logger.warn.mock.calls.map(([, message]) => message as unknown)).toEqual([
    'version "1" (1 route) has passed its sunset, Wed, 01 Jul 2026 00:00:00 GMT, so its successor answers requests for this version',
  ]);
});

describe("a successor that stays is needed", () => {
  const at = 'AppOptions.Versioning.Lifecycle["1"]: ';
  const text = `${at}AfterSunset: "successor" needs a Successor, a released version without a Sunset, but `;
  const end = ": set Successor to another version [successor-needed]";
  it.each<readonly [string, Record<string, Lifecycle>, readonly string[]]>([
    ["none", { "1": { AfterSunset: "successor" } }, [`${text}no Successor is set${end}`]],
    [
      "itself",
      { "1": { AfterSunset: "successor", Successor: "1" } },
      [`${text}version "1" is the version itself${end}`],
    ],
    [
      "one with an end of its own",
      { "1": { AfterSunset: "successor", Successor: "2" }, "2": { Sunset: "2030-01-01" } },
      [`${text}version "2" has a Sunset${end}`],
    ],
    [
      "a preview",
      { "1": { AfterSunset: "successor", Successor: "2" }, "2": { Preview: true } },
      [`${text}version "2" is a preview${end}`],
    ],
    [
      "one that there is not",
      { "1": { AfterSunset: "successor", Successor: "9" } },
      [
        `${at}no route answers version "9": correct Successor, or add a route to this version [lifecycle-version-unknown]`,
      ],
    ],
    [
      "one that is deprecated",
      { "1": { AfterSunset: "successor", Successor: "2" }, "2": { Deprecated: "2026-01-01" } },
      [],
    ],
  ])("%s", (_what, lives, expected) => {
    const app = new App({ Versioning: { ...header.options, Lifecycle: lives } });
    expect(problemsOf(app.Get("/cats", () => 1, WithVersion("1", "2")))).toEqual(expected);
  });

  it("of a route that names another one, too", () => {
    const lives = { "1": Lifecycle["1"], "3": { Sunset: "2030-01-01" } };
    const app = new App({ Versioning: { ...header.options, Lifecycle: lives } })
      .Get("/cats", () => 1, WithVersion("2", "3"))
      .Get("/cats", () => 1, WithVersion("1"), WithLifecycle({ Successor: "3" }));
    expect(problemsOf(app)).toEqual([expect.stringContaining(`version "3" has a Sunset${end}`)]);
  });

  it.each<readonly [string, Lifecycle, string]>([
    ["AfterSunset", { AfterSunset: "successor", Successor: "2" }, 'AfterSunset: "successor"'],
    ["Preview", { Preview: true }, "Preview"],
    ["Preview, whatever it says", { Preview: false }, "Preview"],
  ])("it is said of whole versions only: %s", (_what, life, field) => {
    const app = new App({ Versioning: header.options }).Get(
      "/cats",
      () => 1,
      WithVersion("1", "2"),
      WithLifecycle(life),
    );
    expect(problemsOf(app)).toEqual([
      `GET /cats: ${field} applies to a whole version, and not to one route: set it in AppOptions.Versioning.Lifecycle [lifecycle-of-version]`,
    ]);
  });
});
