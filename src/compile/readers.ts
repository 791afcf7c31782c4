import type { Request } from "express";
import { mediaRanges, type Parameter } from "../http/accept";
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
    if (!assumed || versioning.type !== VersioningURI) return undefined;
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

/** The range with the highest weight, among all that carry the parameter once, names the version. */
export function acceptReader(key: string): (req: Request) => readonly Version[] {
  return (req) => {
    let best = 0;
    let version: Version | undefined;
    for (const line of headerLines(req, "accept")) {
      for (const { parameters, weight } of mediaRanges(line)) {
        // The first written stays where weights are equal.
        if (weight <= best) continue;
        const named = valueOf(parameters, key);
        if (named === "") continue;
        best = weight;
        version = named;
      }
    }
    return version === undefined ? none : [version];
  };
}

/** The value of a parameter; empty where it is missing, or named twice. */
function valueOf(parameters: readonly Parameter[], key: string): string {
  let value = "";
  let count = 0;
  for (const parameter of parameters) {
    if (parameter.name !== key) continue;
    value = parameter.value;
    count++;
  }
  return count === 1 ? value : "";
}

/** Whatever is no version is dropped; a promise is awaited. */
function fromExtractor(extract: VersionExtractor): VersionReader {
  return (req) => {
    const extracted: unknown = extract(req);
    return isThenable(extracted) ? Promise.resolve(extracted).then(namedIn) : namedIn(extracted);
  };
}
