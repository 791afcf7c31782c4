import { subscribe, unsubscribe } from "node:diagnostics_channel";
import {
  App,
  AtOrBefore,
  FirstOf,
  FromHeader,
  FromQuery,
  VersioningCustom,
  VersioningURI,
  VersionNeutral,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, Lifecycle, VersioningOptions } from "versioned-controllers";
import { header, uri, versioned } from "../../support/schemes";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const Lifecycle: Record<string, Lifecycle> = {
  "1": { Sunset: "2026-02-01", AfterSunset: "gone" },
  "2": { Brownouts: [{ From: "2026-03-01", To: "2026-03-02" }] },
};

function appOf(versioning: VersioningOptions, options: AppOptions = {}): App {
  return new App({
    Logger: recordingLogger(),
    Now: () => new Date("2026-03-01"),
    ...options,
    Versioning: { Lifecycle, ...versioning },
  })
    .Get("/cats", () => "Tom", WithVersion("1", "2", "3"))
    .Get("/shared", () => "Tom", WithVersion(VersionNeutral));
}

describe.each(versioned)("under $name", ({ name, options, ask }) => {
  // A function that reads versions is asked only where a route is.
  const sentNowhere = name === "VersioningCustom" ? [] : ["3"];

  it.each<readonly [string, string, string | undefined, readonly unknown[]]>([
    ["a path that no route has", "/nowhere", "3", ["unmatched", sentNowhere]],
    ["a version that there is not", "/cats", "9", ["unmatched", ["9"]]],
    ["no version", "/cats", undefined, ["unmatched", []]],
    ["what is gone", "/cats", "1", ["gone", ["1"]]],
    ["a brownout", "/cats", "2", ["brownout", ["2"]]],
    ["nothing that is answered", "/cats", "3", []],
  ])("it is called for %s", async (_what, path, version, expected) => {
    const told: unknown[] = [];
    const OnRefused: AppOptions["OnRefused"] = (req, { Reason, Requested }) => {
      expect(req.method).toBe("GET");
      told.push(Reason, Requested);
    };
    const asking = ask(path, version === undefined ? [] : [version]);
    await (await serve(appOf(options, { OnRefused }))).ask(`GET ${asking?.path ?? ""}`, asking?.headers);
    expect(told).toEqual(expected);
  });
});

it("it is called before PassUnmatched passes the request on", async () => {
  const order: string[] = [];
  const app = appOf(uri.options, { PassUnmatched: true, OnRefused: () => order.push("OnRefused") });
  await (
    await serve(app, (_req, res) => {
      order.push("host");
      res.end();
    })
  ).ask("GET /nowhere");
  expect(order).toEqual(["OnRefused", "host"]);
});

it("what it throws, or its promise rejects with, is logged, and the request goes on", async () => {
  for (const OnRefused of [
    () => {
      throw new Error("no metrics");
    },
    () => Promise.reject(new Error("no metrics")),
  ]) {
    const Logger = recordingLogger();
    const answer = await (
      await serve(appOf(uri.options, { Logger, OnRefused: OnRefused as () => void }))
    ).ask("GET /nowhere");
    expect(answer.status).toBe(404);
    expect(Logger.error).toHaveBeenCalledTimes(1);
  }
});

describe("Requested is what the client sent", () => {
  const dates = ["2024-01-01", "2025-01-01"];
  const byDate = AtOrBefore(FromHeader("X-Date"));
  const rows: readonly (readonly [string, VersioningOptions, string, Record<string, string>, unknown])[] = [
    [
      "the date that AtOrBefore was given",
      { Type: VersioningCustom, Versions: dates, Extractor: byDate },
      "/dated",
      { "X-Date": "2025-05-05" },
      ["2025-01-01", ["2025-05-05"]],
    ],
    [
      "within others",
      { Type: VersioningCustom, Versions: dates, Extractor: FirstOf(FromQuery("v"), byDate) },
      "/dated",
      { "X-Date": "2024-12-31" },
      ["2024-01-01", ["2024-12-31"]],
    ],
    [
      "a date before all, and text that is none",
      { Type: VersioningCustom, Versions: dates, Extractor: FirstOf(byDate, FromQuery("v")) },
      "/shared",
      { "X-Date": "2020-01-01" },
      [undefined, ["2020-01-01"]],
    ],
    [
      "by an extractor as AssumeVersion",
      { Type: VersioningURI, Versions: dates, AssumeVersion: byDate },
      "/dated",
      { "X-Date": "2025-05-05" },
      ["2025-01-01", ["2025-05-05"]],
    ],
    [
      "the path, beside it",
      { Type: VersioningURI, Versions: dates, AssumeVersion: byDate },
      "/v2024-01-01/dated",
      { "X-Date": "2025-05-05" },
      ["2024-01-01", ["2024-01-01"]],
    ],
    [
      "nothing where a fixed version was assumed",
      { ...header.options, Versions: dates, AssumeVersion: "2024-01-01" },
      "/dated",
      {},
      ["2024-01-01", []],
    ],
  ];

  it.each(rows)("%s", async (_what, versioning, path, headers, expected) => {
    const told: unknown[] = [];
    const app = new App({
      Versioning: versioning,
      OnMatch: (_req, { Version, Requested }) => told.push(Version, Requested),
    })
      .Get("/dated", () => 1, WithVersion(...dates))
      .Get("/shared", () => 1, WithVersion(VersionNeutral));
    await (await serve(app)).ask(`GET ${path}`, headers);
    expect(told).toEqual(expected);
  });

  it.each(rows.slice(0, 5))("OnRefused and Explain say the same of a 404: %s", async (...row) => {
    const [, versioning, path, headers, expected] = row;
    const told: unknown[] = [];
    const app = new App({
      Versioning: { ...versioning, Explain: true },
      OnRefused: (_req, { Requested }) => told.push(Requested),
    }).Post("/dated", () => 1, WithVersion(...dates));
    const { json } = await (await serve(app)).ask(`GET ${path}`, headers);
    const [, sent] = expected as readonly [unknown, unknown];
    expect([told, json]).toMatchObject([[sent], { error: { version: { requested: sent } } }]);
  });
});

it("under VersioningURI a listed version that no route answers is the requested one too", async () => {
  const told: unknown[] = [];
  const app = new App({
    Versioning: { ...uri.options, Versions: ["1", "2"], Explain: true },
    OnRefused: (_req, { Requested }) => told.push(Requested),
  }).Get("/cats", () => 1, WithVersion("2"));
  const { json } = await (await serve(app)).ask("GET /v1/dogs");
  expect([told, json]).toMatchObject([[["1"]], { error: { version: { requested: ["1"], served: [] } } }]);
});

it.each<VersioningOptions>([{}, { AssumeVersion: "3" }])(
  "what a hook does to Requested reaches no other request, with %j",
  async (versioning) => {
    const told: unknown[] = [];
    const hook = (_req: unknown, { Requested }: { Requested: readonly string[] }): void => {
      told.push([...Requested]);
      (Requested as string[]).push("9");
    };
    const app = appOf({ ...header.options, ...versioning }, { OnMatch: hook, OnRefused: hook });
    const server = await serve(app);
    for (const path of ["/shared", "/shared", "/nowhere", "/nowhere"]) await server.ask(`GET ${path}`);
    expect(told).toEqual([[], [], [], []]);
  },
);

describe("diagnostics channels", () => {
  const channels = ["versioned-controllers:match", "versioned-controllers:refused"];

  it("they say what OnMatch and OnRefused get, with the request", async () => {
    const told: unknown[] = [];
    const listen = (message: unknown, name: string | symbol): void => {
      const { Request, Route, ...others } = message as { Request: { url: string }; Route?: { Path: string } };
      told.push([name, Request.url, Route?.Path, others]);
    };
    for (const name of channels) subscribe(name, listen);
    const server = await serve(appOf(uri.options));
    for (const path of ["/v3/cats", "/v2/cats", "/nowhere"]) await server.ask(`GET ${path}`);
    for (const name of channels) unsubscribe(name, listen);
    await server.ask("GET /v3/cats");
    const [match, refused] = channels;
    expect(told).toEqual([
      [match, "/v3/cats", "/cats", { Address: "/v3/cats", Version: "3", Requested: ["3"], Changes: [] }],
      [match, "/v2/cats", "/cats", { Address: "/v2/cats", Version: "2", Requested: ["2"], Changes: [] }],
      [refused, "/v2/cats", undefined, { Requested: ["2"], Reason: "brownout", Address: "/v2/cats" }],
      [refused, "/nowhere", undefined, { Requested: [], Reason: "unmatched" }],
    ]);
  });
});
