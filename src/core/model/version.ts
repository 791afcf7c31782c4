import { once } from "./collections";

/** A version of the API: a non-empty string such as `"1"` or `"2024-05-01"`. `"1"` and `"1.0"` are different. */
export type Version = string;

/** One version, or a list of versions, most preferred first. */
export type Versions = string | readonly string[];

/**
 * Makes a route answer every request, whatever version the request names: `@WithVersion(VersionNeutral)`.
 *
 * A request cannot name this value as its version: the value is ignored.
 */
export const VersionNeutral: Version = "\u0000neutral";

// The constants need `as const`: otherwise TypeScript infers the type string for `Type` in `{ Type: VersioningURI }`.
/** The default: versioning is off, and `Build` rejects routes that declare a version. */
export const VersioningNone = "none" as const;
/** The version is in the path: `/v1/cats`. */
export const VersioningURI = "uri" as const;
/** The version is the value of a header: `X-API-Version: 1`. */
export const VersioningHeader = "header" as const;
/** The version is a parameter of a media range in Accept: `application/json;v=1`. */
export const VersioningMediaType = "media-type" as const;
/** A function of the application reads the version from the request. */
export const VersioningCustom = "custom" as const;

/** How a request names its version. */
export type VersioningType =
  | typeof VersioningNone
  | typeof VersioningURI
  | typeof VersioningHeader
  | typeof VersioningMediaType
  | typeof VersioningCustom;

/** True for an existing day such as `2024-05-01`. Texts in this form sort in the order of their days. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The versions from `since` to `until`, both inclusive. An undefined bound is open. */
export interface VersionRange {
  readonly since: Version | undefined;
  readonly until: Version | undefined;
}

/** The order of versions. `isBefore` and `isFrom` return false for versions that are not in the list. */
export interface VersionOrder {
  /** All listed versions, oldest first; empty if the application lists no versions. */
  readonly list: readonly Version[];
  /** The index of a version, 0 for the oldest; undefined if the version is not in the list. */
  readonly placeOf: (version: Version) => number | undefined;
  readonly has: (version: Version) => boolean;
  readonly isBefore: (version: Version, other: Version) => boolean;
  /** True if `version` is `first` or newer. */
  readonly isFrom: (version: Version, first: Version) => boolean;
  /** A comparator for sorting, oldest first. Versions that are not in the list come first. */
  readonly compare: (version: Version, other: Version) => number;
  /** The versions from `since` to `until`, both included; empty if a bound is not in the list. */
  readonly range: (since: Version | undefined, until: Version | undefined) => readonly Version[];
  /** True if all versions are dates, all are numbers, or all are semantic versions. */
  readonly isComparable: () => boolean;
  /** True if the names can be compared, and each is later than the name before it. */
  readonly isAscending: () => boolean;
  /** True if a version is not in the list, and is later than the newest version of the list. */
  readonly isLater: (version: Version) => boolean;
}

/** A version of an ordered list; `undefined` means the newest. */
export interface VersionPoint {
  readonly version: Version | undefined;
  readonly order: VersionOrder;
}

/** Makes the functions that compare versions by their place in a list, whose first version is the oldest. */
export function versionOrder(list: readonly Version[]): VersionOrder {
  const places = new Map(list.map((version, place) => [version, place]));
  const distance = (version: Version, other: Version): number | undefined => {
    const one = places.get(version);
    const two = places.get(other);
    return one === undefined || two === undefined ? undefined : one - two;
  };
  return {
    list,
    placeOf: (version) => places.get(version),
    has: (version) => places.has(version),
    isBefore: (version, other) => (distance(version, other) ?? 0) < 0,
    isFrom: (version, first) => (distance(version, first) ?? -1) >= 0,
    compare: (version, other) => (places.get(version) ?? -1) - (places.get(other) ?? -1),
    range: (since, until) => {
      const first = since === undefined ? 0 : places.get(since);
      const last = until === undefined ? list.length - 1 : places.get(until);
      return first === undefined || last === undefined ? [] : list.slice(first, last + 1);
    },
    ...comparisonOf(list, places),
  };
}

function comparisonOf(
  list: readonly Version[],
  places: ReadonlyMap<Version, number>,
): Pick<VersionOrder, "isComparable" | "isAscending" | "isLater"> {
  const newest = list.at(-1);
  const kinds = once(() => (newest === undefined ? [] : nameKinds.filter(({ takes }) => list.every(takes))));
  return {
    isComparable: () => kinds().length > 0,
    isAscending: () => kinds().some((kind) => ascends(list, kind.compare)),
    isLater: (version) => {
      if (newest === undefined || places.has(version)) return false;
      // `["2.0.0"]` may be a list of numbers or of semantic versions: `3` is compared with it as a number, `3.0.0-rc.1`
      // as a semantic version.
      const kind = kinds().find(({ takes }) => takes(version));
      return kind !== undefined && kind.compare(version, newest) > 0;
    },
  };
}

function ascends(list: readonly Version[], compare: NameKind["compare"]): boolean {
  return list.every((version, place) => {
    const previous = list[place - 1];
    return previous === undefined || compare(previous, version) <= 0;
  });
}

interface NameKind {
  readonly takes: (name: string) => boolean;
  readonly compare: (one: string, other: string) => number;
}

const nameKinds: readonly NameKind[] = [
  { takes: isDay, compare: compareTexts },
  { takes: (name) => /^\d+(?:\.\d+)*$/.test(name), compare: compareNumbers },
  { takes: (name) => semantic.test(name), compare: compareSemantic },
];

/** Compares numbers part by part: 1.10 is later than 1.9, and 1 equals 1.0. */
function compareNumbers(one: string, other: string): number {
  const [parts, others] = [one.split("."), other.split(".")];
  const places = Array.from({ length: Math.max(parts.length, others.length) }, (_, place) => place);
  return firstDifference(places.map((place) => compareDigits(parts[place] ?? "0", others[place] ?? "0")));
}

/** `MAJOR.MINOR.PATCH-PRERELEASE+BUILD`, as in https://semver.org/spec/v2.0.0.html, sections 2, 9 and 10. */
const semantic =
  /^((?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2})(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;

/** Compares versions. A release is later than its pre-releases: https://semver.org/spec/v2.0.0.html, section 11. */
function compareSemantic(one: string, other: string): number {
  const [[numbers, before], [otherNumbers, otherBefore]] = [semanticParts(one), semanticParts(other)];
  const difference = compareNumbers(numbers, otherNumbers);
  if (difference !== 0 || before === otherBefore) return difference;
  if (before === "") return 1;
  return otherBefore === "" ? -1 : comparePrereleases(before.split("."), otherBefore.split("."));
}

/** Splits `1.0.0-rc.1+build` into `1.0.0` and `rc.1`. The build is ignored. */
function semanticParts(name: string): readonly [numbers: string, before: string] {
  const release = name.replace(/\+.*/, "");
  const numbers = release.replace(/-.*/, "");
  return [numbers, release.slice(numbers.length + 1)];
}

function comparePrereleases(parts: readonly string[], others: readonly string[]): number {
  const differences = parts.map((part, place) => {
    const other = others[place];
    // `rc.1` is later than `rc`: if all earlier parts are equal, the name with more parts is later.
    if (other === undefined) return 1;
    const [isNumber, isOtherNumber] = [/^\d+$/.test(part), /^\d+$/.test(other)];
    if (isNumber && isOtherNumber) return compareDigits(part, other);
    return isNumber === isOtherNumber ? compareTexts(part, other) : Number(isOtherNumber) - Number(isNumber);
  });
  return firstDifference([...differences, parts.length - others.length]);
}

/** Compares whole numbers as texts, because they may be too long for a JavaScript number. */
function compareDigits(one: string, other: string): number {
  const [digits, others] = [one.replace(/^0+/, ""), other.replace(/^0+/, "")];
  return firstDifference([digits.length - others.length, compareTexts(digits, others)]);
}

function compareTexts(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}

function firstDifference(differences: readonly number[]): number {
  return differences.find((difference) => difference !== 0) ?? 0;
}
