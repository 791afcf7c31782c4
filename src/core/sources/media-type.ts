import { preferredValue, unreadableRange } from "../../http/accept";
import { headerLines } from "../../http/header-lines";
import { isFieldText, isParameterName, quotedIfNeeded } from "../../http/field-values";
import type { ReadableSource, VersioningScheme } from "../model/source";
import type { VersioningOptions } from "../model/versioning";
import { describe, quoteShort } from "../model/value";
import { optionInvalid, type DescribedExtractor, isUnset, textOf } from "./extraction";
import { extractorFor, schemeOf } from "./place";

/** Creates an extractor that reads a parameter of Accept, as `VersioningMediaType` does. */
export function FromMediaType(key: string): DescribedExtractor {
  return extractorFor("FromMediaType", mediaTypeSource(bare(textOf(key))));
}

export function mediaTypeScheme({ Key }: VersioningOptions): VersioningScheme {
  const source = mediaTypeSource(bare(textOf(Key).toLowerCase()));
  if (isUnset(Key)) return schemeOf(source, { code: "key-missing", details: [] });
  return schemeOf(source, source.fault && optionInvalid("Key", source.fault.expected, Key));
}

/** Removes `=` from a key, because `v=` means the same as `v`. */
function bare(key: string): string {
  return key.replace(/=$/, "");
}

/** Describes a parameter of Accept as a version source. Of several versions, the one with the highest weight counts. */
function mediaTypeSource(key: string): ReadableSource {
  const parameter = key.toLowerCase();
  const suffix = (version: string): string => `;${key}=${quotedIfNeeded(version)}`;
  return {
    words: `Accept parameter ${key}`,
    place: "Accept",
    varyField: "Accept",
    // OpenAPI ignores a parameter named Accept (3.1.1, 4.8.12.2), so the media types contain the version instead.
    parameter: undefined,
    mediaTypeSuffix: suffix,
    contentTypeParameter: (version) =>
      isFieldText(version) ? { name: key, value: quotedIfNeeded(version) } : undefined,
    partsFor: (version) => ({ header: { name: "Accept", value: `application/json${suffix(version)}` } }),
    sendable: {
      has: (version) => /^[\t\x20-\x7e\x80-\xff]*$/.test(version),
      words: "no control characters and no characters above U+00FF",
    },
    fault: isParameterName(key)
      ? undefined
      : {
          expected: 'a parameter name other than "q", the weight (RFC 9110, 12.4.2)',
          written: describe(key),
        },
    read: (req) => {
      const lines = headerLines(req, "accept");
      const value = preferredValue(lines, parameter);
      if (value !== undefined) return value;
      const range = unreadableRange(lines, parameter);
      return range === undefined ? undefined : { unreadable: `Accept: ${quoteShort(range)} cannot be read` };
    },
  };
}
