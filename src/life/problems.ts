import { problemTexts as generalTexts } from "../core/check/problems";
import { problemMaker, type Texts, warningMaker } from "../core/model/problem";
import { quote } from "../core/model/value";

/** The texts of the problems of the ends of versions, by code. */
export const problemTexts = {
  "retired-without-type": () => "Retired is set but Type is not: set Versioning.Type",
  "unknown-version-in-path": (verb: string, fix: string) =>
    `UnknownVersion has nothing to ${verb} under VersioningURI, where an unknown version, as in /v9/cats, is an ordinary part of the path: remove UnknownVersion${fix}`,
  "unknown-version-without-type": () =>
    'UnknownVersion: "refuse" is set but Type is not: set Versioning.Type',
  "lifecycle-version-unknown": (version: string, fix: string) =>
    `no route answers version ${quote(version)}: ${fix}`,
  "lifecycle-of-version": (field: string) =>
    `${field} applies to a whole version, and not to one route: set it in AppOptions.Versioning.Lifecycle`,
  "brownouts-overlap": (one: string, other: string) =>
    `the brownout from ${one} overlaps the next brownout, which begins at ${other}: change one of the two, or merge them`,
  "successor-needed": (found: string) =>
    `AfterSunset: "successor" needs a Successor, a released version without a Sunset, but ${found}: set Successor to another version`,
  "sunset-before-deprecation": (sunset: string, deprecated: string) =>
    `Sunset must not be earlier than Deprecated, but ${sunset} is earlier than ${deprecated}: correct one of the two`,
} as const satisfies Texts;

export const problem = problemMaker({ ...generalTexts, ...problemTexts });

/** The texts of the warnings about the ends of versions, by code. */
export const warningTexts = {
  "sunset-passed": (what: string, date: string) =>
    `${what} has passed its sunset, ${date}, but is still served: set AfterSunset, or remove the version from its routes`,
  "sunset-passed-gone": (what: string, date: string) =>
    `${what} has passed its sunset, ${date}, so its requests are answered with 410`,
  "sunset-passed-succeeded": (what: string, date: string) =>
    `${what} has passed its sunset, ${date}, so its successor answers requests for this version`,
} as const satisfies Texts;

export const warning = warningMaker(warningTexts);
