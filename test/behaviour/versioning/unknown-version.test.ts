import {
  App,
  AtOrBefore,
  FromHeader,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningNone,
  VersioningURI,
  VersionNeutral,
  VersionOf,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, VersioningOptions } from "versioned-controllers";
import { internals } from "../../../src/core/model/app-internals";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { serve } from "../../support/serve";

type Headers = Record<string, string>;

const byHeader: VersioningOptions = { Type: VersioningHeader, Header: "V" };
const unset: VersioningOptions = { ...byHeader, AssumeVersion: "1" };
const withoutAssumption: VersioningOptions = { ...byHeader, UnknownVersion: "assume" };
const header: VersioningOptions = { ...unset, UnknownVersion: "assume" };

/** Every route says the version that it was resolved to. */
function appOf(Versioning: VersioningOptions, options: AppOptions = {}): App {
  return new App({ Versioning, Logger: recordingLogger(), ...options })
    .Get("/cats", (req) => `cats ${String(VersionOf(req))}`, WithVersion("1", "2"))
    .Get("/cats", () => "cats neutral", WithVersion(VersionNeutral))
    .Get("/dogs", (req) => `dogs ${String(VersionOf(req))}`, WithVersion("2"))
    .Get("/health", () => "health neutral", WithVersion(VersionNeutral));
}

async function by(Versioning: VersioningOptions, line: string, headers: Headers): Promise<string> {
  const { status, text } = await (await serve(appOf(Versioning))).ask(line, headers);
  return status === 200 ? text : String(status);
}

const accept: VersioningOptions = { ...header, Type: VersioningMediaType, Key: "v" };
const listed: VersioningOptions = { ...header, Versions: ["0", "1", "2"] };
const list: VersioningOptions = {
  ...header,
  Type: VersioningCustom,
  Extractor: (req) => Promise.resolve(req.get("V")?.split(",")),
};

describe("a request that names only unknown versions is one that names none", () => {
  it.each<readonly [what: string, options: VersioningOptions, line: string, headers: Headers, by: string]>([
    ["the assumed version", header, "GET /cats", { V: "9" }, "cats 1"],
    ["the name of an object's own member", header, "GET /cats", { V: "__proto__" }, "cats 1"],
    ["then the neutral route", header, "GET /health", { V: "9" }, "health neutral"],
    ["then the 404", header, "GET /dogs", { V: "9" }, "404"],
    ["none is named", header, "GET /cats", {}, "cats 1"],
    ["a version of routes", header, "GET /cats", { V: "2" }, "cats 2"],
    ["a version of other routes, and of the list", listed, "GET /cats", { V: "0" }, "cats neutral"],
    ["a version that is not listed", listed, "GET /cats", { V: "9" }, "cats 1"],
    ["a media range", accept, "GET /cats", { Accept: "application/json;v=9" }, "cats 1"],
    [
      "the preferred media range alone names the version",
      accept,
      "GET /cats",
      { Accept: "application/json;v=9, application/json;v=2;q=0.5" },
      "cats 1",
    ],
    ["a list, by a promise", list, "GET /cats", { V: "9,8" }, "cats 1"],
    ["a known version in a list", list, "GET /cats", { V: "9,2" }, "cats 2"],
    ["a known version without the route", list, "GET /dogs", { V: "9,1" }, "404"],
    [
      "an extractor's version",
      { ...header, AssumeVersion: FromHeader("W") },
      "GET /cats",
      { V: "9", W: "2" },
      "cats 2",
    ],
    [
      "an extractor that names none",
      { ...header, AssumeVersion: () => Promise.resolve(null) },
      "GET /cats",
      { V: "9" },
      "cats neutral",
    ],
    ["without an AssumeVersion", withoutAssumption, "GET /cats", { V: "9" }, "cats neutral"],
    ["without an AssumeVersion, the 404", withoutAssumption, "GET /dogs", { V: "9" }, "404"],
    ["unset", unset, "GET /cats", { V: "9" }, "cats neutral"],
  ])("%s", async (_what, options, line, headers, expected) => {
    expect(await by(options, line, headers)).toBe(expected);
  });
});

it("Requested stays what the client sent, of what matches and of what does not", async () => {
  const OnMatch = jest.fn();
  const OnRefused = jest.fn();
  const server = await serve(appOf({ ...header, AssumeVersion: FromHeader("W") }, { OnMatch, OnRefused }));
  await server.ask("GET /cats", { V: "9", W: "2" });
  await server.ask("GET /nowhere", { V: "9", W: "2" });
  expect(OnMatch).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ Version: "2", Requested: ["9"] }),
  );
  expect(OnRefused).toHaveBeenCalledWith(expect.anything(), { Requested: ["9"], Reason: "unmatched" });
});

it("Requested is the date that AtOrBefore was given, where no version is as old", async () => {
  const OnMatch = jest.fn();
  const app = new App({
    OnMatch,
    Versioning: {
      Type: VersioningCustom,
      Extractor: AtOrBefore(FromHeader("V")),
      Versions: ["2024-01-01"],
      AssumeVersion: "2024-01-01",
      UnknownVersion: "assume",
    },
  }).Get("/cats", () => "cats", WithVersion("2024-01-01"));
  const answer = await (await serve(app)).ask("GET /cats", { V: "2020-01-01" });
  expect(answer.text).toBe("cats");
  expect(OnMatch).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ Version: "2024-01-01", Requested: ["2020-01-01"] }),
  );
});

it("Explain tells the version that the client sent, and where", async () => {
  const answer = await (await serve(appOf({ ...header, Explain: true }))).ask("GET /dogs", { V: "9" });
  expect(answer.json).toMatchObject({
    error: { version: { requested: ["9"], source: "header V", served: ["2"] } },
  });
});

it("Report tells the version that answered; Vary names what was read", async () => {
  const options = { ...header, Report: true, AssumeVersion: FromHeader("W") };
  const { headers } = await (await serve(appOf(options))).ask("GET /cats", { V: "9", W: "2" });
  expect(headers).toMatchObject({ "api-version": "2", vary: "V, W" });
});

it("the document of a version that has gone shows what its clients are answered", () => {
  const document = appOf(header)[internals].documentOf("9");
  expect(Object.keys(document.paths)).toEqual(["/cats", "/health"]);
  expect(document.paths["/cats"]?.get?.parameters).toEqual([
    {
      name: "V",
      in: "header",
      required: false,
      description: "The version of the API",
      schema: { type: "string", enum: ["9"], default: "9" },
      example: "9",
    },
  ]);
  expect(Object.keys(appOf(withoutAssumption)[internals].documentOf("9").paths)).toEqual([
    "/cats",
    "/health",
  ]);
});

it("a neutral route behind the assumed version is not warned of: it answers where the header is unreadable", async () => {
  const Logger = recordingLogger();
  const app = new App({ Versioning: header, Logger })
    .Get("/cats", () => "version 1", WithVersion("1"))
    .Get("/cats", () => "neutral", WithVersion(VersionNeutral));
  const { ask } = await serve(app);
  expect((await ask("GET /cats", { V: "9" })).text).toBe("version 1");
  expect((await ask("GET /cats", { V: ["1", "1"] })).text).toBe("neutral");
  expect(Logger.warn).not.toHaveBeenCalled();
});

describe("what Build judges", () => {
  const nothing =
    "AppOptions.Versioning: UnknownVersion has nothing to assume under VersioningURI, where an unknown version, as in /v9/cats, is an ordinary part of the path: remove UnknownVersion [unknown-version-in-path]";

  it.each<readonly [string, VersioningOptions, readonly string[]]>([
    ["VersioningURI", { Type: VersioningURI, UnknownVersion: "assume" }, [nothing]],
    [
      "VersioningURI with an AssumeVersion",
      { Type: VersioningURI, AssumeVersion: FromHeader("V"), UnknownVersion: "assume" },
      [nothing],
    ],
    [
      "another value",
      { ...header, UnknownVersion: "ignore" as "assume" },
      [
        'AppOptions.Versioning: UnknownVersion must be "assume", "unavailable" or "refuse", got "ignore" [argument-invalid]',
      ],
    ],
    [
      "refuse under VersioningURI",
      { Type: VersioningURI, UnknownVersion: "refuse" },
      [
        "AppOptions.Versioning: UnknownVersion has nothing to refuse under VersioningURI, where an unknown version, as in /v9/cats, is an ordinary part of the path: remove UnknownVersion, and list the versions that are gone in Retired [unknown-version-in-path]",
      ],
    ],
    [
      "refuse while versioning is off",
      { UnknownVersion: "refuse" },
      [
        'AppOptions.Versioning: UnknownVersion: "refuse" is set but Type is not: set Versioning.Type [unknown-version-without-type]',
      ],
    ],
    [
      "refuse beside AtOrBefore",
      {
        Type: VersioningCustom,
        Extractor: AtOrBefore(FromHeader("V")),
        Versions: ["2024-01-01"],
        UnknownVersion: "refuse",
      },
      [
        'AppOptions.Versioning: UnknownVersion: "refuse" has no effect with AtOrBefore, which selects the newest version if a request names a later one: remove UnknownVersion [unknown-version-compared]',
      ],
    ],
    [
      "refuse beside AtOrBefore as AssumeVersion",
      {
        ...byHeader,
        AssumeVersion: AtOrBefore(FromHeader("W")),
        Versions: ["2024-01-01"],
        UnknownVersion: "refuse",
      },
      [],
    ],
    ["refuse by a header", { ...byHeader, UnknownVersion: "refuse" }, []],
    ["a header", header, []],
    ["without an AssumeVersion", withoutAssumption, []],
    ["versioning that is off", { Type: VersioningNone, UnknownVersion: "assume" }, []],
  ])("%s", (_what, options, expected) => {
    expect(problemsOf(new App({ Versioning: options, Logger: recordingLogger() }))).toEqual(expected);
  });
});
