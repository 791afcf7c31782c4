import { isUnderstood, mark } from "../model/copies";
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
import { VersionNeutral, type Version, type VersionOrder } from "../model/version";

const extracts: unique symbol = Symbol.for("versioned-controllers.extractor");

/** The description of an extractor: the package's own extractors have one, an application's own function does not. */
export interface Extraction {
  /** The sources in the order in which they are read. */
  readonly sources: readonly VersionSource[];
  /** The mistakes in the extractor's arguments, and in the arguments of the extractors that it combines. */
  readonly faults: readonly VersioningFault[];
  /** Functions that find mistakes in the closed list, one for each extractor that compares requests with the list. */
  readonly comparing: readonly ((known: KnownVersions) => readonly VersioningFault[])[];
  /** Creates a reader that knows the App's versions; undefined if the extractor needs no more than the request. */
  readonly reading: ((known: KnownVersions) => ReadVersions) | undefined;
  /** The security schemes that the extractor calls. */
  readonly schemes?: readonly Scheme[];
}

/** The description of an application's own function. */
const undescribed: Required<Extraction> = {
  sources: [],
  faults: [],
  comparing: [],
  reading: undefined,
  schemes: [],
};

/** The facts of an App that a reader needs. */
export interface KnownVersions {
  /** The closed list. */
  readonly order: VersionOrder;
  readonly previews: ReadonlySet<Version>;
  /** True for the extractor of `AssumeVersion`, which is read if the request names no version. */
  readonly isAssumed: boolean;
  /** True under `UnknownVersion: "unavailable"`. */
  readonly refusesLater?: boolean;
  /** True within `AtOrBefore`, which finds a version of the list for a version outside of it. */
  readonly isCompared?: boolean;
}

/** An extractor that describes what it reads, so that Vary and the document are right without further code. */
export type DescribedExtractor = VersionExtractor & { readonly [extracts]: Extraction };

/** Attaches a description to an extractor. */
export function described(extractor: VersionExtractor, extraction: Extraction): DescribedExtractor {
  return Object.assign(mark(extractor), { [extracts]: extraction });
}

/** The extractor that reads one source; `name` is the function that users call: `FromHeader`. */
export function extractorFor(name: string, source: ReadableSource): DescribedExtractor {
  // A new function for each call, because the description is attached to the function.
  const extractor: VersionExtractor = (req) => source.read(req);
  const faults = source.fault ? [extractorInvalid(name, source.fault)] : [];
  return described(extractor, { ...undescribed, sources: [source], faults });
}

/** The fault of a wrong argument; `name` is the function that users call: `FromHeader`. */
export function extractorInvalid(
  name: string,
  { which = "an argument", expected, written }: SourceFault & { readonly which?: string },
): VersioningFault {
  return { code: "argument-invalid", details: [`${which} of ${name}`, expected, written] };
}

/** The fault of an option of versioning. */
export function optionInvalid(name: string, expected: string, written: unknown): VersioningFault {
  return { code: "argument-invalid", details: [name, expected, describe(written)] };
}

/** The faults of an inner extractor; `name` is the outer function that users call: `FirstOf`. */
export function askedFaults(name: string, asked: unknown): readonly VersioningFault[] {
  if (isCallable(asked)) return extractionOf(asked).faults;
  return [extractorInvalid(name, { expected: "a function", written: describe(asked) })];
}

/** An extractor's description; an empty one for an application's own function, and for any other value. */
export function extractionOf(extractor: unknown): Required<Extraction> {
  return typeof extractor === "function" && Object.hasOwn(extractor, extracts) && isUnderstood(extractor)
    ? { ...undescribed, ...(extractor as DescribedExtractor)[extracts] }
    : undescribed;
}

/** Adds the principals that an earlier extractor admitted, and their unknown pins, even if it named no version. */
export function withAdmitted(given: RequestedVersions, before: RequestedVersions): RequestedVersions {
  if (!before.admitted) return given;
  const admitted = [...before.admitted, ...(given.admitted ?? [])];
  if (!before.unknownPins) return { ...given, admitted };
  return { ...given, admitted, unknownPins: [...before.unknownPins, ...(given.unknownPins ?? [])] };
}

/** Creates the reader of an extractor: it drops values that are not versions, and awaits promises. */
export function readingOf(extractor: VersionExtractor, known: KnownVersions): ReadVersions {
  const { isAssumed } = known;
  const requestedIn = (extracted: unknown): RequestedVersions => {
    const versions = namedIn(extracted);
    return versions.length === 0 ? nothingRequested : { versions, sent: versions, isAssumed };
  };
  return (
    extractionOf(extractor).reading?.(known) ??
    ((req) => {
      const extracted: unknown = extractor(req);
      return isThenable(extracted) ? Promise.resolve(extracted).then(requestedIn) : requestedIn(extracted);
    })
  );
}

/** The versions in an extractor's result: other values are dropped. */
export function namedIn(extracted: unknown): readonly Version[] {
  // Hot path: most extractors return one string, or nothing.
  if (isVersion(extracted)) return [extracted];
  return Array.isArray(extracted) ? extracted.filter(isVersion) : [];
}

/** False for VersionNeutral: a client that sent it would reach neutral routes before the routes of its version. */
function isVersion(value: unknown): value is Version {
  return typeof value === "string" && value !== "" && value !== VersionNeutral;
}

/** Calls `then` with a result: at once, or after a promise has resolved. */
export function afterwards<Value>(
  given: Value | Promise<Value>,
  then: (given: Value) => Value | Promise<Value>,
): Value | Promise<Value> {
  return isThenable(given) ? Promise.resolve(given).then(then) : then(given);
}

/** The scheme of a VersioningType with one source. */
export function schemeOf(source: ReadableSource, fault: VersioningFault | undefined): VersioningScheme {
  return {
    isEnabled: true,
    path: undefined,
    extractor: source.read,
    sources: [source],
    faults: fault ? [fault] : [],
  };
}

/** The given string, or an empty one: callers without types may pass anything, which `check` reports. */
export function textOf(given: unknown): string {
  return typeof given === "string" ? given : "";
}

/** True if an option was left out, or is empty. */
export function isUnset(given: unknown): boolean {
  return given === undefined || given === null || given === "";
}
