import {
  App,
  ByPrincipal,
  FirstOf,
  FromHeader,
  FromQuery,
  ProblemDetails,
  SecurityScheme,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersionNeutral,
  VersionOf,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, VersioningOptions } from "versioned-controllers";
import { errorBody } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const refuse = { UnknownVersion: "refuse" } as const;
const header: VersioningOptions = { ...refuse, Type: VersioningHeader, Header: "V" };
const query: VersioningOptions = { ...refuse, Type: VersioningCustom, Extractor: FromQuery("v") };

function appOf(Versioning: VersioningOptions, options: AppOptions = {}): App {
  return new App({ Versioning, Logger: recordingLogger(), ...options })
    .Get("/cats", (req) => `cats ${String(VersionOf(req))}`, WithVersion("1", "2"))
    .Get("/old", (req) => `old ${String(VersionOf(req))}`, WithVersion("1"))
    .Get("/mixed", (req) => `mixed ${String(VersionOf(req))}`, WithVersion("1"))
    .Get("/mixed", () => "mixed neutral", WithVersion(VersionNeutral))
    .Get("/health", () => "neutral", WithVersion(VersionNeutral));
}

const refusal = (requested: readonly string[], served: readonly string[]): unknown =>
  errorBody(400, "version_unknown", `version "${String(requested[0])}" is not known here`, {
    requested,
    served,
  });

describe.each<readonly [string, VersioningOptions, (path: string) => [string, Record<string, string>?]]>([
  ["header", header, (path) => [`GET ${path}`, { V: "9" }]],
  [
    "media type",
    { ...header, Type: VersioningMediaType, Key: "v" },
    (path) => [`GET ${path}`, { Accept: "text/plain;v=9" }],
  ],
  ["query", query, (path) => [`GET ${path}?v=9`]],
  ["assumed", { ...header, AssumeVersion: FromHeader("W") }, (path) => [`GET ${path}`, { W: "9" }]],
])("UnknownVersion: refuse, by %s", (_way, Versioning, asking) => {
  it("answers 400 with the versions that have the route", async () => {
    const refused: unknown[] = [];
    const Logger = recordingLogger();
    const server = await serve(
      appOf(Versioning, { Logger, OnRefused: (_req, record) => void refused.push(record) }),
    );
    const answer = await server.ask(...asking("/cats"));
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual(refusal(["9"], ["1", "2"]));
    expect(answer.headers).toMatchObject({ "version-unknown": "9", "api-supported-versions": "1, 2" });
    const old = await server.ask(...asking("/old"));
    expect(old.json).toEqual(refusal(["9"], ["1"]));
    expect(old.headers).toMatchObject({ "version-unknown": "9", "api-supported-versions": "1, 2" });
    expect(refused).toEqual(Array(2).fill({ Requested: ["9"], Reason: "unknown" }));
    expect(Logger.error).not.toHaveBeenCalled();
    expect(Logger.warn).not.toHaveBeenCalled();
  });

  it("a neutral route comes first; elsewhere it is the 404", async () => {
    const server = await serve(appOf(Versioning));
    expect((await server.ask(...asking("/health"))).text).toBe("neutral");
    expect((await server.ask(...asking("/mixed"))).text).toBe("mixed neutral");
    const answer = await server.ask(...asking("/nowhere"));
    expect(answer.status).toBe(404);
    expect(answer.json).toMatchObject({ error: { code: "not_found" } });
    expect(Object.keys(answer.headers)).not.toContain("version-unknown");
  });

  it("is the same under PassUnmatched", async () => {
    const server = await serve(
      appOf(Versioning, { PassUnmatched: true }),
      (_req, res) => void res.send("host"),
    );
    expect((await server.ask(...asking("/cats"))).json).toEqual(refusal(["9"], ["1", "2"]));
    expect((await server.ask(...asking("/nowhere"))).text).toBe("host");
  });
});

describe("what is not refused", () => {
  it.each<readonly [what: string, options: VersioningOptions, line: string, sent: string | undefined]>([
    ["a known version that lacks the route", header, "GET /old", "2"],
    ["a listed version without routes", { ...header, Versions: ["0", "1", "2"] }, "GET /cats", "0"],
    ["none is named", header, "GET /cats", undefined],
    ["another method", header, "POST /cats", "9"],
    ["without the option", { Type: VersioningHeader, Header: "V" }, "GET /cats", "9"],
    ["a fixed AssumeVersion without routes", { ...header, AssumeVersion: "9" }, "GET /cats", undefined],
  ])("%s", async (_what, options, line, sent) => {
    const answer = await (await serve(appOf(options))).ask(line, sent === undefined ? {} : { V: sent });
    expect(answer.status).toBe(404);
    expect(Object.keys(answer.headers)).not.toContain("version-unknown");
  });

  it("an account's pin is the 404 as ever", async () => {
    const Key = new SecurityScheme("key", { type: "apiKey", in: "header", name: "K" }, (req) => req.get("K"));
    const Extractor = FirstOf(
      FromHeader("V"),
      ByPrincipal(Key, (key) => key),
    );
    const options = { ...refuse, Versions: ["1", "2"], Type: VersioningCustom, Extractor } as const;
    const server = await serve(appOf(options));
    expect((await server.ask("GET /cats", { K: "9" })).status).toBe(404);
    expect((await server.ask("GET /cats", { K: "9", V: "8" })).json).toEqual(refusal(["8"], ["1", "2"]));
  });
});

it("of several unknown versions the first is named, and a known one among them answers", async () => {
  const Extractor: VersioningOptions["Extractor"] = (req) => req.get("V")?.split(",");
  const server = await serve(appOf({ ...refuse, Type: VersioningCustom, Extractor }));
  const answer = await server.ask("GET /cats", { V: "9,8" });
  expect(answer.json).toEqual(refusal(["9", "8"], ["1", "2"]));
  expect(answer.headers["version-unknown"]).toBe("9");
  expect((await server.ask("GET /cats", { V: "9,2" })).text).toBe("cats 2");
  expect((await server.ask("GET /old", { V: "9,2" })).status).toBe(404);
});

it("HEAD is answered by the GET route's versions", async () => {
  const answer = await (await serve(appOf(header))).ask("HEAD /cats", { V: "9" });
  expect(answer.status).toBe(400);
  expect(answer.headers["version-unknown"]).toBe("9");
});

describe("what a client may name", () => {
  it.each<readonly [what: string, version: string, message: string, header: string | undefined]>([
    ["quotes are escaped", 'a"b', 'version "a\\"b" is not known here', 'a"b'],
    ["a line break", "a\r\nX: y", 'version "a\\r\\nX: y" is not known here', undefined],
    ["signs above U+00FF", "日本", 'version "日本" is not known here', undefined],
    ["outer blanks", " 9 ", 'version " 9 " is not known here', undefined],
    ["an inner blank", "v 9", 'version "v 9" is not known here', "v 9"],
    ["Latin-1", "é", 'version "é" is not known here', "é"],
    ["an object's own member", "__proto__", 'version "__proto__" is not known here', "__proto__"],
    [
      "more than 100 signs",
      "x".repeat(101),
      `version "${"x".repeat(100)}" is not known here`,
      "x".repeat(101),
    ],
    [
      "more than a proxy takes in a header",
      "x".repeat(1001),
      `version "${"x".repeat(100)}" is not known here`,
      undefined,
    ],
  ])("%s", async (_what, version, message, expected) => {
    const answer = await (await serve(appOf(query))).ask(`GET /cats?v=${encodeURIComponent(version)}`);
    expect(answer.json).toEqual(
      errorBody(400, "version_unknown", message, { requested: [version], served: ["1", "2"] }),
    );
    expect(answer.headers["version-unknown"]).toBe(expected);
  });
});

it("lists no preview, and no version that is over", async () => {
  const Lifecycle = {
    "0": { Sunset: "2026-01-01", AfterSunset: "gone" },
    "2": { Deprecated: "2026-01-01" },
    "3": { Preview: true },
  } as const;
  const options: VersioningOptions = { ...header, Versions: ["0", "1", "2", "3"], Lifecycle };
  const app = new App({
    Versioning: options,
    Logger: recordingLogger(),
    Now: () => new Date("2026-06-01"),
  }).Get("/cats", () => "", WithVersion("0", "3", "2", "1"));
  const answer = await (await serve(app)).ask("GET /cats", { V: "9" });
  expect(answer.json).toEqual(refusal(["9"], ["1", "2"]));
  expect(answer.headers["api-supported-versions"]).toBe("1");
  expect(Object.keys(answer.headers)).not.toContain("api-deprecated-versions");
});

it("follows lifecycles that change at run time", async () => {
  let time = 0;
  jest.spyOn(performance, "now").mockImplementation(() => time);
  let lives: Record<string, object> = {};
  const options: VersioningOptions = { ...header, Lifecycle: () => lives };
  const server = await serve(appOf(options, { Now: () => new Date("2026-06-01") }));
  expect((await server.ask("GET /cats", { V: "9" })).json).toEqual(refusal(["9"], ["1", "2"]));
  lives = { "1": { Sunset: "2026-01-01", AfterSunset: "gone" } };
  time += 1000;
  const answer = await server.ask("GET /cats", { V: "9" });
  expect(answer.json).toEqual(refusal(["9"], ["2"]));
  expect(answer.headers["api-supported-versions"]).toBe("2");
  jest.restoreAllMocks();
});

it("the error has the application's own form; Report says the same", async () => {
  const app = appOf({ ...header, Report: true }, { Errors: ProblemDetails });
  const answer = await (await serve(app)).ask("GET /cats", { V: "9" });
  expect(answer.headers).toMatchObject({
    "content-type": "application/problem+json",
    "api-supported-versions": "1, 2",
    "version-unknown": "9",
    vary: "V",
  });
  expect(answer.json).toMatchObject({
    status: 400,
    code: "version_unknown",
    details: { requested: ["9"], served: ["1", "2"] },
  });
});
