import {
  App,
  AtOrBefore,
  FirstOf,
  FromHeader,
  FromQuery,
  ProblemDetails,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  VersionOf,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, VersioningOptions } from "versioned-controllers";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { errorBody } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

type Ask = readonly [line: string, headers?: Record<string, string>];

const listed = {
  Versions: ["2", "3"],
  Retired: { "0": {}, "1": { Sunset: "2026-07-01", Link: "https://example.org/moving-to-2" } },
} as const;
const header: VersioningOptions = { ...listed, Type: VersioningHeader, Header: "V" };
const uri: VersioningOptions = { ...listed, Type: VersioningURI };

/** Every way to name a version, and a request that names one. */
const ways: readonly [string, VersioningOptions, (version: string, path: string, method?: string) => Ask][] =
  [
    ["header", header, (version, path, method = "GET") => [`${method} ${path}`, { V: version }]],
    [
      "media type",
      { ...listed, Type: VersioningMediaType, Key: "v" },
      (version, path, method = "GET") => [`${method} ${path}`, { Accept: `application/json;v="${version}"` }],
    ],
    ["path", uri, (version, path, method = "GET") => [`${method} /v${version}${path}`]],
    [
      "query",
      { ...listed, Type: VersioningCustom, Extractor: FromQuery("v") },
      (version, path, method = "GET") => [`${method} ${path}?v=${version}`],
    ],
    [
      "assumed",
      { ...header, AssumeVersion: FromHeader("W") },
      (version, path, method = "GET") => [`${method} ${path}`, { W: version }],
    ],
  ];

function appOf(Versioning: VersioningOptions, options: AppOptions = {}): App {
  return new App({ Versioning, Logger: recordingLogger(), ...options })
    .Get("/cats", (req) => `cats ${String(VersionOf(req))}`, WithVersion("2", "3"))
    .Get("/health", () => "neutral", WithVersion(VersionNeutral))
    .Get("/v1/status", () => "neutral below v1", WithVersion(VersionNeutral));
}

const gone = (version: string): unknown => errorBody(410, "gone", `version "${version}" is gone`);

describe.each(ways)("a request for a retired version: %s", (way, Versioning, asking) => {
  it("is answered 410 whatever its method and path, with the dates", async () => {
    const Logger = recordingLogger();
    const refused: unknown[] = [];
    const server = await serve(
      appOf(Versioning, { Logger, OnRefused: (_req, record) => void refused.push(record) }),
    );
    for (const asked of [asking("1", "/cats"), asking("1", "/nowhere"), asking("1", "/cats", "POST")]) {
      const answer = await server.ask(...asked);
      expect(answer.status).toBe(410);
      expect(answer.json).toEqual(gone("1"));
      expect(answer.headers).toMatchObject({
        sunset: "Wed, 01 Jul 2026 00:00:00 GMT",
        link: '<https://example.org/moving-to-2>; rel="deprecation"',
      });
    }
    expect(refused).toEqual(Array(3).fill({ Requested: ["1"], Reason: "gone" }));
    expect(Logger.error).not.toHaveBeenCalled();
    expect(Logger.warn).not.toHaveBeenCalled();
  });

  it("has no Sunset and no Link where none is given", async () => {
    const server = await serve(appOf(Versioning));
    const answer = await server.ask(...asking("0", "/cats"));
    expect(answer.json).toEqual(gone("0"));
    expect(Object.keys(answer.headers)).not.toContain("sunset");
    expect(Object.keys(answer.headers)).not.toContain("link");
    const asList = await serve(appOf({ ...Versioning, Retired: ["1"] }));
    expect((await asList.ask(...asking("1", "/cats"))).json).toEqual(gone("1"));
  });

  it("other versions answer as ever", async () => {
    const server = await serve(appOf(Versioning));
    expect((await server.ask(...asking("2", "/cats"))).text).toBe("cats 2");
    expect((await server.ask(...asking("2", "/nowhere"))).status).toBe(404);
    expect((await server.ask(...asking("9", "/cats"))).status).toBe(404);
  });

  it("a neutral route answers", async () => {
    const server = await serve(appOf(Versioning));
    const path = way === "path" ? "/status" : "/health";
    expect((await server.ask(...asking("1", path))).text).toMatch(/^neutral/);
  });

  it("without the option, the version is unknown", async () => {
    const server = await serve(appOf({ ...Versioning, Retired: [] }));
    expect((await server.ask(...asking("1", "/cats"))).status).toBe(404);
  });

  it("under PassUnmatched only where some route has method and path, but in a path always", async () => {
    const server = await serve(
      appOf(Versioning, { PassUnmatched: true }),
      (_req, res) => void res.send("host"),
    );
    expect((await server.ask(...asking("1", "/cats"))).status).toBe(410);
    const elsewhere = way === "path" ? /"gone"/ : /^host$/;
    expect((await server.ask(...asking("1", "/page"))).text).toMatch(elsewhere);
    expect((await server.ask(...asking("1", "/cats", "POST"))).text).toMatch(elsewhere);
  });
});

it("Retired is in no document, no Report and no Versions()", async () => {
  const app = appOf({ ...header, Report: true });
  expect(app.Versions()).toEqual(["2", "3"]);
  expect(() => app.Document("1")).toThrow(RangeError);
  expect(JSON.stringify(app.Document())).not.toContain('"1"');
  expect(Object.keys(app.Document().paths["/cats"]?.get?.responses ?? {})).toEqual(["200", "404"]);
  const { headers } = await (await serve(app)).ask("GET /cats", { V: "1" });
  expect(headers).toMatchObject({ "api-supported-versions": "2, 3" });
  expect(Object.keys(headers)).not.toContain("api-version");
});

describe("a request that names several versions", () => {
  const list: VersioningOptions = {
    ...listed,
    Type: VersioningCustom,
    Extractor: (req) => req.get("V")?.split(","),
  };

  it.each<readonly [what: string, sent: string, path: string, expected: string]>([
    ["a served one answers", "1,2", "/cats", "200"],
    ["the first retired", "0,1", "/cats", "0"],
    ["the first retired, in the client's order", "1,0", "/cats", "1"],
    ["retired behind unknown", "9,1", "/cats", "1"],
    ["retired before unknown", "1,9", "/cats", "1"],
    ["retired beside a known one without the route", "1,2", "/nowhere", "404"],
    ["unknown ones alone", "8,9", "/cats", "404"],
  ])("%s", async (_what, sent, path, expected) => {
    const answer = await (await serve(appOf(list))).ask(`GET ${path}`, { V: sent });
    if (answer.status === 410) expect(answer.json).toEqual(gone(expected));
    else expect(String(answer.status)).toBe(expected);
  });

  it("is refused as retired beside each UnknownVersion", async () => {
    for (const UnknownVersion of ["assume", "unavailable", "refuse"] as const) {
      const server = await serve(appOf({ ...list, UnknownVersion, AssumeVersion: "2" }));
      expect((await server.ask("GET /cats", { V: "9,1" })).json).toEqual(gone("1"));
      expect((await server.ask("GET /cats", { V: "1" })).json).toEqual(gone("1"));
    }
  });
});

describe("AtOrBefore", () => {
  const dates: VersioningOptions = {
    Type: VersioningCustom,
    Extractor: AtOrBefore(FromHeader("V")),
    Versions: ["2025-01-01", "2026-01-01"],
    Retired: ["2024-01-01", "2023-01-01"],
  };
  const app = (): App =>
    new App({ Versioning: dates, Logger: recordingLogger() }).Get(
      "/cats",
      (req) => String(VersionOf(req)),
      WithVersion("2025-01-01", "2026-01-01"),
    );

  it.each([
    ["2022-12-31", "404"],
    ["2023-01-01", "2023-01-01"],
    ["2023-12-31", "2023-01-01"],
    ["2024-01-01", "2024-01-01"],
    ["2024-12-31", "2024-01-01"],
    ["2025-01-01", "200"],
  ])("%s selects %s", async (date, expected) => {
    const answer = await (await serve(app())).ask("GET /cats", { V: date });
    if (answer.status === 410) expect(answer.json).toEqual(gone(expected));
    else expect(String(answer.status)).toBe(expected);
  });

  it("selects by Compare too, and OnRefused gets what was sent", async () => {
    const refused: unknown[] = [];
    const OnRefused: AppOptions["OnRefused"] = (_req, record) => void refused.push(record);
    const Compare = (a: string, b: string): number => Number(a) - Number(b);
    const Versioning: VersioningOptions = {
      Type: VersioningCustom,
      Extractor: AtOrBefore(FromHeader("V"), { Compare }),
      Versions: ["20", "30"],
      Retired: ["10"],
    };
    const server = await serve(
      new App({ Versioning, OnRefused }).Get("/cats", () => "", WithVersion("20", "30")),
    );
    expect((await server.ask("GET /cats", { V: "15" })).json).toEqual(gone("10"));
    expect(refused).toEqual([{ Requested: ["15"], Reason: "gone" }]);
  });
});

it("a path names a retired version before the header does", async () => {
  for (const AssumeVersion of ["2", FromHeader("V")]) {
    const app = new App({ Versioning: { ...uri, AssumeVersion } }).Get(
      "/cats",
      () => "cats",
      WithVersion("2"),
    );
    const server = await serve(app);
    expect((await server.ask("GET /v1/cats", { V: "2" })).json).toEqual(gone("1"));
    expect((await server.ask("GET /cats", { V: "2" })).text).toBe("cats");
  }
});

it("the whole prefix is the first segment", async () => {
  const server = await serve(appOf({ ...uri, Prefix: "api-" }));
  expect((await server.ask("GET /api-1")).status).toBe(410);
  expect((await server.ask("GET /api-1/")).status).toBe(410);
  expect((await server.ask("GET /v1/cats")).status).toBe(404);
  expect((await server.ask("GET /x/api-1/cats")).status).toBe(404);
});

it("the error has the application's own form, and keeps the application's own links", async () => {
  const app = appOf(header, { Errors: ProblemDetails }).Use((_req, res, next) => {
    res.setHeader("Link", '</catalog>; rel="api-catalog"');
    next();
  });
  const answer = await (await serve(app)).ask("GET /cats", { V: "1" });
  expect(answer.headers["content-type"]).toContain("application/problem+json");
  expect(answer.json).toMatchObject({ status: 410, code: "gone", detail: 'version "1" is gone' });
  expect(answer.headers.link).toBe(
    '</catalog>; rel="api-catalog", <https://example.org/moving-to-2>; rel="deprecation"',
  );
});

it("HEAD has no body; Vary names the header", async () => {
  const answer = await (await serve(appOf(header))).ask("HEAD /nowhere", { V: "1" });
  expect(answer.status).toBe(410);
  expect(answer.text).toBe("");
  expect(answer.headers.vary).toBe("V");
});

it("the diagnostics channel gets it", async () => {
  const told: unknown[] = [];
  const listen = (message: unknown): void => void told.push(message);
  subscribe("versioned-controllers:refused", listen);
  await (await serve(appOf(header))).ask("GET /cats", { V: "1" });
  unsubscribe("versioned-controllers:refused", listen);
  expect(told).toEqual([expect.objectContaining({ Requested: ["1"], Reason: "gone" })]);
});

it("one place names the version where the other is silent", async () => {
  const Extractor = FirstOf(FromHeader("V"), FromQuery("v"));
  const server = await serve(appOf({ ...listed, Type: VersioningCustom, Extractor }));
  expect((await server.ask("GET /cats?v=1")).json).toEqual(gone("1"));
  expect((await server.ask("GET /cats?v=1", { V: "2" })).text).toBe("cats 2");
});
