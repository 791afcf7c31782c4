import {
  App,
  AtOrBefore,
  FirstOf,
  FromCookie,
  FromHeader,
  FromMediaType,
  FromQuery,
  VersioningCustom,
  VersioningURI,
} from "versioned-controllers";
import type { VersionExtractor, VersioningOptions } from "versioned-controllers";
import { problemsOf } from "../../support/problems";

const problems = (options: VersioningOptions): readonly string[] =>
  problemsOf(new App({ Versioning: options }));

/** A value of any type, as callers without types may write it. */
const loosely = (value: unknown): never => value as never;

const rows: readonly (readonly [string, () => VersionExtractor, string])[] = [
  [
    "FromHeader of no name",
    () => FromHeader("a b"),
    'FromHeader takes a field name (RFC 9110, 5.1), not "a b"',
  ],
  ["FromHeader of nothing", () => FromHeader(""), 'FromHeader takes a field name (RFC 9110, 5.1), not ""'],
  [
    "FromHeader of a number",
    () => FromHeader(loosely(5)),
    'FromHeader takes a field name (RFC 9110, 5.1), not ""',
  ],
  ["FromQuery of nothing", () => FromQuery(""), 'FromQuery takes a parameter\'s name, not ""'],
  [
    "FromCookie of no name",
    () => FromCookie("a;b"),
    'FromCookie takes a cookie\'s name (RFC 6265, 4.1.1), not "a;b"',
  ],
  [
    "FromMediaType of no name",
    () => FromMediaType("a b"),
    "FromMediaType takes a parameter's name other than q, the weight's, not \"a b\"",
  ],
  [
    "FromMediaType of the weight",
    () => FromMediaType("Q="),
    "FromMediaType takes a parameter's name other than q, the weight's, not \"Q\"",
  ],
  ["FirstOf nothing", () => FirstOf(), "FirstOf takes functions, not nothing"],
  ["FirstOf a number", () => FirstOf(FromQuery("v"), loosely(5)), "FirstOf takes functions, not 5"],
  ["AtOrBefore nothing", () => AtOrBefore(loosely(undefined)), "AtOrBefore takes functions, not undefined"],
  [
    "one that another asks",
    () => FirstOf(AtOrBefore(FromHeader("")), FromQuery("v")),
    'FromHeader takes a field name (RFC 9110, 5.1), not ""',
  ],
];

describe("what an extractor was given is judged at Build", () => {
  it.each(rows)("%s", (_what, make, text) => {
    const options: VersioningOptions = {
      Type: VersioningCustom,
      Extractor: make(),
      Versions: ["2024-01-01"],
    };
    expect(problems(options)).toEqual([`AppOptions.Versioning.Extractor: ${text} [extractor-invalid]`]);
  });

  it.each(rows)("%s, to assume by", (_what, make, text) => {
    const options: VersioningOptions = {
      Type: VersioningURI,
      AssumeVersion: make(),
      Versions: ["2024-01-01"],
    };
    expect(problems(options)).toEqual([`AppOptions.Versioning.AssumeVersion: ${text} [extractor-invalid]`]);
  });

  it.each<readonly [string, VersionExtractor]>([
    [
      "names of all kinds",
      FirstOf(FromHeader("X-V"), FromQuery("a b"), FromCookie("__Host-v"), FromMediaType("v=")),
    ],
    ["a function of the application's own", FirstOf(() => "1", FromHeader("V"))],
  ])("%s are none", (_what, Extractor) => {
    expect(problems({ Type: VersioningCustom, Extractor })).toEqual([]);
  });
});
