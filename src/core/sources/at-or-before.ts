import { assertOptions, kinds } from "../model/options";
import { isCallable } from "../model/setting";
import type { Reading } from "../model/serving";
import type { VersionExtractor, VersioningFault } from "../model/source";
import { takeRejection } from "../model/value";
import { isDay, type Version } from "../model/version";
import { releasedIn } from "../model/versioning";
import {
  askedFaults,
  described,
  extractionOf,
  optionInvalid,
  type Comparison,
  type DescribedExtractor,
  type KnownVersions,
} from "./extraction";
import { readingOf } from "./reading";

/** How `AtOrBefore` compares versions that are not dates. */
export interface AtOrBeforeOptions {
  /** Negative if `a` is older than `b`, positive if newer. For a text that is not a version: NaN, or a thrown error. */
  Compare?: (a: string, b: string) => number;
}

/**
 * Creates an extractor that selects the requested version, or else the newest of `Versions` before it: 2024-05-01 for
 * 2024-06-30. Versions are ISO dates; for other versions, pass `Compare`, such as `semver.compare`. A text that is not
 * a version is unreadable.
 */
export function AtOrBefore(extractor: VersionExtractor, options: AtOrBeforeOptions = {}): DescribedExtractor {
  assertOptions<AtOrBeforeOptions>("AtOrBefore", options, { Compare: kinds.anything });
  const { Compare } = options;
  const isCompared = Compare === undefined || isCallable(Compare);
  const compare = distanceBy(Compare !== undefined && isCompared ? Compare : compareDays);
  const kind = Compare === undefined ? "date" : "version";
  const { sources, schemes } = extractionOf(extractor);
  return described({
    sources: sources.map((source) => ({
      ...source,
      // A version is also selected by later texts, so that nobody needs to send its own name.
      sendable: undefined,
      rangeWords: (versions, released) => rangeWords(versions, oldestFirst(released, compare), kind),
    })),
    faults: [
      ...askedFaults("AtOrBefore", extractor),
      ...(isCompared ? [] : [optionInvalid("Compare of AtOrBefore", "a function", Compare)]),
    ],
    comparing: isCompared ? [(known) => faultsOfList(known, Compare && compare)] : [],
    schemes,
    // The pinned date of an account selects a version at or before it, so no account is later.
    refusesLaterPins: false,
    reading: (known) =>
      known.order.list.length === 0
        ? withoutList
        : readingOf(extractor, { ...known, comparison: { select: newestAtOrBefore(known, compare), kind } }),
  });
}

/** Negative if `version` is older than `other`, positive if newer; undefined if one of them is not a version. */
type Distance = (version: Version, other: Version) => number | undefined;

/** Creates a Distance from the application's `Compare`, which may throw, or return something other than a number. */
function distanceBy(compare: (version: Version, other: Version) => unknown): Distance {
  return (version, other) => {
    try {
      const distance = compare(version, other);
      if (takeRejection(distance) || typeof distance !== "number") return undefined;
      return Number.isNaN(distance) ? undefined : distance;
    } catch {
      return undefined;
    }
  };
}

function compareDays(version: Version, other: Version): number {
  return isDay(version) && isDay(other) ? Number(version > other) - Number(version < other) : NaN;
}

function faultsOfList(known: KnownVersions, compare: Distance | undefined): readonly VersioningFault[] {
  const { list } = known.order;
  if (list.length === 0) return [{ code: "range-without-list", details: ["AtOrBefore"] }];
  const { refusing } = known;
  if (refusing) return [{ code: "unknown-version-compared", details: [refusing, "AtOrBefore"] }];
  const versions = releasedIn(known.order.list, known);
  if (!compare) {
    const names = [...versions, ...known.retired.keys()].filter((version) => !isDay(version));
    if (names.length === 0) return faultsOfRetired(known, versions, compareDays);
    return names.map((version) => ({ code: "version-not-a-day", details: ["AtOrBefore", version] }));
  }
  return [...faultsOfOrder(versions, compare), ...faultsOfRetired(known, versions, compare)];
}

function faultsOfOrder(versions: readonly Version[], compare: Distance): readonly VersioningFault[] {
  return versions.flatMap((version, place) => {
    const next = versions[place + 1];
    // The only version of a list has no neighbour, so it is compared with itself.
    if (next === undefined) {
      return place === 0 && compare(version, version) === undefined ? unordered(version, version) : [];
    }
    const [forwards, backwards] = [compare(version, next), compare(next, version)];
    const isInOrder = forwards !== undefined && forwards < 0 && backwards !== undefined && backwards > 0;
    return isInOrder ? [] : unordered(version, next);
  });
}

/** Reports a version of `Retired` that is not older than all released versions. */
function faultsOfRetired(
  { retired }: KnownVersions,
  released: readonly Version[],
  compare: Distance,
): readonly VersioningFault[] {
  const [oldest] = oldestFirst(released, compare);
  if (oldest === undefined) return [];
  return [...retired.keys()].flatMap((version): VersioningFault | [] => {
    const isBefore = Number(compare(version, oldest)) < 0 && Number(compare(oldest, version)) > 0;
    return isBefore ? [] : { code: "retired-not-before", details: ["AtOrBefore", version, oldest] };
  });
}

function unordered(version: Version, next: Version): readonly VersioningFault[] {
  const [one, other] = [JSON.stringify(version), JSON.stringify(next)];
  const [expected, fix] =
    version === next
      ? [`Compare(${one}, ${one}) must return a number`, "correct the name of this version, or Compare"]
      : [
          `${one} is listed before ${other}, so Compare(${one}, ${other}) must be negative, and Compare(${other}, ${one}) positive`,
          "sort Versions, oldest first, or correct Compare",
        ];
  return [{ code: "versions-not-compared", details: ["AtOrBefore", expected, fix] }];
}

/** Describes the values that select `versions`: `any date from 2024-05-01, before 2024-09-01`. */
function rangeWords(versions: readonly Version[], released: readonly Version[], kind: string): string {
  const first = released.find((version) => versions.includes(version));
  if (first === undefined) return versions.join(" or ");
  const next = released[released.findLastIndex((version) => versions.includes(version)) + 1];
  return `any ${kind} from ${first}${next === undefined ? " on" : `, before ${next}`}`;
}

/** Sorts versions, because the option `Versions` may list dates in any order. */
function oldestFirst(versions: readonly Version[], compare: Distance): readonly Version[] {
  // If the distance is undefined, NaN leaves the two versions in their order.
  return versions.toSorted((one, other) => Number(compare(one, other)));
}

function newestAtOrBefore(known: KnownVersions, compare: Distance): Comparison["select"] {
  const { order, previews, retired } = known;
  const released = releasedIn(order.list, known);
  const newestFirst = oldestFirst([...retired.keys(), ...released], compare).toReversed();
  return (asked) => {
    if (order.has(asked) && previews.has(asked)) return [asked];
    for (const version of newestFirst) {
      const distance = compare(version, asked);
      if (distance === undefined) return undefined;
      if (distance <= 0) return [version];
    }
    return [];
  };
}

/** The reading for a call by the application itself, which passes no `Versions`. */
const withoutList: Reading = { read: failWithoutList, readPlaces: failWithoutList, asksFunctions: false };

function failWithoutList(): never {
  throw new Error(
    "AtOrBefore works only as Extractor or AssumeVersion in VersioningOptions, because it compares a date with Versions of the same options",
  );
}
