import type { ErrorFormat } from "../model/error-format";
import type { AppOptions } from "../model/app-options";
import { librarySchemaInWords } from "../../schema/interface/library-schemas";
import { livesExpectation } from "../model/lifecycle";
import type { Problem } from "../model/problem";
import type { VersioningFault } from "../model/source";
import type { Versioning, VersioningOptions } from "../model/versioning";
import { extractionOf } from "../sources/extraction";
import { isSchemaLike, shapeInWords } from "../../schema/interface/schema-like";
import {
  argumentProblem,
  checkMiddleware,
  isJSONObject,
  checkExpectations,
  expectations,
  versioningWhere,
  wholeNumber,
} from "./arguments";
import { oneOf, type Expectation } from "../model/options";
import { isCallable } from "../model/setting";
import { isText, isObjectOrFunction } from "../model/value";
import type { Checkable } from "./checkable";
import { problem } from "./problems";
import { checkList, checkVersions } from "./versions";

/** A rule for members of `AppOptions.Versioning`. */
type VersioningRule = (written: VersioningOptions, versioning: Versioning) => readonly Problem[];

/** A rule for other members of `AppOptions`. */
type OptionRule = (options: AppOptions) => readonly Problem[];

/** Makes the rule for the options of an App. The arguments are rules of options that are not the core's own. */
export function optionsRule(
  ofApp: OptionRule,
  ofVersions: readonly VersioningRule[],
): (built: Checkable) => readonly Problem[] {
  const rules = [
    checkDefaultVersion,
    checkListed,
    ...ofVersions,
    checkAssumption,
    checkPlain,
    checkExtractors,
  ];
  return (built) => checkOptions(built, ofApp, rules);
}

function checkOptions(
  { options, use, versioning }: Checkable,
  ofApp: OptionRule,
  rules: readonly VersioningRule[],
): readonly Problem[] {
  // A Router, which has `Include` and `Routes`, is reported as one mistake, and not as many unknown options.
  if (!object.holds(options) || hasFunctions("Include", "Routes")(options)) {
    return [argumentProblem("App", { name: "AppOptions", expected: "an object" }, options)];
  }
  return [
    ...checkExpectations({ where: "AppOptions" }, options, appOptions),
    ...ofApp(options),
    ...(options.Errors && object.holds(options.Errors)
      ? checkExpectations({ where: "AppOptions.Errors" }, options.Errors, errorOptions)
      : []),
    ...(options.Versioning && object.holds(options.Versioning)
      ? checkVersioning(options.Versioning, versioning, rules)
      : []),
    ...use.flatMap((handler) => checkMiddleware("App.Use", handler)),
  ];
}

const { anything, callable, flag, object } = expectations;
const text = expectations.string;
const versionList: Expectation = { expected: "a list of versions", holds: Array.isArray };

const appOptions: Record<keyof AppOptions, Expectation> = {
  Title: text,
  Version: text,
  Description: text,
  OpenAPI: { expected: "a JSON object", holds: isJSONObject, found: librarySchemaInWords },
  Versioning: object,
  Logger: { expected: "an object with the functions warn and error", holds: hasFunctions("warn", "error") },
  TrustRequestID: flag,
  RequestID: callable,
  PassUnmatched: flag,
  MergeParams: flag,
  PassErrors: flag,
  MapError: callable,
  Errors: object,
  CheckResponses: {
    expected: 'true, false or "stripped"',
    holds: (value) => typeof value === "boolean" || value === "stripped",
  },
  Ajv: callable,
  Now: callable,
  OnMatch: callable,
  OnAnswered: callable,
  OnRefused: callable,
  Container: { expected: "an object with the function get", holds: hasFunctions("get") },
};

const errorOptions: Record<keyof ErrorFormat, Expectation> = {
  Body: callable,
  Type: expectations.mediaType,
  Schema: { expected: "a schema", holds: isSchemaLike, found: shapeInWords },
  InvalidStatus: wholeNumber(400, 499),
};

const versioningOptions: Record<keyof VersioningOptions, Expectation> = {
  Type: anything,
  Header: anything,
  Key: anything,
  Extractor: callable,
  DefaultVersion: versionList,
  Prefix: text,
  Versions: versionList,
  Report: flag,
  Explain: flag,
  Lifecycle: livesExpectation,
  UnknownVersion: oneOf("assume", "unavailable", "refuse"),
  Retired: {
    expected: "a list of versions, or an object with Sunset and Link for each version",
    holds: (value) => Array.isArray(value) || livesExpectation.holds(value),
  },
  AssumeVersion: {
    expected: "a version or a function",
    holds: (value) => isText(value) || isCallable(value),
  },
  PlainVersions: versionList,
};

export const optionNames = {
  app: Object.keys(appOptions),
  errors: Object.keys(errorOptions),
  versioning: Object.keys(versioningOptions),
} as const;

function checkVersioning(
  options: VersioningOptions,
  versioning: Versioning,
  rules: readonly VersioningRule[],
): readonly Problem[] {
  return [
    ...checkExpectations({ where: versioningWhere }, options, versioningOptions),
    ...checkFaults(versioningWhere, versioning.faults),
    ...rules.flatMap((rule) => rule(options, versioning)),
  ];
}

function checkListed({ Versions }: VersioningOptions, versioning: Versioning): readonly Problem[] {
  return checkList(`${versioningWhere}.Versions`, Versions, versioning);
}

function checkFaults(where: string, faults: readonly VersioningFault[]): readonly Problem[] {
  return faults.map(({ code, details }) => problem(code, where, ...details));
}

function checkDefaultVersion(
  { DefaultVersion }: VersioningOptions,
  versioning: Versioning,
): readonly Problem[] {
  if (!Array.isArray(DefaultVersion) || DefaultVersion.length === 0) return [];
  if (!versioning.isEnabled) return [problem("default-version-without-type", versioningWhere)];
  return checkVersions(`${versioningWhere}.DefaultVersion`, Array.from<unknown>(DefaultVersion), versioning);
}

function checkAssumption({ AssumeVersion }: VersioningOptions, versioning: Versioning): readonly Problem[] {
  if (AssumeVersion === undefined) return [];
  if (!versioning.isEnabled) return [problem("assume-version-without-type", versioningWhere)];
  return typeof AssumeVersion === "string"
    ? checkVersions(`${versioningWhere}.AssumeVersion`, [AssumeVersion], versioning)
    : [];
}

/** Without `AssumeVersion`, or with another fixed one, a request at the plain path never gets a version of the list. */
function checkPlain(
  { PlainVersions: written }: VersioningOptions,
  versioning: Versioning,
): readonly Problem[] {
  const { path, assume, alwaysAssumed } = versioning;
  if (!Array.isArray(written) || written.length === 0) return [];
  if (!path || !assume) return [problem("plain-versions-unnamed", versioningWhere)];
  const listed = Array.from<unknown>(written);
  const other = listed.find((version) => alwaysAssumed !== undefined && version !== alwaysAssumed);
  return [
    ...checkVersions(`${versioningWhere}.PlainVersions`, listed, versioning),
    ...(isText(other)
      ? [problem("plain-version-unassumed", versioningWhere, other, String(alwaysAssumed))]
      : []),
  ];
}

function checkExtractors(
  { Extractor, AssumeVersion }: VersioningOptions,
  { order, previews, retired, refusesLater, refusesUnknown }: Versioning,
): readonly Problem[] {
  const refusing = refusesLater ? "unavailable" : refusesUnknown ? "refuse" : undefined;
  const [named, assumed] = [extractionOf(Extractor), extractionOf(AssumeVersion)];
  const known = { order, previews, retired };
  const faults = [
    ...named.comparing.flatMap((faultsOf) => faultsOf({ ...known, refusing, isAssumed: false })),
    ...assumed.comparing.flatMap((faultsOf) => faultsOf({ ...known, isAssumed: true })),
  ];
  return [
    ...checkFaults(versioningWhere, faults),
    ...checkFaults(`${versioningWhere}.Extractor`, named.faults),
    ...checkFaults(`${versioningWhere}.AssumeVersion`, assumed.faults),
  ];
}

/** Creates a test for an object or a function that has methods with these names. */
function hasFunctions(...names: readonly string[]): (value: unknown) => boolean {
  return (value) =>
    isObjectOrFunction(value) && names.every((name) => typeof Reflect.get(value, name) === "function");
}
