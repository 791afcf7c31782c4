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

/** The description of an extractor. A plain function that an application wrote has no description. */
export interface Extraction {
  readonly sources: readonly VersionSource[];
  /** The mistakes in the arguments of the extractor, and of the extractors that it calls. */
  readonly faults: readonly VersioningFault[];
  /** Functions that find mistakes in `Versions`: one for each inner extractor that compares requests with it. */
  readonly comparing: readonly ((known: KnownVersions) => readonly VersioningFault[])[];
  /** Creates a reader that knows the App's versions; undefined if the extractor needs only the request. */
  readonly reading: ((known: KnownVersions) => ReadVersions) | undefined;
  readonly schemes?: readonly Scheme[];
}

const undescribed: Required<Extraction> = {
  sources: [],
  faults: [],
  comparing: [],
  reading: undefined,
  schemes: [],
};

/** The versions of an App, for extractors that compare the version in a request with them. */
export interface KnownVersions {
  readonly order: VersionOrder;
  readonly previews: ReadonlySet<Version>;
  /** True if the reader is that of `AssumeVersion`, which is called if a request names no version. */
  readonly isAssumed: boolean;
  /** The value of `UnknownVersion` by which unknown versions get an answer of their own; undefined without one. */
  readonly refusing?: "unavailable" | "refuse" | undefined;
  /** The versions in the option `Retired`, each of which is older than all `Versions`. */
  readonly retired: ReadonlyMap<Version, unknown>;
  /** True for the extractor inside of `AtOrBefore`: it may find versions that `Versions` does not list. */
  readonly isCompared?: boolean;
}

/** An extractor that describes the places of a request which it reads, for `Vary` and the documents. */
export type DescribedExtractor = VersionExtractor & { readonly [extracts]: Extraction };

export function described(extractor: VersionExtractor, extraction: Extraction): DescribedExtractor {
  return Object.assign(mark(extractor), { [extracts]: extraction });
}

/** Creates an extractor of one source. `name` is the function that users call, such as `FromHeader`. */
export function extractorFor(name: string, source: ReadableSource): DescribedExtractor {
  // The description becomes a member of the function, so each call must create a new function.
  const extractor: VersionExtractor = (req) => source.read(req);
  const faults = source.fault ? [extractorInvalid(name, source.fault)] : [];
  return described(extractor, { ...undescribed, sources: [source], faults });
}

export function extractorInvalid(
  name: string,
  { which = "an argument", expected, written }: SourceFault & { readonly which?: string },
): VersioningFault {
  return { code: "argument-invalid", details: [`${which} of ${name}`, expected, written] };
}

export function optionInvalid(name: string, expected: string, written: unknown): VersioningFault {
  return { code: "argument-invalid", details: [name, expected, describe(written)] };
}

/** Lists the mistakes in an extractor that was passed to the function `name`, such as `FirstOf`. */
export function askedFaults(name: string, asked: unknown): readonly VersioningFault[] {
  if (isCallable(asked)) return extractionOf(asked).faults;
  return [extractorInvalid(name, { expected: "a function", written: describe(asked) })];
}

/** Returns an extractor's description. A function that the application wrote has none: no sources and no faults. */
export function extractionOf(extractor: unknown): Required<Extraction> {
  return typeof extractor === "function" && Object.hasOwn(extractor, extracts) && isUnderstood(extractor)
    ? { ...undescribed, ...(extractor as DescribedExtractor)[extracts] }
    : undescribed;
}

/** Adds what earlier extractors found: authenticated clients, and pinned versions that the App does not know. */
export function withAdmitted(given: RequestedVersions, before: RequestedVersions): RequestedVersions {
  if (!before.admitted) return given;
  const admitted = [...before.admitted, ...(given.admitted ?? [])];
  if (!before.unknownPins) return { ...given, admitted };
  return { ...given, admitted, unknownPins: [...before.unknownPins, ...(given.unknownPins ?? [])] };
}

/** Creates the function that reads versions by an extractor. It awaits promises, and ignores other values. */
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

export function namedIn(extracted: unknown): readonly Version[] {
  // Hot path: most extractors return one string, so this case is checked first.
  if (isVersion(extracted)) return [extracted];
  return Array.isArray(extracted) ? extracted.filter(isVersion) : [];
}

/** VersionNeutral marks neutral routes. A request that named it as its version would reach them before all others. */
function isVersion(value: unknown): value is Version {
  return typeof value === "string" && value !== "" && value !== VersionNeutral;
}

/** Calls `then` with a value at once, or with the result of a promise when the promise resolves. */
export function afterwards<Value>(
  given: Value | Promise<Value>,
  then: (given: Value) => Value | Promise<Value>,
): Value | Promise<Value> {
  return isThenable(given) ? Promise.resolve(given).then(then) : then(given);
}

export function schemeOf(source: ReadableSource, fault: VersioningFault | undefined): VersioningScheme {
  return {
    isEnabled: true,
    path: undefined,
    extractor: source.read,
    sources: [source],
    faults: fault ? [fault] : [],
  };
}

export function textOf(given: unknown): string {
  return typeof given === "string" ? given : "";
}

export function isUnset(given: unknown): boolean {
  return given === undefined || given === null || given === "";
}
