import {
  App,
  AtOrBefore,
  FirstOf,
  FromHeader,
  FromQuery,
  Get,
  Router,
  Since,
  Until,
  VersioningCustom,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithVersion,
} from "versioned-controllers";
import type { Option, VersioningOptions } from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";

const handler = () => 1;
const open: VersioningOptions = { Type: VersioningHeader, Header: "X-API-Version" };
const closed: VersioningOptions = { ...open, Versions: ["1", "2", "3"] };
const listed = closed.Versions?.map((version) => JSON.stringify(version)).join(", ");

function appOf(options: VersioningOptions = closed): App {
  return new App({ Versioning: options, Logger: recordingLogger() });
}

const needsList = (option: string): string =>
  `${option} needs AppOptions.Versioning.Versions: list all versions there, oldest first [range-without-list]`;
const byDate = (Versions: readonly string[]): VersioningOptions => ({
  Type: VersioningCustom,
  Versions,
  Extractor: AtOrBefore(FromHeader("X-Date")),
});
const noDate = (version: string): string =>
  `AppOptions.Versioning: AtOrBefore compares dates, but version "${version}" is no date such as 2024-05-01: pass a Compare function to AtOrBefore [version-not-a-day]`;
const compared = (
  Versions: readonly string[],
  Compare: (a: string, b: string) => number,
): VersioningOptions => ({
  Type: VersioningCustom,
  Versions,
  Extractor: AtOrBefore(FromHeader("X-V"), { Compare }),
});
/** Of two numbers with a dot: throws at other texts. */
const byParts = (a: string, b: string): number => {
  if (!/^\d/.test(a + b) || !/^\d/.test(b)) throw new TypeError(a);
  return a.localeCompare(b, "en", { numeric: true });
};
const unordered = (version: string, next: string): string =>
  `AppOptions.Versioning: Versions are not in the order of Compare, the function of AtOrBefore: ` +
  (version === next
    ? `Compare("${version}", "${version}") must return a number; correct the name of this version, or Compare`
    : `"${version}" is listed before "${next}", so Compare("${version}", "${next}") must be negative, and Compare("${next}", "${version}") positive; sort Versions, oldest first, or correct Compare`) +
  " [versions-not-compared]";
const notListed = (version: string, fix = "correct the version, or add it to the list"): string =>
  `version "${version}" is not in AppOptions.Versioning.Versions, the list of all versions (${listed}): ${fix} [version-not-listed]`;
const notEnabled =
  "a version is declared but versioning is not enabled; set AppOptions.Versioning.Type [version-not-enabled]";
const oneKind =
  "WithVersion cannot be combined with Since or Until in the same declaration: keep WithVersion, or keep Since and Until [versions-and-range]";

describe("what is wrong with a range is reported at its route", () => {
  it.each<readonly [string, VersioningOptions, readonly Option[], readonly string[]]>([
    ["Since without Versions", open, [Since("1")], [needsList("Since")]],
    ["Until without Versions", open, [Until("1")], [needsList("Until")]],
    ["Since with an empty list", { ...open, Versions: [] }, [Since("1")], [needsList("Since")]],
    ["Since while versioning is off", {}, [Since("1")], [notEnabled]],
    ["Until while versioning is off", {}, [Until("1")], [notEnabled]],
    ["Since an unknown version", closed, [Since("9")], [notListed("9")]],
    ["Until an unknown version", closed, [Until("9")], [notListed("9")]],
    ["one that is written otherwise", closed, [Since("v2")], [notListed("v2", 'write "2"')]],
    ["one with a minor version", closed, [Since("2.0")], [notListed("2.0", 'write "2"')]],
    ["both unknown", closed, [Since("8"), Until("9")], [notListed("8"), notListed("9")]],
    ["__proto__ is unknown like any other", closed, [Since("__proto__")], [notListed("__proto__")]],
    [
      "Since VersionNeutral",
      closed,
      [Since(VersionNeutral)],
      ["the argument of Since must be a version, got VersionNeutral [argument-invalid]"],
    ],
    [
      "Until no text",
      closed,
      [Until(2 as unknown as string)],
      ["the argument of Until must be a version, got 2 [argument-invalid]"],
    ],
    [
      "Since no text",
      closed,
      [Since(2 as unknown as string)],
      ["the argument of Since must be a version, got 2 [argument-invalid]"],
    ],
    [
      "Since empty text",
      closed,
      [Since("")],
      ['the argument of Since must be a version, got "" [argument-invalid]'],
    ],
    [
      "a range that ends before it begins",
      closed,
      [Since("3"), Until("1")],
      [
        'the range from version "3" to "1" names no version: Since must not be later than Until [range-empty]',
      ],
    ],
    ["both kinds at one place", closed, [WithVersion("1"), Since("2")], [oneKind]],
    ["both kinds at one place, Until", closed, [Until("2"), WithVersion("1")], [oneKind]],
    [
      "Since twice at one place",
      closed,
      [Since("1"), Since("2")],
      ["Since is declared twice: keep one [declared-twice]"],
    ],
    [
      "Until twice at one place",
      closed,
      [Until("1"), Until("2")],
      ["Until is declared twice: keep one [declared-twice]"],
    ],
  ])("%s", (_what, options, own, problems) => {
    const app = appOf(options).Get("/cats", handler, ...own);
    expect(problemsOf(app)).toEqual(problems.map((problem) => `GET /cats: ${problem}`));
  });

  it("stacked on a method and in its verb's list are one place", () => {
    @Router("/cats")
    class CatsController {
      @Since("2")
      @Get("/", WithVersion("1"))
      list() {
        return 1;
      }
    }
    expect(problemsOf(appOf().Include(CatsController))).toEqual([
      `CatsController.list, GET /cats: ${oneKind}`,
    ]);
  });

  it("at a router it names the router, routes or none", () => {
    expect(problemsOf(appOf().Include(new Router("/cats", WithVersion("1"), Until("2"))))).toEqual([
      `Router /cats: ${oneKind}`,
    ]);
    expect(problemsOf(appOf().Include(new Router("/cats").Get("/", handler), Since("9")))).toEqual([
      `Include(Router /cats): ${notListed("9")}`,
    ]);
  });

  it("of bounds at two places that name no version it is reported at the route", () => {
    const cats = new Router("/cats", Since("3")).Get("/", handler, Until("2")).Get("/all", handler);
    expect(problemsOf(appOf().Include(cats))).toEqual([
      'GET /cats: the range from version "3" to "2" names no version: Since must not be later than Until [range-empty]',
    ]);
  });

  it("of bounds at two places around a WithVersion it is not", () => {
    const cats = new Router("/cats", WithVersion("1")).Get("/", handler, Until("2"));
    expect(problemsOf(appOf().Include(cats, Since("3")))).toEqual([]);
  });

  it("one kind at each of two places is not a problem", () => {
    const app = appOf().Include(new Router("/cats", Since("2")).Get("/", handler, WithVersion("1")));
    expect(problemsOf(app)).toEqual([]);
  });

  it("more than it takes", () => {
    const loose = Since as (...versions: string[]) => Option;
    expect(problemsOf(appOf().Get("/cats", handler, loose("1", "2")))).toEqual([
      "GET /cats: Since was called with too many arguments: remove the additional ones [option-arguments]",
    ]);
  });
});

describe("a route with a range that no version reaches", () => {
  it("where later ones take all of it", () => {
    const app = appOf()
      .Get("/cats", handler, Since("1"), Until("2"))
      .Get("/cats", handler, WithVersion("1"))
      .Get("/cats", handler, Since("2"));
    expect(problemsOf(app)).toEqual([
      "GET /cats: other routes with the same method and path answer every version " +
        'from "1" to "2", so no version is left for this route: remove the route, or correct its range [route-unreached]',
    ]);
  });

  it("where every version that it begins or goes on with is named elsewhere", () => {
    const app = appOf().Get("/cats", handler, Since("2")).Get("/cats", handler, WithVersion("2", "3"));
    expect(problemsOf(app)).toEqual([
      "GET /cats: other routes with the same method and path answer every version " +
        'from "2" to "3", so no version is left for this route: remove the route, or correct its range [route-unreached]',
    ]);
  });

  it("is a problem and no warning: it is not one that declares no version", () => {
    const Logger = recordingLogger();
    const app = new App({ Versioning: closed, Logger })
      .Get("/cats", handler, Since("3"))
      .Get("/cats", handler, WithVersion("3"));
    expect(problemsOf(app)).toHaveLength(1);
    expect(Logger.warn).not.toHaveBeenCalled();
  });
});

describe("two ranges at one method and path that start with the same version are registered twice", () => {
  it.each<readonly [string, readonly Option[], readonly Option[], readonly string[]]>([
    ["two Since", [Since("2")], [Since("2")], ["2", "3"]],
    ["Until alone and Since the first", [Until("2")], [Since("1")], ["1", "2"]],
    ["one that has an end", [Since("2")], [Since("2"), Until("2")], ["2"]],
  ])("%s", (_what, one, other, versions) => {
    const app = appOf()
      .Get("/cats", handler, ...one)
      .Get("/cats", handler, ...other);
    expect(problemsOf(app)).toEqual(
      versions.map(
        (version) =>
          `GET /cats: GET /cats of version ${version} is registered twice, because another declaration of GET /cats matches the same requests: remove one of the two, or give them different versions [registered-twice]`,
      ),
    );
  });
});

describe("Versions is the closed list: another name is a problem", () => {
  it.each<readonly [string, () => App, readonly string[]]>([
    [
      "in WithVersion of a route",
      () => appOf().Get("/cats", handler, WithVersion("1", "9")),
      [`GET /cats: ${notListed("9")}`],
    ],
    [
      "in WithVersion of a router",
      () => appOf().Include(new Router("/cats", WithVersion("9"))),
      [`Router /cats: ${notListed("9")}`],
    ],
    [
      "in DefaultVersion",
      () => appOf({ ...closed, DefaultVersion: ["1", "9"] }),
      [`AppOptions.Versioning.DefaultVersion: ${notListed("9")}`],
    ],
    [
      "in AssumeVersion",
      () => appOf({ ...closed, AssumeVersion: "9" }),
      [`AppOptions.Versioning.AssumeVersion: ${notListed("9")}`],
    ],
  ])("%s", (_what, app, problems) => {
    expect(problemsOf(app())).toEqual(problems);
  });

  it("VersionNeutral is not another name, nor is any name one where there is no list", () => {
    expect(problemsOf(appOf().Get("/cats", handler, WithVersion(VersionNeutral)))).toEqual([]);
    expect(problemsOf(appOf(open).Get("/cats", handler, WithVersion("whatever")))).toEqual([]);
    expect(problemsOf(appOf({ ...open, Versions: [] }).Get("/cats", handler, WithVersion("1")))).toEqual([]);
  });
});

describe("what is wrong with the options themselves", () => {
  const list = "AppOptions.Versioning.Versions";
  const loose = (options: object): VersioningOptions => ({ ...open, ...options });

  it.each<readonly [string, VersioningOptions, readonly string[]]>([
    [
      "Versions while versioning is off",
      { Versions: ["1"] },
      [`${list}: Versions is set but Type is not: set Versioning.Type [versions-without-type]`],
    ],
    [
      "Versions that are no list",
      loose({ Versions: "1" }),
      ['AppOptions.Versioning: Versions must be a list of versions, got "1" [argument-invalid]'],
    ],
    [
      "a version twice in the list",
      loose({ Versions: ["1", "2", "1"] }),
      [`${list}: version "1" is listed twice: remove one [versions-repeated]`],
    ],
    [
      "VersionNeutral in the list",
      loose({ Versions: ["1", VersionNeutral] }),
      [`${list}: a version must be a string, got VersionNeutral [argument-invalid]`],
    ],
    [
      "an empty version in the list",
      loose({ Versions: [""] }),
      [`${list}: a version must not be empty [version-empty]`],
    ],
    [
      "what is no text in the list",
      loose({ Versions: [1] }),
      [`${list}: a version must be a string, got 1 [argument-invalid]`],
    ],
    [
      "a version that cannot stand in a segment",
      { Type: VersioningURI, Versions: ["a/b"] },
      [
        `${list}: version "a/b" cannot be a path segment, as VersioningURI requires: ` +
          'a version must not contain "/", "{" or "}", and Prefix and version together must not be "." or ".." [version-not-a-segment]',
      ],
    ],
    [
      "AssumeVersion while versioning is off",
      { AssumeVersion: "1" },
      [
        "AppOptions.Versioning: AssumeVersion is set but Type is not: set Versioning.Type [assume-version-without-type]",
      ],
    ],
    [
      "AssumeVersion that is neither a version nor a function",
      loose({ AssumeVersion: 1 }),
      ["AppOptions.Versioning: AssumeVersion must be a version or a function, got 1 [argument-invalid]"],
    ],
    [
      "an empty AssumeVersion",
      loose({ AssumeVersion: "" }),
      ["AppOptions.Versioning.AssumeVersion: a version must not be empty [version-empty]"],
    ],
    [
      "Report that is no flag",
      loose({ Report: "yes" }),
      ['AppOptions.Versioning: Report must be true or false, got "yes" [argument-invalid]'],
    ],
    [
      "Explain that is no flag",
      loose({ Explain: 1 }),
      ["AppOptions.Versioning: Explain must be true or false, got 1 [argument-invalid]"],
    ],
    [
      "AtOrBefore without Versions",
      { Type: VersioningCustom, Extractor: AtOrBefore(FromHeader("X-Date")) },
      [`AppOptions.Versioning: ${needsList("AtOrBefore")}`],
    ],
    [
      "AtOrBefore inside FirstOf without Versions",
      { Type: VersioningCustom, Extractor: FirstOf(FromQuery("v"), AtOrBefore(FromHeader("X-Date"))) },
      [`AppOptions.Versioning: ${needsList("AtOrBefore")}`],
    ],
    [
      "AtOrBefore with a Compare, without Versions",
      { Type: VersioningCustom, Extractor: AtOrBefore(FromHeader("X-Date"), { Compare: () => 0 }) },
      [`AppOptions.Versioning: ${needsList("AtOrBefore")}`],
    ],
    [
      "AtOrBefore of versions that are no dates",
      byDate(["1", "2024-05-01", "2024-02-30"]),
      [noDate("1"), noDate("2024-02-30")],
    ],
    [
      "AtOrBefore within FirstOf of versions that are no dates",
      {
        Type: VersioningCustom,
        Versions: ["1"],
        Extractor: FirstOf(
          () => null,
          AtOrBefore(() => null),
        ),
      },
      [noDate("1")],
    ],
    ["AtOrBefore with a Compare", compared(["1.9", "1.10"], byParts), []],
    [
      "AtOrBefore of a list in another order than Compare's",
      compared(["1.10", "1.9", "1.11"], byParts),
      [unordered("1.10", "1.9")],
    ],
    ["AtOrBefore of a Compare that throws", compared(["1", "x"], byParts), [unordered("1", "x")]],
    [
      "AtOrBefore of a Compare that throws at the only version",
      compared(["x"], byParts),
      [unordered("x", "x")],
    ],
    ["AtOrBefore of a Compare that gives NaN", compared(["1", "2"], () => NaN), [unordered("1", "2")]],
    ["AtOrBefore of a Compare that gives no order", compared(["1", "2"], () => 0), [unordered("1", "2")]],
    ["AtOrBefore of a Compare that gives one side", compared(["1", "2"], () => -1), [unordered("1", "2")]],
    [
      "AtOrBefore of a Compare that is no function",
      compared(["1", "2"], "semver" as never),
      [
        'AppOptions.Versioning.Extractor: Compare of AtOrBefore must be a function, got "semver" [argument-invalid]',
      ],
    ],
    [
      "AtOrBefore to assume by without Versions",
      loose({ AssumeVersion: AtOrBefore(FromHeader("X-Date")) }),
      [`AppOptions.Versioning: ${needsList("AtOrBefore")}`],
    ],
  ])("%s", (_what, options, problems) => {
    expect(problemsOf(appOf(options))).toEqual(problems);
  });
});

it.each([
  ["without Compare", byDate(["2024-05-01", "next"])],
  ["with Compare", compared(["1.9", "1.10", "next"], byParts)],
])("a preview under AtOrBefore may have any name, %s", (_what, options) => {
  const app = appOf({ ...options, Lifecycle: { next: { Preview: true } } });
  expect(problemsOf(app.Get("/", handler, WithVersion("next")))).toEqual([]);
});

describe("an Until without a Since yields to nothing", () => {
  const twice = (version: string): unknown =>
    expect.stringMatching(`^GET /cats: GET /cats of version ${version} is registered twice`);

  it.each<readonly [string, Option, Option, readonly string[]]>([
    ["a named version", Until("2"), WithVersion("1"), ["1"]],
    ["a Since", Until("2"), Since("2"), ["2"]],
    ["a longer Since", Until("3"), Since("2"), ["2", "3"]],
    ["another Until", Until("2"), Until("1"), ["1"]],
  ])("beside %s", (_what, one, other, versions) => {
    const app = appOf().Get("/cats", handler, one).Get("/cats", handler, other);
    expect(problemsOf(app)).toEqual(versions.map(twice));
  });
});

it("of a long list of versions, a problem shows the first ten and the last", () => {
  const Versions = Array.from({ length: 40 }, (_, i) => `2024-01-${String(i + 1).padStart(2, "0")}`);
  expect(problemsOf(appOf({ ...open, Versions }).Get("/cats", () => 1, Since("2024-1-7")))).toEqual([
    'GET /cats: version "2024-1-7" is not in AppOptions.Versioning.Versions, the list of all versions ("2024-01-01", "2024-01-02", ' +
      '"2024-01-03", "2024-01-04", "2024-01-05", "2024-01-06", "2024-01-07", "2024-01-08", "2024-01-09", "2024-01-10", ..., ' +
      '"2024-01-40"): write "2024-01-07" [version-not-listed]',
  ]);
});
