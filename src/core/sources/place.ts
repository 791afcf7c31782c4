import type {
  ReadableSource,
  SendableVersions,
  VersionExtractor,
  VersioningFault,
  VersioningScheme,
  VersionSource,
} from "../model/source";
import type { Version } from "../model/version";
import {
  described,
  extractionOf,
  extractorInvalid,
  type DescribedExtractor,
  type KnownVersions,
} from "./extraction";
import { placeReading, readingOf } from "./reading";

/** Creates an extractor of one source. `name` is the function that users call, such as `FromHeader`. */
export function extractorFor(name: string, source: ReadableSource): DescribedExtractor {
  return extractorOf(source, source.fault && extractorInvalid(name, source.fault));
}

export function schemeOf(source: ReadableSource, fault: VersioningFault | undefined): VersioningScheme {
  return {
    isEnabled: true,
    path: undefined,
    extractor: extractorOf(source),
    sources: [source],
    faults: fault ? [fault] : [],
  };
}

/** A place whose text is percent-encoded contains any version that UTF-8 can encode. */
export const wholeCharacters: SendableVersions = {
  has: (version) => !/\p{Surrogate}/u.test(version),
  words: "no halves of surrogate pairs",
};

function extractorOf(source: ReadableSource, fault?: VersioningFault): DescribedExtractor {
  return described({
    sources: [source],
    faults: fault ? [fault] : [],
    comparing: [],
    reading: (known) => placeReading(source, known),
    schemes: [],
    refusesLaterPins: false,
  });
}

interface NamingParts extends Pick<VersioningScheme, "extractor" | "sources"> {
  /** The extractor of `AssumeVersion`; undefined for a fixed version. */
  readonly assume: VersionExtractor | undefined;
  readonly known: Omit<KnownVersions, "isAssumed">;
}

/** Returns why no place of a request can contain a version; undefined if one can, or if a function may find it. */
type UnsendableReason = (version: Version) => string | undefined;

export function unsendableReason({ extractor, sources, assume, known }: NamingParts): UnsendableReason {
  const places = [...sources, ...extractionOf(assume).sources];
  const asksFunctions = [extractor, assume].some(
    (one) => one !== undefined && readingOf(one, { ...known, isAssumed: false }).asksFunctions,
  );
  if (asksFunctions || places.length === 0) return () => undefined;
  return (version) => {
    const rules = places.map((place) => ruleAgainst(place, version));
    return rules.includes(undefined) ? undefined : rules.join("; ");
  };
}

function ruleAgainst({ words, sendable }: VersionSource, version: Version): string | undefined {
  return !sendable || sendable.has(version) ? undefined : `the value of ${words} has ${sendable.words}`;
}
