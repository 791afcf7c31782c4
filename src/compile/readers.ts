import type { Request } from "express";
import { preferredValue } from "../http/accept";
import { headerLines } from "../http/header-lines";
import { pathOfTarget } from "../http/request-path";
import {
  bound,
  extractionOf,
  namedIn,
  varyFieldOf,
  type VersionExtractor,
  type VersionSource,
} from "../model/extractor";
import type { Reading, VersionReader } from "../model/serving";
import { isThenable } from "../model/value";
import {
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  type Version,
} from "../model/version";
import type { Versioning } from "../model/versioning";
import { assuming, elseAssume } from "./assumed";

/**
 * The way to read the versions that requests ask for; undefined where method and path are enough.
 *
 * `isVersioned` tells the paths that name a version by themselves: these are not asked.
 */
export function compileReading(
  versioning: Versioning,
  isVersioned: (path: string) => boolean,
): Reading | undefined {
  const { assume, listed } = versioning;
  const named = sourcesOf(versioning);
  const assumed = assume && {
    read: assuming(fromExtractor(bound(assume, listed))),
    sources: sourcesIn(assume),
  };
  const read = readerOf(versioning);
  if (!read) {
    if (!assumed) return undefined;
    return {
      read: (req) => (isVersioned(pathOfTarget(req.url)) ? none : assumed.read(req)),
      varyBy: varyBy(assumed.sources),
    };
  }
  if (!assumed) return { read, varyBy: varyBy(named) };
  return { read: elseAssume(read, assumed.read), varyBy: varyBy([...named, ...assumed.sources]) };
}

function readerOf({ type, header, key, extractor, listed }: Versioning): VersionReader | undefined {
  switch (type) {
    case VersioningHeader:
      return headerReader(header.toLowerCase());
    case VersioningMediaType:
      return acceptReader(key);
    case VersioningCustom:
      return fromExtractor(bound(extractor, listed));
    default:
      return undefined;
  }
}

/** Where requests name their version, as far as that can be told. */
export function sourcesOf({ type, prefix, header, key, extractor }: Versioning): readonly VersionSource[] {
  switch (type) {
    case VersioningURI:
      return [{ from: "path", prefix }];
    case VersioningHeader:
      return [{ from: "header", name: header }];
    case VersioningMediaType:
      return [{ from: "media type", key }];
    case VersioningCustom:
      return sourcesIn(extractor);
    default:
      return none;
  }
}

/** What an extractor says that it reads; nothing of an application's own function. */
export function sourcesIn(extractor: VersionExtractor | undefined): readonly VersionSource[] {
  return extractionOf(extractor)?.sources ?? none;
}

function varyBy(sources: readonly VersionSource[]): string | undefined {
  const fields = new Set(sources.map(varyFieldOf).filter((field) => field !== undefined));
  return fields.size === 0 ? undefined : [...fields].join(", ");
}

const none: readonly never[] = [];

/** The header's value is one text, commas included; on several lines, or empty, it names no version. */
export function headerReader(name: string): (req: Request) => readonly Version[] {
  return (req) => {
    const lines = headerLines(req, name);
    return lines.length === 1 && lines[0] !== "" ? lines : none;
  };
}

/** The range with the highest weight, among all that carry the parameter, names the version. */
export function acceptReader(key: string): (req: Request) => readonly Version[] {
  return (req) => {
    const version = preferredValue(headerLines(req, "accept"), key);
    return version === undefined ? none : [version];
  };
}

/** Whatever is no version is dropped; a promise is awaited. */
function fromExtractor(extract: VersionExtractor): VersionReader {
  return (req) => {
    const extracted: unknown = extract(req);
    return isThenable(extracted) ? Promise.resolve(extracted).then(namedIn) : namedIn(extracted);
  };
}
