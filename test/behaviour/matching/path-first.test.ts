import express, { type RequestHandler } from "express";
import {
  App,
  AtOrBefore,
  ByPrincipal,
  Described,
  FirstOf,
  FromHeader,
  FromQuery,
  HTTPError,
  SecurityScheme,
  VersioningCustom,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  VersionOf,
  WithVersion,
  type AppOptions,
  type VersionExtractor,
  type VersioningOptions,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
import { listen, serve, type Served } from "../../support/serve";

const OnRefused = jest.fn();

/** A function that reads versions, in each of its places. The answer 418 shows that it was called. */
const asked = jest.fn((): string => {
  throw new HTTPError(418, "asked");
});
const scheme = new SecurityScheme("key", { type: "apiKey", in: "header", name: "X-Key" }, asked as never);
const custom = (Extractor: VersionExtractor): VersioningOptions => ({ Type: VersioningCustom, Extractor });
const readers: readonly (readonly [string, VersioningOptions])[] = [
  ["an Extractor", custom(asked)],
  ["an Extractor in FirstOf", custom(FirstOf(FromHeader("X-V"), asked))],
  ["an Extractor in Described", custom(Described(asked, { Header: "X-V" }))],
  ["an Extractor in AtOrBefore", custom(AtOrBefore(FirstOf(asked, FromHeader("X-V")), { Compare: compare }))],
  ["AssumeVersion", { Type: VersioningHeader, Header: "X-V", AssumeVersion: asked }],
  ["AssumeVersion under VersioningURI", { Type: VersioningURI, AssumeVersion: asked }],
  [
    "AssumeVersion beside UnknownVersion",
    { Type: VersioningHeader, Header: "X-V", AssumeVersion: asked, UnknownVersion: "assume" },
  ],
  ["ByPrincipal", { Type: VersioningHeader, Header: "X-V", AssumeVersion: ByPrincipal(scheme, () => "1") }],
];

function compare(one: string, other: string): number {
  return Number(one) - Number(other);
}

function appOf(versioning: VersioningOptions, options: AppOptions = {}): App {
  return new App({ OnRefused, ...options, Versioning: { Versions: ["1", "2"], ...versioning } })
    .Get("/cats", () => 1, WithVersion("1"))
    .Get("/cats/{id}", () => 1, WithVersion("2"))
    .Get("/neutral", () => 1, WithVersion(VersionNeutral))
    .Get("/shared", () => 1, WithVersion("2"))
    .Get("/shared", () => 1, WithVersion(VersionNeutral));
}

/** `asked` if the function was called, else the status; 299 is the host's. */
const lines: readonly (readonly [line: string, expected: "asked" | 200 | 299])[] = [
  ["GET /dogs", 299],
  ["POST /cats", 299],
  ["GET /cats/7/kittens", 299],
  ["GET /%zz", 299],
  ["GET /neutral", 200],
  ["HEAD /neutral", 200],
  ["GET /cats", "asked"],
  ["HEAD /cats", "asked"],
  ["GET /cats/7?a=1", "asked"],
  ["GET /shared", "asked"],
];

describe.each(readers)("%s is asked only where some version has a route", (_what, versioning) => {
  const host: RequestHandler = (_req, res) => void res.sendStatus(299);

  it.each(lines)("%s: %s", async (line, expected) => {
    const servers: readonly (readonly [Served, passed: number])[] = [
      [await serve(appOf(versioning)), 404],
      [await serve(appOf(versioning, { PassUnmatched: true }), host), 299],
      [await listen(CreateServer(appOf(versioning))), 404],
      [await listen(CreateServer(appOf(versioning), { Host: express().use(host) })), 299],
    ];
    for (const [server, passed] of servers) {
      jest.clearAllMocks();
      const { status } = await server.ask(line);
      expect(status).toBe(expected === "asked" ? 418 : expected === 299 ? passed : expected);
      expect(asked).toHaveBeenCalledTimes(expected === "asked" ? 1 : 0);
      const told = [[expect.anything(), { Requested: [], Reason: "unmatched" }]];
      expect(OnRefused.mock.calls).toEqual(expected === 299 ? told : []);
    }
  });
});

it.each<readonly [string, VersioningOptions, Record<string, string | readonly string[]>, object]>([
  ["a function names nothing", custom(() => "2"), {}, { Requested: [] }],
  ["a header", { Type: VersioningHeader, Header: "X-V" }, { "X-V": "2" }, { Requested: ["2"] }],
  [
    "a header beside a function",
    custom(FirstOf(() => "1", FromHeader("X-V"))),
    { "X-V": "2" },
    { Requested: ["2"] },
  ],
  [
    "a header with a function as AssumeVersion",
    { Type: VersioningHeader, Header: "X-V", AssumeVersion: () => "1" },
    { "X-V": "2" },
    { Requested: ["2"] },
  ],
  [
    "a place in AssumeVersion",
    { ...custom(() => null), AssumeVersion: FirstOf(FromQuery("v"), FromHeader("X-V")) },
    { "X-V": "2" },
    { Requested: ["2"] },
  ],
  [
    "an unreadable place",
    { Type: VersioningHeader, Header: "X-V", AssumeVersion: () => "1" },
    { "X-V": ["2", "2"] },
    { Requested: [], Unreadable: ["header X-V: sent on 2 lines"] },
  ],
])("elsewhere OnRefused gets what the package's own sources read: %s", async (...row) => {
  const [, versioning, headers, told] = row;
  for (const PassUnmatched of [false, true]) {
    OnRefused.mockClear();
    await (await serve(appOf(versioning, { PassUnmatched }))).ask("GET /nowhere", headers);
    expect(OnRefused.mock.calls).toEqual([[expect.anything(), { ...told, Reason: "unmatched" }]]);
  }
});

it("a route that declares no version does not count", async () => {
  asked.mockClear();
  const app = new App({ Versioning: custom(asked), Logger: recordingLogger() }).Get("/cats", () => 1);
  expect((await (await serve(app)).ask("GET /cats")).status).toBe(404);
  expect(asked).not.toHaveBeenCalled();
});

describe.each<[string, VersioningOptions["AssumeVersion"]]>([
  ["none", undefined],
  ["a fixed version", "2"],
  ["an extractor", FromHeader("X-Assumed")],
])("the version in a path counts, with %s as AssumeVersion", (_what, AssumeVersion) => {
  const ended = { Sunset: "2020-01-01", AfterSunset: "successor", Successor: "2" } as const;
  const moving = (PassUnmatched: boolean): App =>
    new App({
      Logger: recordingLogger(),
      OnRefused,
      PassUnmatched,
      Versioning: {
        Type: VersioningURI,
        Versions: ["1", "2"],
        Lifecycle: { "1": ended },
        UnknownVersion: "unavailable",
        ...(AssumeVersion === undefined ? {} : { AssumeVersion }),
      },
    })
      .Get("/cats", VersionOf, WithVersion("1", "2"))
      .Get("/dogs", VersionOf, WithVersion("2"));

  it.each<[path: string, status: number, refused: readonly unknown[]]>([
    ["/v1/dogs", 200, []],
    ["/v3/dogs", 503, [{ Requested: ["3"], Reason: "unavailable" }]],
    ["/v1/nowhere", 299, [{ Requested: ["1"], Reason: "unmatched" }]],
    ["/nowhere", 299, [{ Requested: [], Reason: "unmatched" }]],
  ])("%s", async (path, status, refused) => {
    const host: RequestHandler = (_req, res) => void res.sendStatus(299);
    const servers = [
      await serve(moving(true), host),
      await listen(CreateServer(moving(false), { Host: express().use(host) })),
    ];
    for (const server of servers) {
      OnRefused.mockClear();
      expect((await server.ask(`GET ${path}`)).status).toBe(status);
      expect(OnRefused.mock.calls.map(([, told]: unknown[]) => told)).toEqual(refused);
    }
  });
});
