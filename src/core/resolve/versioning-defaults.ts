import { dateOf } from "../model/lifecycle";
import { isObject, isRecord, isText } from "../model/value";
import type { VersionExtractor, VersioningScheme } from "../model/source";
import type { RetiredVersion, Versioning, VersioningOptions } from "../model/versioning";
import {
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningNone,
  VersioningURI,
  versionOrder,
  type VersioningType,
} from "../model/version";
import { extractionOf, isUnset, optionInvalid } from "../sources/extraction";
import { headerScheme } from "../sources/header";
import { mediaTypeScheme } from "../sources/media-type";
import { pathScheme } from "../sources/path";
import { unsendableReason } from "../sources/place";

/** Adds defaults to the options. A value of the wrong kind counts as missing, and `check` reports it. */
export function versioningOf(given?: VersioningOptions | null): Versioning {
  const options = given ?? {};
  const scheme = versioningScheme(options);
  const assume = assumption(options.AssumeVersion);
  const lifecycles = new Map(isObject(options.Lifecycle) ? Object.entries(options.Lifecycle) : []);
  const order = versionOrder([...new Set(textsIn(options.Versions))]);
  const retired: Versioning["retired"] = scheme.isEnabled ? retiredIn(options.Retired) : new Map();
  const extractions = [scheme.extractor, assume].map(extractionOf);
  const previews = new Set([...lifecycles].flatMap(([version, life]) => (isPreview(life) ? version : [])));
  return {
    ...scheme,
    defaultVersions: [...new Set(textsIn(options.DefaultVersion))],
    unsendable: unsendableReason({
      ...scheme,
      assume: isText(options.AssumeVersion) ? undefined : assume,
      known: { order, previews, retired },
    }),
    order,
    assume,
    alwaysAssumed: isText(options.AssumeVersion) ? options.AssumeVersion : undefined,
    plain: new Set(scheme.path && assume ? textsIn(options.PlainVersions) : []),
    assumesUnknown: options.UnknownVersion === "assume" && assume !== undefined && !scheme.path,
    refusesLater: options.UnknownVersion === "unavailable" && scheme.isEnabled,
    refusesLaterPins: extractions.some(({ refusesLaterPins }) => refusesLaterPins),
    refusesUnknown: options.UnknownVersion === "refuse" && scheme.isEnabled,
    retired,
    schemes: [...new Set(extractions.flatMap(({ schemes }) => schemes))],
    reports: options.Report === true && scheme.isEnabled,
    explains: options.Explain === true && scheme.isEnabled,
    lifecycles,
    previews,
  };
}

function retiredIn(written: unknown): Versioning["retired"] {
  if (!isRecord(written)) return new Map(textsIn(written).map((version) => [version, withoutDates]));
  return new Map(
    Object.entries(written).map(([version, end]: readonly [string, unknown]) => [version, retirementOf(end)]),
  );
}

function retirementOf(end: unknown): RetiredVersion {
  if (!isObject(end)) return withoutDates;
  const { Sunset, Link }: { readonly Sunset?: unknown; readonly Link?: unknown } = end;
  return { sunset: dateOf(Sunset), link: isText(Link) ? Link : undefined };
}

const withoutDates: RetiredVersion = { sunset: undefined, link: undefined };

function isPreview(lifecycle: unknown): boolean {
  return isObject(lifecycle) && "Preview" in lifecycle && lifecycle.Preview === true;
}

function assumption(assumed: unknown): Versioning["assume"] {
  if (typeof assumed === "string") return () => assumed;
  return typeof assumed === "function" ? (assumed as VersionExtractor) : undefined;
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter(isText) : [];
}

/** Returns the scheme for the option `Type`. For an unknown type, its `faults` have an entry that `Build` reports. */
export function versioningScheme(options: VersioningOptions): VersioningScheme {
  const { Type = VersioningNone } = options;
  const isKnown = typeof Type === "string" && Object.hasOwn(schemes, Type);
  return isKnown ? schemes[Type](options) : unknownScheme(Type);
}

const schemes: Readonly<Record<VersioningType, (options: VersioningOptions) => VersioningScheme>> = {
  [VersioningNone]: () => ({ ...withoutSources, isEnabled: false }),
  [VersioningURI]: pathScheme,
  [VersioningHeader]: headerScheme,
  [VersioningMediaType]: mediaTypeScheme,
  [VersioningCustom]: customScheme,
};

const withoutSources: VersioningScheme = {
  isEnabled: true,
  path: undefined,
  extractor: undefined,
  sources: [],
  faults: [],
};

function customScheme({ Extractor }: VersioningOptions): VersioningScheme {
  return {
    ...withoutSources,
    extractor: Extractor,
    sources: extractionOf(Extractor).sources,
    faults: isUnset(Extractor) ? [{ code: "extractor-missing", details: [] }] : [],
  };
}

function unknownScheme(type: unknown): VersioningScheme {
  const expected = "VersioningNone, VersioningURI, VersioningHeader, VersioningMediaType or VersioningCustom";
  return { ...withoutSources, faults: [optionInvalid("Type", expected, type)] };
}
