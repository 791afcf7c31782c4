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
    'an argument of FromHeader must be a field name (RFC 9110, 5.1), got "a b"',
  ],
  [
    "FromHeader of nothing",
    () => FromHeader(""),
    'an argument of FromHeader must be a field name (RFC 9110, 5.1), got ""',
  ],
  [
    "FromHeader of a number",
    () => FromHeader(loosely(5)),
    'an argument of FromHeader must be a field name (RFC 9110, 5.1), got ""',
  ],
  [
    "FromQuery of nothing",
    () => FromQuery(""),
    'an argument of FromQuery must be a parameter\'s name, got ""',
  ],
  [
    "FromCookie of no name",
    () => FromCookie("a;b"),
    'an argument of FromCookie must be a cookie\'s name (RFC 6265, 4.1.1), got "a;b"',
  ],
  [
    "FromMediaType of no name",
    () => FromMediaType("a b"),
    'an argument of FromMediaType must be a parameter name other than "q", the weight (RFC 9110, 12.4.2), got "a b"',
  ],
  [
    "FromMediaType of the weight",
    () => FromMediaType("Q="),
    'an argument of FromMediaType must be a parameter name other than "q", the weight (RFC 9110, 12.4.2), got "Q"',
  ],
  ["FirstOf nothing", () => FirstOf(), "an argument of FirstOf must be a function, got nothing"],
  [
    "FirstOf a number",
    () => FirstOf(FromQuery("v"), loosely(5)),
    "an argument of FirstOf must be a function, got 5",
  ],
  [
    "AtOrBefore nothing",
    () => AtOrBefore(loosely(undefined)),
    "an argument of AtOrBefore must be a function, got undefined",
  ],
  [
    "one that another asks",
    () => FirstOf(AtOrBefore(FromHeader("")), FromQuery("v")),
    'an argument of FromHeader must be a field name (RFC 9110, 5.1), got ""',
  ],
];

describe("what an extractor was given is judged at Build", () => {
  it.each(rows)("%s", (_what, make, text) => {
    const options: VersioningOptions = {
      Type: VersioningCustom,
      Extractor: make(),
      Versions: ["2024-01-01"],
    };
    expect(problems(options)).toEqual([`AppOptions.Versioning.Extractor: ${text} [argument-invalid]`]);
  });

  it.each(rows)("%s, to assume by", (_what, make, text) => {
    const options: VersioningOptions = {
      Type: VersioningURI,
      AssumeVersion: make(),
      Versions: ["2024-01-01"],
    };
    expect(problems(options)).toEqual([`AppOptions.Versioning.AssumeVersion: ${text} [argument-invalid]`]);
  });

  it.each<readonly [string, VersionExtractor]>([
    [
      "names of all kinds",
      FirstOf(FromHeader("X-V"), FromQuery("a b"), FromCookie("__Host-v"), FromMediaType("v=")),
    ],
    ["a function of the application's own", FirstOf(() => "1", FromHeader("V"))],
  ])("%s are not a problem", (_what, Extractor) => {
    expect(problems({ Type: VersioningCustom, Extractor })).toEqual([]);
  });
});
