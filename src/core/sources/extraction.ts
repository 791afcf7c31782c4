import { isUnderstood, mark } from "../model/copies";
import type { VersionExtractor, SourceFault, VersioningFault, VersionSource } from "../model/source";
import type { Reading } from "../model/serving";
import type { Scheme } from "../model/security";
import { isCallable } from "../model/setting";
import { afterwards, describe } from "../model/value";
import { versionOrder, type Version, type VersionOrder } from "../model/version";
import type { Versioning } from "../model/versioning";

const extracts: unique symbol = Symbol.for("versioned-controllers.extractor");

/** The description of an extractor. A plain function that an application wrote has no description. */
export interface Extraction {
  readonly sources: readonly VersionSource[];
  /** The mistakes in the arguments of the extractor, and of the extractors that it calls. */
  readonly faults: readonly VersioningFault[];
  /** Functions that find mistakes in `Versions`: one for each inner extractor that compares requests with it. */
  readonly comparing: readonly ((known: KnownVersions) => readonly VersioningFault[])[];
  /** Creates a reader that knows the App's versions. */
  readonly reading: (known: KnownVersions) => Reading;
  readonly schemes: readonly Scheme[];
  /** True if accounts of a version later than all `Versions` get 503. */
  readonly refusesLaterPins: boolean;
}

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
  /** Set for the extractor inside of `AtOrBefore`, which may find texts that `Versions` does not list. */
  readonly comparison?: Comparison;
}

/** How `AtOrBefore` selects a version by a text: `2024-05-01` by `2024-06-30`. */
export interface Comparison {
  /** Returns no version for a text before all versions; undefined if the text cannot be compared. */
  readonly select: (text: string) => readonly Version[] | undefined;
  /** The text must be a `date`, or a `version` that `Compare` orders. */
  readonly kind: "date" | "version";
}

/** An extractor that describes the places of a request which it reads, for `Vary` and the documents. */
export type DescribedExtractor = VersionExtractor & { readonly [extracts]: Extraction };

/** Creates an extractor that an application can also call as a function. Such a call knows no list of versions. */
export function described(extraction: Extraction): DescribedExtractor {
  const extractor: VersionExtractor = (req) =>
    afterwards(extraction.reading(withoutVersions).read(req), ({ versions }) =>
      versions.length > 1 ? versions : versions[0],
    );
  return Object.assign(mark(extractor), { [extracts]: extraction });
}

const withoutVersions: KnownVersions = {
  order: versionOrder([]),
  previews: new Set(),
  retired: new Map(),
  isAssumed: false,
};

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
export function extractionOf(extractor: unknown): Extraction | typeof undescribed {
  return typeof extractor === "function" && Object.hasOwn(extractor, extracts) && isUnderstood(extractor)
    ? (extractor as DescribedExtractor)[extracts]
    : undescribed;
}

/** The places in which clients name a version: under VersioningURI, those of `AssumeVersion` for `PlainVersions`. */
export function sourcesOf(
  version: Version,
  { plain, assume, sources }: Pick<Versioning, "plain" | "assume" | "sources">,
): readonly VersionSource[] {
  return plain.has(version) ? extractionOf(assume).sources : sources;
}

const undescribed = {
  sources: [],
  faults: [],
  comparing: [],
  reading: undefined,
  schemes: [],
  refusesLaterPins: false,
} as const;

export function textOf(given: unknown): string {
  return typeof given === "string" ? given : "";
}

export function isUnset(given: unknown): boolean {
  return given === undefined || given === null || given === "";
}
