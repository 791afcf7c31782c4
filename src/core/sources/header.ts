import { headerLines, onlyHeaderLine } from "../../http/header-lines";
import { isToken } from "../../http/field-values";
import type { ReadableSource, VersioningScheme } from "../model/source";
import { describe } from "../model/value";
import type { VersioningOptions } from "../model/versioning";
import { optionInvalid, type DescribedExtractor, isUnset, textOf } from "./extraction";
import { extractorFor, schemeOf } from "./place";

/**
 * Creates an extractor that reads a header, as `VersioningHeader` does. The whole value is the version. A header on
 * several lines is unreadable.
 */
export function FromHeader(name: string): DescribedExtractor {
  return extractorFor("FromHeader", headerSource(textOf(name)));
}

export function headerScheme({ Header }: VersioningOptions): VersioningScheme {
  const source = headerSource(textOf(Header));
  if (isUnset(Header)) return schemeOf(source, { code: "header-missing", details: [] });
  return schemeOf(source, source.fault && optionInvalid("Header", source.fault.expected, Header));
}

/** Describes a header as a version source. An empty value names no version. Commas are part of the version. */
export function headerSource(name: string): ReadableSource {
  const field = name.toLowerCase();
  const place = `header ${name}`;
  return {
    words: place,
    place,
    varyField: name,
    parameter: { name, in: "header" },
    partsFor: (version) => ({ header: { name, value: version } }),
    sendable: {
      // HTTP removes blanks at the ends of a value (RFC 9110, 5.5), and Node sends and reads values as Latin-1.
      has: (version) => !/^[ \t]|[ \t]$|[^\x20-\x7e\xa0-\xff]/.test(version),
      words: "no blanks at its ends, no control characters and no characters above U+00FF",
    },
    fault: isToken(name) ? undefined : { expected: "a field name (RFC 9110, 5.1)", written: describe(name) },
    read: (req) => {
      const line = onlyHeaderLine(req, field);
      if (line !== undefined) return line;
      const { length } = headerLines(req, field);
      return length > 1 ? { unreadable: `${place}: sent on ${length} lines` } : undefined;
    },
  };
}
