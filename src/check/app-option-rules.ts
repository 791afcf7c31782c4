import { isMediaType } from "../http/field-values";
import type { ErrorFormat } from "../model/error-format";
import type { AppOptions } from "../model/app-options";
import type { Problem } from "../model/problem";
import type { VersioningFault } from "../model/source";
import type { Versioning, VersioningOptions } from "../model/versioning";
import { extractionOf } from "../sources/extraction";
import {
  checkMiddleware,
  isJSONObject,
  checkExpectations,
  hasFunctions,
  type Expectation,
  versioningWhere,
} from "./values";
import { isCallable } from "../model/setting";
import { describe, isObject } from "../model/value";
import { problem } from "./problems";
import { isSchemaLike } from "./schema-options";
import { checkList, checkVersions } from "./versions";

/** The problems of the arguments of `new App(options)` and `app.Use(...)`. */
export function checkOptions(
  options: AppOptions,
  use: readonly unknown[],
  versioning: Versioning,
): readonly Problem[] {
  // A Router in their place has no option names to report.
  if (!isObject(options) || hasFunctions("Include", "Routes")(options)) {
    return [problem("option-invalid", "App", "AppOptions", "an object", describe(options))];
  }
  return [
    ...checkExpectations({ where: "AppOptions", code }, options, appOptions),
    ...(isObject(options.Errors)
      ? checkExpectations({ where: "AppOptions.Errors", code }, options.Errors, errorOptions)
      : []),
    ...(isObject(options.Versioning) ? checkVersioning(options.Versioning, versioning) : []),
    ...use.flatMap((handler) => checkMiddleware("App.Use", handler)),
  ];
}

const code = "option-invalid";

const textExpectation: Expectation = { expected: "text", holds: (value) => typeof value === "string" };
const flag: Expectation = { expected: "true or false", holds: (value) => typeof value === "boolean" };
const callable: Expectation = { expected: "a function", holds: isCallable };
const anyValue: Expectation = { expected: "", holds: () => true };

const appOptions: Record<keyof AppOptions, Expectation> = {
  Title: textExpectation,
  Version: textExpectation,
  Description: textExpectation,
  OpenAPI: { expected: "an object that JSON can hold", holds: isJSONObject },
  Versioning: { expected: "an object", holds: isObject },
  Logger: { expected: "an object with the functions warn and error", holds: hasFunctions("warn", "error") },
  TrustRequestID: flag,
  PassUnmatched: flag,
  PassErrors: flag,
  MapError: callable,
  Errors: { expected: "an object", holds: isObject },
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
  Type: { expected: "a media type", holds: isMediaType },
  Schema: { expected: "a schema", holds: isSchemaLike },
  InvalidStatus: { expected: "a whole number from 400 to 499", holds: isClientErrorStatus },
};

const versioningOptions: Record<keyof VersioningOptions, Expectation> = {
  Type: anyValue,
  Header: anyValue,
  Key: anyValue,
  Extractor: callable,
  DefaultVersion: { expected: "a list of versions", holds: Array.isArray },
  Prefix: textExpectation,
  Versions: { expected: "a list of versions", holds: Array.isArray },
  Report: flag,
  Explain: flag,
  Lifecycle: { expected: "an object with a lifecycle for each version", holds: isObject },
  UnknownVersion: { expected: '"assume"', holds: (value) => value === "assume" },
  AssumeVersion: {
    expected: "a version or a function",
    holds: (value) => typeof value === "string" || isCallable(value),
  },
};

function checkVersioning(options: VersioningOptions, versioning: Versioning): readonly Problem[] {
  return [
    ...checkExpectations({ where: versioningWhere, code }, options, versioningOptions),
    ...checkFaults(versioningWhere, versioning.faults),
    ...checkDefaultVersion(options, versioning),
    ...checkList(`${versioningWhere}.Versions`, options.Versions, versioning),
    ...checkAssumption(options, versioning),
    ...checkUnknown(options, versioning),
    ...checkExtractors(options, versioning),
  ];
}

/** The sources of versions find their own faults. */
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

/** A path with an unknown version is a plain one already. */
function checkUnknown({ UnknownVersion }: VersioningOptions, { path }: Versioning): readonly Problem[] {
  return UnknownVersion !== undefined && path ? [problem("unknown-version-in-path", versioningWhere)] : [];
}

function checkAssumption({ AssumeVersion }: VersioningOptions, versioning: Versioning): readonly Problem[] {
  if (AssumeVersion === undefined) return [];
  if (!versioning.isEnabled) return [problem("assume-version-without-type", versioningWhere)];
  return typeof AssumeVersion === "string"
    ? checkVersions(`${versioningWhere}.AssumeVersion`, [AssumeVersion], versioning)
    : [];
}

/** An application's own function has no description; an extractor that compares with the closed list needs that list. */
function checkExtractors(
  { Extractor, AssumeVersion }: VersioningOptions,
  { order }: Versioning,
): readonly Problem[] {
  const [named, assumed] = [extractionOf(Extractor), extractionOf(AssumeVersion)];
  const comparing = named?.comparing ?? assumed?.comparing;
  return [
    ...(comparing !== undefined && order.list.length === 0
      ? [problem("range-without-list", versioningWhere, comparing)]
      : []),
    ...checkFaults(`${versioningWhere}.Extractor`, named?.faults ?? []),
    ...checkFaults(`${versioningWhere}.AssumeVersion`, assumed?.faults ?? []),
  ];
}

function isClientErrorStatus(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 400 && value <= 499;
}
