import {
  App,
  AtOrBefore,
  ByPrincipal,
  FirstOf,
  FromHeader,
  ProblemDetails,
  SecurityScheme,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  VersionOf,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, VersioningOptions } from "versioned-controllers";
import { errorBody } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { serve } from "../../support/serve";

type Ask = readonly [line: string, headers?: Record<string, string>];

const listed = { Versions: ["1", "2"], UnknownVersion: "unavailable" } as const;
const header: VersioningOptions = { ...listed, Type: VersioningHeader, Header: "V" };

/** Every way to name a version, and a request that names one. */
const ways: readonly [string, VersioningOptions, (version: string, path: string, method?: string) => Ask][] =
  [
    ["header", header, (version, path, method = "GET") => [`${method} ${path}`, { V: version }]],
    [
      "media type",
      { ...listed, Type: VersioningMediaType, Key: "v" },
      (version, path, method = "GET") => [`${method} ${path}`, { Accept: `application/json;v="${version}"` }],
    ],
    [
      "path",
      { ...listed, Type: VersioningURI },
      (version, path, method = "GET") => [`${method} /v${encodeURIComponent(version)}${path}`],
    ],
    [
      "extractor",
      { ...listed, Type: VersioningCustom, Extractor: FirstOf(FromHeader("V"), () => null) },
      (version, path, method = "GET") => [`${method} ${path}`, { V: version }],
    ],
  ];

function appOf(Versioning: VersioningOptions, options: AppOptions = {}): App {
  return new App({ Versioning, Logger: recordingLogger(), ...options })
    .Get("/cats", (req) => `cats ${String(VersionOf(req))}`, WithVersion("1", "2"))
    .Get("/old", (req) => `old ${String(VersionOf(req))}`, WithVersion("1"))
    .Get("/health", () => "neutral", WithVersion(VersionNeutral));
}

const unavailable = errorBody(
  503,
  "version_unavailable",
  "the requested version is later than 2, the newest version of this instance: try again",
);

describe.each(ways)("a request for a later version: %s", (way, Versioning, asking) => {
  it.each(["3", "2.1", "10", "2.0.1"])(
    "of version %s is answered 503, whatever its path",
    async (version) => {
      const Logger = recordingLogger();
      const refused: unknown[] = [];
      const server = await serve(
        appOf(Versioning, { Logger, OnRefused: (_req, record) => void refused.push(record) }),
      );
      for (const path of ["/cats", "/new/route"]) {
        const answer = await server.ask(...asking(version, path));
        expect(answer.status).toBe(503);
        expect(answer.json).toEqual(unavailable);
        expect(answer.headers).toMatchObject({
          "retry-after": "1",
          "cache-control": "no-store",
          "version-unavailable": "2",
        });
      }
      const post = await server.ask(...asking(version, "/cats", "POST"));
      expect(post.status).toBe(503);
      expect(refused).toEqual(Array(3).fill({ Requested: [version], Reason: "unavailable" }));
      expect(Logger.error).not.toHaveBeenCalled();
      expect(Logger.warn.mock.calls).toEqual([
        [
          { component: "Router", version },
          `a request names version "${version}", which is later than all of Versions, so the answer was a 503`,
        ],
      ]);
    },
  );

  it.each(["0", "1.5", "2.0", "v3", "2024-05-01", "three", "3-rc"])(
    "of version %s is a 404",
    async (version) => {
      const answer = await (await serve(appOf(Versioning))).ask(...asking(version, "/cats"));
      expect(answer.status).toBe(404);
      expect(answer.headers).not.toHaveProperty("version-unavailable");
    },
  );

  it("is a 404 without the option, and for known versions without a route", async () => {
    const without = await serve(appOf({ ...Versioning, UnknownVersion: undefined as never }));
    expect((await without.ask(...asking("3", "/cats"))).status).toBe(404);
    const server = await serve(appOf(Versioning));
    expect((await server.ask(...asking("2", "/old"))).status).toBe(404);
    expect((await server.ask(...asking("1", "/old"))).text).toBe("old 1");
  });

  it("under PassUnmatched only where some route has method and path", async () => {
    const refused: unknown[] = [];
    const server = await serve(
      appOf(Versioning, {
        PassUnmatched: true,
        OnRefused: (_req, { Reason }) => void refused.push(Reason),
      }),
      (_req, res) => void res.send("host"),
    );
    expect((await server.ask(...asking("3", "/cats"))).status).toBe(503);
    expect((await server.ask(...asking("3", "/old"))).status).toBe(503);
    expect((await server.ask(...asking("3", "/page"))).text).toBe("host");
    expect((await server.ask(...asking("3", "/cats", "POST"))).text).toBe("host");
    expect(refused).toEqual(["unavailable", "unavailable", "unmatched", "unmatched"]);
  });

  it("a neutral route answers as ever", async () => {
    const server = await serve(appOf(Versioning));
    const answer = await server.ask(...asking("3", "/health"));
    // In a path the version's segment is no part of the neutral route's.
    expect(answer.status).toBe(way === "path" ? 503 : 200);
  });

  it("the newest here is not a preview; a preview is known", async () => {
    const previewing = { ...Versioning, Versions: ["1", "2", "3"], Lifecycle: { "3": { Preview: true } } };
    const server = await serve(appOf(previewing).Get("/next", () => "next", WithVersion("3")));
    expect((await server.ask(...asking("3", "/next"))).text).toBe("next");
    expect((await server.ask(...asking("3", "/cats"))).status).toBe(404);
    expect((await server.ask(...asking("4", "/cats"))).headers["version-unavailable"]).toBe("2");
  });

  it("the error has the application's own form", async () => {
    const answer = await (
      await serve(appOf(Versioning, { Errors: ProblemDetails }))
    ).ask(...asking("3", "/cats"));
    expect(answer.headers["content-type"]).toContain("application/problem+json");
    expect(answer.json).toMatchObject({ status: 503, code: "version_unavailable" });
  });
});

describe("several requested versions", () => {
  const Extractor = FirstOf((req) => req.get("V")?.split(","));
  const Versioning: VersioningOptions = { ...listed, Type: VersioningCustom, Extractor };
  it.each([
    ["3,2", "/cats", "cats 2"],
    ["3,2,1", "/old", "old 1"],
    ["3,2", "/old", "503"],
    ["x,2", "/old", "404"],
    ["3", "/health", "neutral"],
  ])("%s at %s: %s", async (V, path, expected) => {
    const { status, text } = await (await serve(appOf(Versioning))).ask(`GET ${path}`, { V });
    expect(status === 200 ? text : String(status)).toBe(expected);
  });
});

it("an assumed version is not one that the request names, and the plain path keeps it", async () => {
  const server = await serve(appOf({ ...listed, Type: VersioningURI, AssumeVersion: "1" }));
  expect((await server.ask("GET /cats")).text).toBe("cats 1");
  expect((await server.ask("GET /v3/cats")).status).toBe(503);
  expect((await server.ask("GET /vx/cats")).status).toBe(404);
});

it("the log remembers 100 versions, and cuts long ones", async () => {
  const Logger = recordingLogger();
  const server = await serve(appOf(header, { Logger }));
  await server.ask("GET /cats", { V: "9".repeat(2000) });
  expect(JSON.stringify(Logger.warn.mock.calls).length).toBeLessThan(500);
  for (let version = 3; version < 120; version++) await server.ask("GET /cats", { V: String(version) });
  expect(Logger.warn).toHaveBeenCalledTimes(100);
});

describe("the order of other names", () => {
  it.each([
    [["2024-05-01", "2025-01-01"], "2025-01-02", 503],
    [["2024-05-01", "2025-01-01"], "2024-06-01", 404],
    [["1.8", "1.9"], "1.10", 503],
    [["1.0.0", "2.0.0-rc.1"], "2.0.0", 503],
    [["1.0.0", "2.0.0"], "2.0.0-rc.1", 404],
  ])("%j: %s is a %i", async (Versions, V, status) => {
    const app = new App({ Versioning: { ...header, Versions }, Logger: recordingLogger() });
    const server = await serve(app.Get("/cats", () => 1, WithVersion(...Versions)));
    expect((await server.ask("GET /cats", { V })).status).toBe(status);
  });
});

describe("where no version can be later it is a Build problem", () => {
  const needs = (option: string) =>
    `AppOptions.Versioning: ${option} compares unknown versions with Versions: list only dates, numbers or semantic versions there, oldest first [versions-unordered]`;
  const named = needs('UnknownVersion: "unavailable"');
  const scheme = new SecurityScheme("key", { type: "http", scheme: "bearer" }, () => ({ pin: "3" }));
  const pins = ByPrincipal(scheme, ({ pin }) => pin, { Unknown: "unavailable" });
  const plain: VersioningOptions = { Type: VersioningHeader, Header: "V" };
  it.each<[what: string, options: VersioningOptions, problems: readonly string[]]>([
    ["without Versions", { ...plain, UnknownVersion: "unavailable" }, [named]],
    ["of other names", { ...header, Versions: ["1", "next"] }, [named]],
    ["of mixed names", { ...header, Versions: ["1", "2024-05-01"] }, [named]],
    ["in another order", { ...header, Versions: ["2", "1"] }, [named]],
    [
      "beside AtOrBefore",
      {
        ...listed,
        Versions: ["2024-05-01"],
        Type: VersioningCustom,
        Extractor: AtOrBefore(FromHeader("V")),
      },
      [
        'AppOptions.Versioning: UnknownVersion: "unavailable" has no effect with AtOrBefore, which selects the newest version if a request names a later one: remove UnknownVersion [unknown-version-compared]',
      ],
    ],
    [
      "pins without Versions",
      { ...plain, AssumeVersion: pins },
      [needs('Unknown: "unavailable" of ByPrincipal')],
    ],
    [
      "another word",
      { ...plain, AssumeVersion: ByPrincipal(scheme, () => null, { Unknown: "later" as "none" }) },
      [
        'AppOptions.Versioning.AssumeVersion: Unknown of ByPrincipal must be "refuse", "none" or "unavailable", got "later" [argument-invalid]',
      ],
    ],
  ])("%s", (_what, options, problems) => {
    expect(problemsOf(new App({ Versioning: options, Logger: recordingLogger() }))).toEqual(problems);
  });
});

describe("ByPrincipal: a pin that is not in Versions", () => {
  const scheme = new SecurityScheme("key", { type: "apiKey", in: "header", name: "Pin" }, (req) => {
    const pin = req.get("Pin");
    return pin === undefined ? undefined : { pin };
  });
  const pinned = (Unknown?: "refuse" | "none" | "unavailable") =>
    ByPrincipal(scheme, ({ pin }) => pin, Unknown === undefined ? undefined : { Unknown });

  it.each<
    [Unknown: "refuse" | "none" | "unavailable" | undefined, pin: string, path: string, expected: string]
  >([
    [undefined, "3", "/cats", "404"],
    ["refuse", "3", "/cats", "404"],
    ["refuse", "1", "/cats", "cats 1"],
    ["refuse", "3", "/shared", "shared"],
    ["none", "3", "/cats", "cats 2"],
    ["none", "0", "/cats", "cats 2"],
    ["none", "1", "/cats", "cats 1"],
    ["unavailable", "3", "/cats", "503"],
    ["unavailable", "3", "/shared", "shared"],
    ["unavailable", "0", "/cats", "cats 2"],
    ["unavailable", "x", "/cats", "cats 2"],
    ["unavailable", "1", "/cats", "cats 1"],
  ])("%s: %s at %s: %s", async (Unknown, pin, path, expected) => {
    const Logger = recordingLogger();
    const Versioning: VersioningOptions = {
      Type: VersioningHeader,
      Header: "V",
      Versions: ["1", "2"],
      AssumeVersion: FirstOf(pinned(Unknown), () => "2"),
    };
    const app = appOf(Versioning, { Logger })
      .Get("/shared", () => "version 2", WithVersion("2"))
      .Get("/shared", () => "shared", WithVersion(VersionNeutral));
    const server = await serve(app);
    for (let i = 0; i < 2; i++) {
      const { status, text } = await server.ask(`GET ${path}`, { Pin: pin });
      expect(status === 200 ? text : String(status)).toBe(expected);
    }
    expect(Logger.warn.mock.calls).toEqual(
      pin === "1"
        ? []
        : [
            [
              { component: "Router", version: pin },
              `an account is pinned to version "${pin}", which is not in Versions: add the version, or make sure that another build serves it`,
            ],
          ],
    );
    expect((await server.ask("GET /cats", { Pin: pin, V: "1" })).text).toBe("cats 1");
    expect((await server.ask("GET /cats", { Pin: pin, V: "9" })).status).toBe(404);
  });

  it("is reported however many later versions clients have named", async () => {
    const Logger = recordingLogger();
    const server = await serve(appOf({ ...header, AssumeVersion: pinned() }, { Logger }));
    for (let version = 3; version < 110; version++) await server.ask("GET /cats", { V: String(version) });
    expect(Logger.warn).toHaveBeenCalledTimes(100);
    await server.ask("GET /cats", { Pin: "3" });
    expect(Logger.warn).toHaveBeenCalledTimes(101);
  });

  it("refused is refused, also beside UnknownVersion", async () => {
    const server = await serve(appOf({ ...header, AssumeVersion: pinned() }));
    expect((await server.ask("GET /cats", { Pin: "3" })).status).toBe(404);
    expect((await server.ask("GET /cats", { V: "3" })).status).toBe(503);
  });

  it("as an Extractor, before a header", async () => {
    const Extractor = FirstOf(FromHeader("V"), pinned("unavailable"));
    const server = await serve(appOf({ Type: VersioningCustom, Versions: ["1", "2"], Extractor }));
    expect((await server.ask("GET /cats", { Pin: "3" })).headers["version-unavailable"]).toBe("2");
    expect((await server.ask("GET /cats", { Pin: "3", V: "2" })).text).toBe("cats 2");
  });

  it("within AtOrBefore every later pin has a version", async () => {
    const Logger = recordingLogger();
    const Versions = ["2024-05-01", "2025-01-01"];
    const Extractor = AtOrBefore(pinned("unavailable"));
    const app = new App({ Versioning: { Type: VersioningCustom, Versions, Extractor }, Logger });
    const server = await serve(app.Get("/", (req) => VersionOf(req), WithVersion(...Versions)));
    expect((await server.ask("GET /", { Pin: "2026-01-01" })).text).toBe("2025-01-01");
    expect(Logger.warn).not.toHaveBeenCalled();
  });
});
