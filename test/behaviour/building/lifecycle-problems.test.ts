import { runInNewContext } from "node:vm";
import {
  App,
  Get,
  Router,
  Since,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithLifecycle,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, Lifecycle, VersioningOptions } from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";

const handler = () => 1;
const header: VersioningOptions = { Type: VersioningHeader, Header: "X-API-Version" };
const at = 'AppOptions.Versioning.Lifecycle["1"]';

function appOf(versioning: VersioningOptions, options: AppOptions = {}): App {
  return new App({ Logger: recordingLogger(), ...options, Versioning: versioning });
}

/** Versions 1 and 2 of two routes. */
function cats(Lifecycle: unknown, versioning: VersioningOptions = header): App {
  return appOf({ ...versioning, Lifecycle: Lifecycle as Record<string, Lifecycle> })
    .Get("/cats", handler, WithVersion("1", "2"))
    .Get("/dogs", handler, WithVersion("1"));
}

type Row = readonly [what: string, lifecycle: unknown, problem: string];

const rows: readonly Row[] = [
  ["no object", "2026-01-01", `a lifecycle must be an object, got "2026-01-01" [argument-invalid]`],
  ["null", null, `a lifecycle must be an object, got null [argument-invalid]`],
  ["a date that is none", { Deprecated: "soon" }, `Deprecated must be a date, got "soon" [argument-invalid]`],
  [
    "a day that is none",
    { Sunset: "2026-13-01" },
    `Sunset must be a date, got "2026-13-01" [argument-invalid]`,
  ],
  [
    "a day that its month lacks",
    { Sunset: "2027-02-31" },
    `Sunset must be a date, got "2027-02-31" [argument-invalid]`,
  ],
  [
    "a moment of such a day",
    { Deprecated: "2027-04-31T10:00:00Z" },
    `Deprecated must be a date, got "2027-04-31T10:00:00Z" [argument-invalid]`,
  ],
  ["a number for a date", { Sunset: 1767225600 }, `Sunset must be a date, got 1767225600 [argument-invalid]`],
  ["a Date that is none", { Sunset: new Date(NaN) }, `Sunset must be a date, got `],
  [
    "an empty Link",
    { Link: "" },
    `Link must be an address without spaces, quotes and angle brackets, got "" [argument-invalid]`,
  ],
  [
    "a Link that would end the reference",
    { Link: "https://a.example/>" },
    `Link must be an address without spaces, quotes and angle brackets, got "https://a.example/>" [argument-invalid]`,
  ],
  [
    "a Link that would end the header",
    { Link: "https://a.example/\r\nX: 1" },
    `Link must be an address without spaces, quotes and angle brackets, got `,
  ],
  [
    "a Link with a blank",
    { Link: "https://a.example/a b" },
    `Link must be an address without spaces, quotes and angle brackets, got "https://a.example/a b" [argument-invalid]`,
  ],
  ["a Successor that is no text", { Successor: 2 }, `Successor must be a version, got 2 [argument-invalid]`],
  [
    "an unknown AfterSunset",
    { AfterSunset: "410" },
    `AfterSunset must be "serve", "gone" or "successor", got "410" [argument-invalid]`,
  ],
  [
    "an unknown field",
    { deprecated: "2026-01-01" },
    'there is no option named "deprecated": correct the name, or remove the option [option-unknown-name]',
  ],
  [
    "__proto__ is no field either",
    JSON.parse('{"__proto__": 1}'),
    'there is no option named "__proto__": correct the name, or remove the option [option-unknown-name]',
  ],
];

describe("a lifecycle is judged where it is written", () => {
  it.each(rows)("of a version: %s", (_what, lifecycle, problem) => {
    const problems = problemsOf(cats({ "1": lifecycle }));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${at}: ${problem}`);
  });

  it.each(rows)("of a route: %s", (_what, lifecycle, problem) => {
    const app = new App({ Logger: recordingLogger() }).Get(
      "/cats",
      handler,
      WithLifecycle(lifecycle as Lifecycle),
    );
    const problems = problemsOf(app);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`GET /cats: ${problem}`);
  });

  it("of a router and of an Include", () => {
    const wrong = WithLifecycle({ Sunset: "never" });
    expect(problemsOf(new App().Include(new Router("/cats", wrong)))).toEqual([
      `Router /cats: Sunset must be a date, got "never" [argument-invalid]`,
    ]);
    expect(problemsOf(new App().Include(new Router("/cats"), wrong))).toEqual([
      `Include(Router /cats): Sunset must be a date, got "never" [argument-invalid]`,
    ]);
  });

  it.each<readonly [what: string, written: unknown, got: string]>([
    ["text", "2026-01-01", '"2026-01-01"'],
    ["a list", [], "a list"],
    ["a Map", new Map([["1", { Sunset: "2026-01-01" }]]), "an object"],
    ["a promise", Promise.resolve({}), "an object"],
  ])("Lifecycle that is not a plain object: %s", (_what, written, got) => {
    expect(problemsOf(cats(written))).toEqual([
      `AppOptions.Versioning: Lifecycle must be a plain object with a lifecycle for each version, got ${got} [argument-invalid]`,
    ]);
  });

  it("Lifecycle of another realm, or without a prototype, is one", () => {
    const text = '({ "1": { Sunset: "2099-01-01" } })';
    expect(problemsOf(cats(runInNewContext(text)))).toEqual([]);
    expect(problemsOf(cats(Object.assign(Object.create(null), { "1": {} })))).toEqual([]);
  });

  it("twice at one place is a problem; at two it is not", () => {
    @WithLifecycle({ Sunset: "2099-01-01" })
    @Router("/cats")
    class CatsController {
      @WithLifecycle({ Sunset: "2099-01-01" })
      @Get("/", WithLifecycle({ Link: "https://a.example/" }))
      list() {
        return 1;
      }
    }
    expect(problemsOf(new App().Include(CatsController))).toEqual([
      "CatsController.list, GET /cats: WithLifecycle is declared twice: keep one [declared-twice]",
    ]);
  });

  it("what is undefined is as good as not written", () => {
    expect(problemsOf(cats({ "1": { Deprecated: undefined, Link: undefined } }))).toEqual([]);
  });
});

describe("a version that there is not", () => {
  it.each<readonly [string, () => App, readonly string[]]>([
    [
      "a lifecycle of one",
      () => cats({ "9": { Deprecated: "2026-01-01" } }),
      [
        'AppOptions.Versioning.Lifecycle: no route answers version "9": correct the version, or remove its lifecycle [lifecycle-version-unknown]',
      ],
    ],
    [
      "a lifecycle of one, spelled in another way",
      () => cats({ v2: { Deprecated: "2026-01-01" } }),
      [
        'AppOptions.Versioning.Lifecycle: no route answers version "v2": write "2" [lifecycle-version-unknown]',
      ],
    ],
    [
      "a lifecycle of __proto__",
      () => cats(JSON.parse('{"__proto__": {"Deprecated": "2026-01-01"}}')),
      [
        'AppOptions.Versioning.Lifecycle: no route answers version "__proto__": correct the version, or remove its lifecycle [lifecycle-version-unknown]',
      ],
    ],
    [
      "the Successor of a route",
      () => appOf(header).Get("/cats", handler, WithVersion("1"), WithLifecycle({ Successor: "9" })),
      [
        'GET /cats: no route answers version "9": correct Successor, or add a route to this version [lifecycle-version-unknown]',
      ],
    ],
    [
      "the Successor of a route with several versions, told once",
      () => appOf(header).Get("/cats", handler, WithVersion("1", "2"), WithLifecycle({ Successor: "9" })),
      [
        'GET /cats: no route answers version "9": correct Successor, or add a route to this version [lifecycle-version-unknown]',
      ],
    ],
    [
      "the Successor of a version, told once and where it is written",
      () => cats({ "1": { Successor: "9" } }),
      [
        `${at}: no route answers version "9": correct Successor, or add a route to this version [lifecycle-version-unknown]`,
      ],
    ],
    [
      "a Successor that the closed list does not hold, told once",
      () => cats({ "1": { Successor: "9" } }, { ...header, Versions: ["1", "2"] }),
      [
        `${at}: version "9" is not in AppOptions.Versioning.Versions, the list of all versions ("1", "2"): correct the version, or add it to the list [version-not-listed]`,
      ],
    ],
  ])("%s", (_what, app, problems) => {
    expect(problemsOf(app())).toEqual(problems);
  });

  it("one of the closed list may have a lifecycle, whether a route answers it or not", () => {
    const versioning = { ...header, Versions: ["0", "1", "2"] };
    expect(problemsOf(cats({ "0": { Sunset: "2099-01-01" } }, versioning))).toEqual([]);
  });
});

describe("a sunset before its deprecation is a problem", () => {
  const text =
    "Sunset must not be earlier than Deprecated, but 2099-01-01T00:00:00.000Z is earlier than 2099-02-01T00:00:00.000Z: correct one of the two [sunset-before-deprecation]";
  const wrong: Lifecycle = { Deprecated: "2099-02-01", Sunset: "2099-01-01" };

  it.each<readonly [string, () => App, readonly string[]]>([
    ["of a route", () => new App().Get("/cats", handler, WithLifecycle(wrong)), [`GET /cats: ${text}`]],
    [
      "of a route in two versions, told once",
      () => appOf(header).Get("/cats", handler, WithVersion("1", "2"), WithLifecycle(wrong)),
      [`GET /cats: ${text}`],
    ],
    [
      "whichever places the two were written at",
      () =>
        new App().Include(
          new Router("/cats", WithLifecycle({ Sunset: "2099-01-01" })).Get("/", handler),
          WithLifecycle({ Deprecated: "2099-02-01" }),
        ),
      [`GET /cats: ${text}`],
    ],
    [
      "a route's own before its version's",
      () =>
        appOf({ ...header, Lifecycle: { "1": { Deprecated: "2099-02-01" } } })
          .Get("/cats", handler, WithVersion("1"), WithLifecycle({ Sunset: "2099-01-01" }))
          .Get("/dogs", handler, WithVersion("1")),
      [`GET /cats: ${text}`],
    ],
    [
      "of a router without routes",
      () => new App().Include(new Router("/cats", WithLifecycle(wrong))),
      [`Router /cats: ${text}`],
    ],
    [
      "of a listed version that no route answers",
      () => cats({ "0": wrong }, { ...header, Versions: ["0", "1", "2"] }),
      [`AppOptions.Versioning.Lifecycle["0"]: ${text}`],
    ],
    [
      "of a version, whose routes are told too",
      () => cats({ "1": wrong }),
      [`AppOptions.Versioning.Lifecycle["1"]: ${text}`, `GET /cats: ${text}`, `GET /dogs: ${text}`],
    ],
  ])("%s", (_what, app, problems) => {
    expect(problemsOf(app())).toEqual(problems);
  });

  it.each<readonly [string, Lifecycle]>([
    ["at the same moment", { Deprecated: "2099-01-01", Sunset: "2099-01-01" }],
    ["after it", { Deprecated: "2099-01-01", Sunset: "2099-01-02" }],
    ["alone", { Sunset: "2099-01-01" }],
  ])("%s it is not a problem", (_what, lifecycle) => {
    expect(problemsOf(new App().Get("/cats", handler, WithLifecycle(lifecycle)))).toEqual([]);
  });
});

describe("Build warns of a sunset that has passed", () => {
  const Now = () => new Date("2026-07-01T00:00:00Z");

  function warningsOf(versioning: VersioningOptions, build: (app: App) => unknown): readonly unknown[] {
    const Logger = recordingLogger();
    const app = appOf(versioning, { Logger, Now });
    build(app);
    app.Build();
    return Logger.warn.mock.calls;
  }

  it.each<readonly [string, VersioningOptions, (app: App) => unknown, readonly string[]]>([
    [
      "of a version, once",
      { ...header, Lifecycle: { "1": { Sunset: "2026-06-30" } } },
      (app) => app.Get("/cats", handler, WithVersion("1", "2")).Get("/dogs", handler, WithVersion("1")),
      [
        'version "1" (2 routes) has passed its sunset, Tue, 30 Jun 2026 00:00:00 GMT, but is still served: set AfterSunset, or remove the version from its routes',
      ],
    ],
    [
      "of each version by itself, and of a route with a sunset of its own",
      { ...header, Lifecycle: { "1": { Sunset: "2026-06-29" }, "2": { Sunset: "2026-06-30" } } },
      (app) =>
        app
          .Get("/cats", handler, WithVersion("1", "2"))
          .Get("/dogs", handler, WithVersion("1"), WithLifecycle({ Sunset: "2026-06-28" }))
          .Get("/mice", handler, WithVersion("1"), WithLifecycle({ AfterSunset: "gone" })),
      [
        'version "1" (1 route) has passed its sunset, Mon, 29 Jun 2026 00:00:00 GMT, but is still served: set AfterSunset, or remove the version from its routes',
        'version "2" (1 route) has passed its sunset, Tue, 30 Jun 2026 00:00:00 GMT, but is still served: set AfterSunset, or remove the version from its routes',
        "GET /dogs of version 1 has passed its sunset, Sun, 28 Jun 2026 00:00:00 GMT, but is still served: set AfterSunset, or remove the version from its routes",
        "GET /mice of version 1 has passed its sunset, Mon, 29 Jun 2026 00:00:00 GMT, so its requests are answered with 410",
      ],
    ],
    [
      "of a version that is gone",
      { ...header, Lifecycle: { "1": { Sunset: "2026-06-30", AfterSunset: "gone" } } },
      (app) => app.Get("/cats", handler, WithVersion("1")),
      [
        'version "1" (1 route) has passed its sunset, Tue, 30 Jun 2026 00:00:00 GMT, so its requests are answered with 410',
      ],
    ],
    [
      "under URI, where the path says which version",
      { Type: VersioningURI },
      (app) => app.Get("/cats", handler, WithVersion("1"), WithLifecycle({ Sunset: "2026-06-30" })),
      [
        "GET /v1/cats has passed its sunset, Tue, 30 Jun 2026 00:00:00 GMT, but is still served: set AfterSunset, or remove the version from its routes",
      ],
    ],
    [
      "of a neutral route",
      header,
      (app) =>
        app.Get("/health", handler, WithVersion(VersionNeutral), WithLifecycle({ Sunset: "2026-06-30" })),
      [
        "GET /health has passed its sunset, Tue, 30 Jun 2026 00:00:00 GMT, but is still served: set AfterSunset, or remove the version from its routes",
      ],
    ],
    [
      "while versioning is off",
      {},
      (app) => app.Get("/cats", handler, WithLifecycle({ Sunset: "2026-06-30" })),
      [
        "GET /cats has passed its sunset, Tue, 30 Jun 2026 00:00:00 GMT, but is still served: set AfterSunset, or remove the version from its routes",
      ],
    ],
    [
      "at that very moment",
      {},
      (app) => app.Get("/cats", handler, WithLifecycle({ Sunset: "2026-07-01" })),
      [
        "GET /cats has passed its sunset, Wed, 01 Jul 2026 00:00:00 GMT, but is still served: set AfterSunset, or remove the version from its routes",
      ],
    ],
    [
      "not of one that is to come",
      {},
      (app) => app.Get("/cats", handler, WithLifecycle({ Sunset: "2026-07-02" })),
      [],
    ],
    [
      "not of a deprecation",
      {},
      (app) => app.Get("/cats", handler, WithLifecycle({ Deprecated: "2020-01-01" })),
      [],
    ],
    [
      "not of a version that the route has no more",
      { ...header, Versions: ["1", "2"], Lifecycle: { "1": { Sunset: "2026-06-30" } } },
      (app) => app.Get("/cats", handler, Since("2")),
      [],
    ],
  ])("%s", (_what, versioning, build, messages) => {
    expect(warningsOf(versioning, build).map((call) => (call as readonly unknown[])[1])).toEqual(messages);
  });

  it("through the Logger, with the component, the method and the path", () => {
    const [call] = warningsOf({}, (app) =>
      app.Get("/cats", handler, WithLifecycle({ Sunset: "2026-06-30" })),
    );
    expect(call).toEqual([
      { component: "Router", method: "GET", path: "/cats" },
      "GET /cats has passed its sunset, Tue, 30 Jun 2026 00:00:00 GMT, but is still served: set AfterSunset, or remove the version from its routes",
    ]);
  });
});
