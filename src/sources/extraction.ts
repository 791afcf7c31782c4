import type {
  VersionExtractor,
  ReadableSource,
  SourceFault,
  VersioningFault,
  VersionSource,
  VersioningScheme,
} from "../model/source";
import { nothingRequested, type ReadVersions, type RequestedVersions } from "../model/serving";
import type { Scheme } from "../model/security";
import { isCallable } from "../model/setting";
import { describe, isThenable } from "../model/value";
import { VersionNeutral, type Version } from "../model/version";
import type { VersionOrder } from "../model/version-order";

/** The key under which an extractor keeps what it says of itself. */
const extracts: unique symbol = Symbol("versioned-controllers extractor");

/** The package's own extractors say of themselves what they read; an application's own function says nothing. */
export interface Extraction {
  /** The sources in the order that they are asked. */
  readonly sources: readonly VersionSource[];
  /** The mistakes in its arguments, and in those of the extractors that it asks. */
  readonly faults: readonly VersioningFault[];
  /** The name of the extractor that compares with the closed list of versions; undefined where none does. */
  readonly comparing: string | undefined;
  /** The way to read requests that knows the App's versions; undefined where what the extractor gives is all. */
  readonly reading: ((known: KnownVersions) => ReadVersions) | undefined;
  /** The security schemes that it asks. */
  readonly schemes?: readonly Scheme[];
}

/** The facts of an App that reading needs. */
export interface KnownVersions {
  /** The closed list. */
  readonly order: VersionOrder;
  readonly previews: ReadonlySet<Version>;
  /** Whether it is read in the place of a version that the request does not name. */
  readonly isAssumed: boolean;
}

/** An extractor that says what it reads, so that Vary and the document are right by themselves. */
export type DescribedExtractor = VersionExtractor & { readonly [extracts]: Extraction };

/** Gives an extractor what it says of itself. */
export function described(extractor: VersionExtractor, extraction: Extraction): DescribedExtractor {
  return Object.assign(extractor, { [extracts]: extraction });
}

/** The extractor that asks one source; `name` is what users call it: `FromHeader`. */
export function extractorFor(name: string, source: ReadableSource): DescribedExtractor {
  // A function of its own, since what it says of itself is written onto it.
  const extractor: VersionExtractor = (req) => source.read(req);
  const faults = source.fault ? [extractorInvalid(name, source.fault)] : [];
  return described(extractor, { sources: [source], faults, comparing: undefined, reading: undefined });
}

/** The fault of an extractor, by the name that users call it, that was given what it does not take. */
export function extractorInvalid(name: string, { takes, written }: SourceFault): VersioningFault {
  return { code: "extractor-invalid", details: [name, takes, written] };
}

/** The faults of an extractor that another one asks, which users call `name`. */
export function askedFaults(name: string, asked: unknown): readonly VersioningFault[] {
  if (isCallable(asked)) return extractionOf(asked)?.faults ?? [];
  return [extractorInvalid(name, { takes: "functions", written: describe(asked) })];
}

/** An extractor's description of itself; undefined for an application's own function, and for what is none. */
export function extractionOf(extractor: unknown): Extraction | undefined {
  return typeof extractor === "function" && Object.hasOwn(extractor, extracts)
    ? (extractor as DescribedExtractor)[extracts]
    : undefined;
}

/** The places that an extractor says it reads; none for an application's own function. */
export function sourcesIn(extractor: unknown): readonly VersionSource[] {
  return extractionOf(extractor)?.sources ?? [];
}

/** The security schemes that an extractor asks. */
export function schemesIn(extractor: unknown): readonly Scheme[] {
  return extractionOf(extractor)?.schemes ?? [];
}

/** Keeps those who were admitted by an extractor that was asked before, whether or not it named a version. */
export function withAdmitted(given: RequestedVersions, before: RequestedVersions): RequestedVersions {
  if (!before.admitted) return given;
  return { ...given, admitted: [...before.admitted, ...(given.admitted ?? [])] };
}

/** The way to read requests by an extractor: whatever it gives that is no version is dropped; a promise is awaited. */
export function readingOf(extractor: VersionExtractor, known: KnownVersions): ReadVersions {
  const { isAssumed } = known;
  const requestedIn = (extracted: unknown): RequestedVersions => {
    const versions = namedIn(extracted);
    return versions.length === 0 ? nothingRequested : { versions, sent: versions, isAssumed };
  };
  return (
    extractionOf(extractor)?.reading?.(known) ??
    ((req) => {
      const extracted: unknown = extractor(req);
      return isThenable(extracted) ? Promise.resolve(extracted).then(requestedIn) : requestedIn(extracted);
    })
  );
}

/** The versions in what an extractor gave: whatever is no version is dropped. */
export function namedIn(extracted: unknown): readonly Version[] {
  // Hot path: most extractors give one text, or nothing.
  if (isVersion(extracted)) return [extracted];
  return Array.isArray(extracted) ? extracted.filter(isVersion) : [];
}

/** No client can send VersionNeutral: it would reach the neutral routes before those of its version. */
function isVersion(value: unknown): value is Version {
  return typeof value === "string" && value !== "" && value !== VersionNeutral;
}

/** Goes on with what was read, at once unless that is a promise. */
export function afterwards<Value>(
  given: Value | Promise<Value>,
  then: (given: Value) => Value | Promise<Value>,
): Value | Promise<Value> {
  return isThenable(given) ? Promise.resolve(given).then(then) : then(given);
}

/** The scheme of a VersioningType that asks one source. */
export function schemeOf(source: ReadableSource, fault: VersioningFault | undefined): VersioningScheme {
  return {
    isEnabled: true,
    path: undefined,
    extractor: source.read,
    sources: [source],
    faults: fault ? [fault] : [],
  };
}

/** The text that was given, or none: callers without types may give anything, which `check` reports. */
export function textOf(given: unknown): string {
  return typeof given === "string" ? given : "";
}

/** Whether an option was left out, or left empty. */
export function isUnset(given: unknown): boolean {
  return given === undefined || given === null || given === "";
}
