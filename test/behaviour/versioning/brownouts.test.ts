import {
  App,
  VersionNeutral,
  WithGuards,
  WithLifecycle,
  WithMiddleware,
  WithVersion,
} from "versioned-controllers";
import type { Lifecycle } from "versioned-controllers";
import { problemsOf } from "../../support/problems";
import { recordingLogger } from "../../support/logger";
import { header, versioned } from "../../support/schemes";
import { serve } from "../../support/serve";

const From = "2026-03-01T12:00:00Z";
const To = "2026-03-01T13:00:00Z";

/** Version 1 has brownouts, version 2 has none; `ran` says what of the routes has run. */
function appOf(options: (typeof header)["options"], now: () => Date, life: Lifecycle = {}) {
  const ran: string[] = [];
  const app = new App({
    Logger: recordingLogger(),
    Now: now,
    Versioning: {
      ...options,
      Report: true,
      Lifecycle: { "1": { Deprecated: "2026-01-01", Brownouts: [{ From, To }], ...life } },
    },
  })
    .Get(
      "/cats",
      () => ran.push("handler"),
      WithVersion("1", "2"),
      WithMiddleware((_req, _res, next) => {
        ran.push("middleware");
        next();
      }),
      WithGuards(() => ran.push("guard") > 0),
    )
    .Get("/health", () => "well", WithVersion(VersionNeutral));
  return { app, ran };
}

describe.each(versioned)("under $name", ({ options, ask }) => {
  it.each<readonly [string, string, string, number]>([
    ["before it", "1", "2026-03-01T11:59:59.999Z", 200],
    ["From is inside", "1", From, 410],
    ["the last moment of it", "1", "2026-03-01T12:59:59.999Z", 410],
    ["To is outside", "1", To, 200],
    ["another version", "2", From, 200],
  ])("%s", async (_what, version, at, status) => {
    const { app, ran } = appOf(options, () => new Date(at));
    const asking = ask("/cats", [version]);
    const answer = await (await serve(app)).ask(`GET ${asking?.path ?? ""}`, asking?.headers);
    expect([answer.status, ran.length]).toEqual([status, status === 410 ? 0 : 3]);
  });

  it("the answer says what it is, until when, and that nobody may keep it", async () => {
    const { app } = appOf(options, () => new Date("2026-03-01T12:30:00.500Z"));
    const asking = ask("/cats", ["1"]);
    const { status, json, headers } = await (
      await serve(app)
    ).ask(`GET ${asking?.path ?? ""}`, asking?.headers);
    expect([status, json]).toMatchObject([
      410,
      {
        error: {
          code: "brownout",
          status: 410,
          message: "scheduled brownout until Sun, 01 Mar 2026 13:00:00 GMT: this version is being retired",
        },
      },
    ]);
    expect(headers).toMatchObject({
      "retry-after": "1800",
      "cache-control": "no-store",
      deprecation: "@1767225600",
      "api-version": "1",
      "api-supported-versions": "2",
    });
    expect(headers["api-deprecated-versions"]).toBeUndefined();
  });

  it("documents tell of it beforehand, and no longer once it is over", () => {
    let now = new Date("2026-02-01");
    const { app } = appOf(options, () => now);
    const operation = () =>
      Object.entries(app.Document("1").paths).find(([path]) => path.endsWith("/cats"))?.[1].get;
    expect(operation()).toMatchObject({
      deprecated: true,
      description:
        "Deprecated from 2026-01-01. Answered with 410, as if it were gone, from 2026-03-01T12:00Z to 2026-03-01T13:00Z.",
      "x-brownouts": [{ from: "2026-03-01T12:00:00.000Z", to: "2026-03-01T13:00:00.000Z" }],
      responses: {
        "200": {},
        "410": { headers: { "Retry-After": {}, "Cache-Control": {} } },
      },
    });
    now = new Date(To);
    expect(operation()?.description).toBe("Deprecated from 2026-01-01.");
    expect(Object.keys(operation()?.responses ?? {})).not.toContain("410");
    expect(operation()).not.toHaveProperty("x-brownouts");
  });
});

const ask = { "X-API-Version": "1" };

it("HEAD gets it too, and what the application has set for how long to keep answers is not sent", async () => {
  const { app } = appOf(header.options, () => new Date(From));
  app.Use((_req, res, next) => {
    res.setHeader("Cache-Control", "max-age=600");
    next();
  });
  const answer = await (await serve(app)).ask("HEAD /cats", ask);
  expect([answer.status, answer.headers["cache-control"], answer.headers["retry-after"]]).toEqual([
    410,
    "no-store",
    "3600",
  ]);
});

it("a clock that fails keeps the version in service", async () => {
  let isBroken = false;
  const { app } = appOf(header.options, () => {
    if (isBroken) throw new Error("no time");
    return new Date(From);
  });
  const server = await serve(app);
  isBroken = true;
  expect((await server.ask("GET /cats", ask)).status).toBe(200);
});

it.each<readonly [string, Lifecycle, string, string]>([
  ["a sunset that has passed comes first", { Sunset: "2026-03-01", AfterSunset: "gone" }, From, "gone"],
  ["one that is served after its sunset has brownouts too", { Sunset: "2026-03-01" }, From, "brownout"],
])("%s", async (_what, life, at, code) => {
  const { app } = appOf(header.options, () => new Date(at), life);
  expect((await (await serve(app)).ask("GET /cats", ask)).json).toMatchObject({ error: { code } });
});

describe("of a route, by WithLifecycle", () => {
  it("the nearest list replaces the others", async () => {
    const { app } = appOf(header.options, () => new Date(From));
    app
      .Get("/spared", () => 1, WithVersion("1"), WithLifecycle({ Brownouts: [] }))
      .Get("/own", () => 1, WithVersion("2"), WithLifecycle({ Brownouts: [{ From, To }] }));
    const server = await serve(app);
    expect((await server.ask("GET /spared", ask)).status).toBe(200);
    const answer = await server.ask("GET /own", { "X-API-Version": "2" });
    expect([answer.status, answer.json]).toMatchObject([410, { error: { code: "brownout" } }]);
    // One of its routes is served: so is the version.
    expect(answer.headers["api-deprecated-versions"]).toBe("1");
  });

  it("without versions too", async () => {
    const app = new App({ Now: () => new Date(From) }).Get(
      "/cats",
      () => 1,
      WithLifecycle({ Brownouts: [{ From: new Date(From), To: new Date(To) }] }),
    );
    expect((await (await serve(app)).ask("GET /cats")).status).toBe(410);
  });
});

describe("windows that can't be", () => {
  const text = "a brownout must be { From, To }, two dates with From before To, got";
  it.each<readonly [string, unknown, readonly string[]]>([
    ["no dates", [{ From: "soon", To }], [`${text} { From: "soon", To: "${To}" } [argument-invalid]`]],
    ["without an end", [{ From }], [`${text} { From: "${From}", To: undefined } [argument-invalid]`]],
    [
      "they end before they begin",
      [{ From: new Date(To), To: From }],
      [`${text} { From: 2026-03-01T13:00:00.000Z, To: "${From}" } [argument-invalid]`],
    ],
    ["empty ones", [{ From, To: From }], [`${text} { From: "${From}", To: "${From}" } [argument-invalid]`]],
    ["no window", ["2026-03-01"], [`${text} "2026-03-01" [argument-invalid]`]],
    [
      "they overlap, in whatever order they are written",
      [
        { From: "2026-03-01T12:59:00Z", To: "2026-03-02" },
        { From, To },
      ],
      [
        "the brownout from 2026-03-01T12:00:00.000Z overlaps the next brownout, which begins at 2026-03-01T12:59:00.000Z: change one of the two, or merge them [brownouts-overlap]",
      ],
    ],
    [
      "each ends as the next begins",
      [
        { From: To, To: "2026-03-02" },
        { From, To },
      ],
      [],
    ],
    ["none", [], []],
  ])("%s", (_what, Brownouts, expected) => {
    const life = { Brownouts } as Lifecycle;
    const of = (app: App) => problemsOf(app).map((problem) => problem.replace(/^.*?: /, ""));
    const versions = { ...header.options, Lifecycle: { "1": life } };
    expect(of(new App({ Versioning: versions }).Get("/a", () => 1, WithVersion("1")))).toEqual(expected);
    expect(of(new App().Get("/a", () => 1, WithLifecycle(life)))).toEqual(expected);
  });

  it("no list", () => {
    const life = { Brownouts: From } as unknown as Lifecycle;
    expect(problemsOf(new App().Get("/a", () => 1, WithLifecycle(life)))).toEqual([
      expect.stringContaining(`Brownouts must be a list, got "${From}" [argument-invalid]`),
    ]);
  });
});
