import {
  App,
  AtOrBefore,
  DefineVersions,
  FromHeader,
  Since,
  Until,
  VersioningCustom,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithVersion,
  type Router,
  type VersioningOptions,
} from "versioned-controllers";
import { problemsOf } from "../../support/problems";
import { recordingLogger } from "../../support/logger";

const where = "AppOptions.Versioning";
const header: VersioningOptions = { Type: VersioningHeader, Header: "V" };
const listed: VersioningOptions = { ...header, Versions: ["2", "3"], Retired: ["1"] };

function problems(
  Versioning: VersioningOptions,
  declare: (app: Router) => unknown = () => undefined,
): unknown {
  const app = new App({ Versioning, Logger: recordingLogger() });
  declare(app);
  return problemsOf(app);
}

const retired = (place: string): string =>
  `${place}: version "1" is in AppOptions.Versioning.Retired, whose versions are gone and have no routes: remove the version here, or from Retired [version-retired]`;
const handler = () => 1;

describe("a version in Retired must not be named elsewhere", () => {
  it.each<[what: string, versioning: VersioningOptions, declare: (app: Router) => unknown, string[]]>([
    ["Versions", { ...listed, Versions: ["1", "2"] }, () => undefined, [retired(`${where}.Versions`)]],
    ["a route", listed, (app) => app.Get("/cats", handler, WithVersion("1")), [retired("GET /cats")]],
    [
      "a route, without Versions",
      { ...header, Retired: { "1": {} } },
      (app) => app.Get("/cats", handler, WithVersion("1", "2")),
      [retired("GET /cats")],
    ],
    ["Since", listed, (app) => app.Get("/cats", handler, Since("1")), [retired("GET /cats")]],
    ["Until", listed, (app) => app.Get("/cats", handler, Until("1")), [retired("GET /cats")]],
    [
      "DefaultVersion",
      { ...listed, DefaultVersion: ["1"] },
      () => undefined,
      [retired(`${where}.DefaultVersion`)],
    ],
    [
      "AssumeVersion",
      { ...listed, AssumeVersion: "1" },
      () => undefined,
      [retired(`${where}.AssumeVersion`)],
    ],
    [
      "Lifecycle",
      { ...listed, Lifecycle: { "1": { Sunset: "2026-01-01" } } },
      () => undefined,
      [
        `${where}.Lifecycle: no route answers version "1": remove its lifecycle, and set its Sunset and Link in Retired [lifecycle-version-unknown]`,
      ],
    ],
  ])("%s", (_what, versioning, declare, expected) => {
    expect(problems(versioning, declare)).toEqual(expected);
  });

  it("but in the list of DefineVersions, from which Versions leaves it out", () => {
    const V = DefineVersions("1", "2", "3");
    const options = { ...header, Versions: V.List.slice(1), Retired: ["1"] };
    expect(problems(options, (app) => app.Get("/cats", handler, V.Since("2")))).toEqual([]);
    expect(problems({ ...header, Versions: V.List, Retired: ["1"] })).toEqual([retired(`${where}.Versions`)]);
  });
});

describe("what Retired takes", () => {
  it.each<[what: string, versioning: unknown, string[]]>([
    ["a list", { ...header, Retired: ["0", "1"] }, []],
    ["an empty list", { ...header, Retired: [] }, []],
    ["dates", { ...header, Retired: { "1": { Sunset: new Date(0), Link: "/moving" }, "0": {} } }, []],
    [
      "a text",
      { ...header, Retired: "1" },
      [
        `${where}: Retired must be a list of versions, or an object with Sunset and Link for each version, got "1" [argument-invalid]`,
      ],
    ],
    [
      "while versioning is off",
      { Retired: ["1"] },
      [`${where}: Retired is set but Type is not: set Versioning.Type [retired-without-type]`],
    ],
    [
      "a number",
      { ...header, Retired: [1] },
      [`${where}.Retired: a version must be a string, got 1 [argument-invalid]`],
    ],
    [
      "an empty name",
      { ...header, Retired: [""] },
      [`${where}.Retired: a version must not be empty [version-empty]`],
    ],
    [
      "VersionNeutral",
      { ...header, Retired: [VersionNeutral] },
      [`${where}.Retired: a version must be a string, got VersionNeutral [argument-invalid]`],
    ],
    [
      "a name that is no segment",
      { Type: VersioningURI, Retired: { "a/b": {} } },
      [
        `${where}.Retired: version "a/b" cannot be a path segment, as VersioningURI requires: a version must not contain "/", "{" or "}", and Prefix and version together must not be "." or ".." [version-not-a-segment]`,
      ],
    ],
    [
      "a date in the place of an object",
      { ...header, Retired: { "1": "2026-01-01" } },
      [`${where}.Retired["1"]: a retired version must be an object, got "2026-01-01" [argument-invalid]`],
    ],
    [
      "no date, and no address",
      { ...header, Retired: { "1": { Sunset: "soon", Link: "a b" } } },
      [
        `${where}.Retired["1"]: Sunset must be a date, got "soon" [argument-invalid]`,
        `${where}.Retired["1"]: Link must be an address without spaces, quotes and angle brackets, got "a b" [argument-invalid]`,
      ],
    ],
    [
      "another field",
      { ...header, Retired: { "1": { Deprecated: "2026-01-01" } } },
      [
        `${where}.Retired["1"]: there is no option named "Deprecated": correct the name, or remove the option [option-unknown-name]`,
      ],
    ],
  ])("%s", (_what, versioning, expected) => {
    // Callers without types may write anything.
    expect(problems(versioning as VersioningOptions)).toEqual(expected);
  });
});

describe("AtOrBefore takes only retired versions that are before Versions", () => {
  const dates = { Type: VersioningCustom, Extractor: AtOrBefore(FromHeader("V")) } as const;
  const compared = (Compare: (a: string, b: string) => number): VersioningOptions => ({
    Type: VersioningCustom,
    Extractor: AtOrBefore(FromHeader("V"), { Compare }),
  });
  const notBefore = (version: string, oldest: string): string =>
    `${where}: Retired names version "${version}", which for AtOrBefore is not before "${oldest}", the oldest of Versions: correct the name, or remove it from Retired [retired-not-before]`;

  it.each<[what: string, versioning: VersioningOptions, string[]]>([
    ["before", { ...dates, Versions: ["2025-01-01"], Retired: ["2024-12-31", "2023-01-01"] }, []],
    [
      "after the oldest",
      { ...dates, Versions: ["2026-01-01", "2025-01-01"], Retired: ["2025-06-01"] },
      [notBefore("2025-06-01", "2025-01-01")],
    ],
    [
      "no date",
      { ...dates, Versions: ["2025-01-01"], Retired: ["1"] },
      [
        `${where}: AtOrBefore compares dates, but version "1" is no date such as 2024-05-01: pass a Compare function to AtOrBefore [version-not-a-day]`,
      ],
    ],
    [
      "before, by Compare",
      { ...compared((a, b) => Number(a) - Number(b)), Versions: ["9", "10"], Retired: ["8"] },
      [],
    ],
    [
      "after, by Compare",
      { ...compared((a, b) => Number(a) - Number(b)), Versions: ["9", "10"], Retired: ["11"] },
      [notBefore("11", "9")],
    ],
    [
      "what Compare cannot compare",
      { ...compared((a, b) => Number(a) - Number(b)), Versions: ["9", "10"], Retired: ["x"] },
      [notBefore("x", "9")],
    ],
    [
      "as AssumeVersion",
      {
        ...header,
        AssumeVersion: AtOrBefore(FromHeader("W")),
        Versions: ["2025-01-01"],
        Retired: ["2025-06-01"],
      },
      [notBefore("2025-06-01", "2025-01-01")],
    ],
    [
      "beside previews alone",
      {
        ...dates,
        Versions: ["2025-01-01"],
        Lifecycle: { "2025-01-01": { Preview: true } },
        Retired: ["2025-06-01"],
      },
      [],
    ],
  ])("%s", (_what, versioning, expected) => {
    const first = versioning.Versions?.[0] ?? "";
    expect(problems(versioning, (app) => app.Get("/cats", handler, WithVersion(first)))).toEqual(expected);
  });
});
