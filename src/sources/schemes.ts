import type { VersioningScheme } from "../model/source";
import {
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningNone,
  VersioningURI,
  type VersioningType,
} from "../model/version";
import type { VersioningOptions } from "../model/versioning";
import { extractionOf, optionInvalid, isUnset } from "./extraction";
import { headerScheme } from "./header";
import { mediaTypeScheme } from "./media-type";
import { pathScheme } from "./path";

/** The scheme for the option `Type`; an unknown type is a fault of the scheme. */
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

/** `VersioningCustom`: the sources are those that the option `Extractor` describes. */
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
