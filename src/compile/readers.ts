import { mediaRanges, type Parameter } from "../http/accept";
import { headerLines } from "../http/header-lines";
import type { Reading, VersionReader } from "../model/serving";
import { isThenable } from "../model/value";
import {
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersionNeutral,
  type Version,
} from "../model/version";
import type { Versioning } from "../model/versioning";

/** The way to read the versions that requests ask for; undefined where method and path are enough. */
export function compileReading(versioning: Versioning): Reading | undefined {
  switch (versioning.type) {
    case VersioningHeader:
      return { read: fromHeader(versioning.header.toLowerCase()), varyBy: versioning.header };
    case VersioningMediaType:
      return { read: fromAccept(versioning.key), varyBy: "Accept" };
    case VersioningCustom:
      return { read: fromExtractor(versioning.extractor), varyBy: undefined };
    default:
      return undefined;
  }
}

const none: readonly Version[] = [];

/** The header's value is one text, commas included; on several lines, or empty, it names no version. */
function fromHeader(name: string): VersionReader {
  return (req) => {
    const lines = headerLines(req, name);
    return lines.length === 1 && lines[0] !== "" ? lines : none;
  };
}

/** The range with the highest weight, among all that carry the parameter once, names the version. */
function fromAccept(key: string): VersionReader {
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
function fromExtractor(extract: Versioning["extractor"]): VersionReader {
  return (req) => {
    const extracted: unknown = extract(req);
    return isThenable(extracted) ? Promise.resolve(extracted).then(namedIn) : namedIn(extracted);
  };
}

function namedIn(extracted: unknown): readonly Version[] {
  if (typeof extracted === "string") return namedIn([extracted]);
  if (!Array.isArray(extracted)) return none;
  return extracted.filter(
    (version): version is Version =>
      typeof version === "string" && version !== "" && version !== VersionNeutral,
  );
}
