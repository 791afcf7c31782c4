/** A version of the API: a non-empty string, compared exactly, such as `"1"` or `"2024-05-01"`. */
export type Version = string;

/** One version, or several, most preferred first. */
export type Versions = string | readonly string[];

/**
 * Declares a route for every request, whatever version it names: `@WithVersion(VersionNeutral)`.
 *
 * No client can send this value: a request with it names no version.
 */
export const VersionNeutral: Version = "\u0000neutral";

// `as const`: without it a declaration file has the type string for a member with this value: `const options = { Type:
// VersioningURI }`.
/** Versioning is off: the default. A declared version is then a Build problem. */
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

/** An existing day such as `2024-05-01`: dates of this form compare like their texts. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * The order of a closed list of versions, and the only place that compares two versions.
 *
 * A version outside of the list has no place, so that it is neither before nor at nor after another.
 */
export interface VersionOrder {
  /** Oldest first; empty without a list. */
  readonly list: readonly Version[];
  /** How many versions of the list are older; undefined for a version outside of it. */
  readonly placeOf: (version: Version) => number | undefined;
  /** True if the list has a version. */
  readonly has: (version: Version) => boolean;
  /** True if one version is older than another. */
  readonly isBefore: (version: Version, other: Version) => boolean;
  /** True if one version is the other one, or newer. */
  readonly isFrom: (version: Version, first: Version) => boolean;
  /** Sorts oldest first; versions outside of the list come before all others. */
  readonly compare: (version: Version, other: Version) => number;
  /** The versions from one to another, both inclusive, oldest first; empty if a bound is outside of the list. */
  readonly range: (since: Version | undefined, until: Version | undefined) => readonly Version[];
}

/** A version, and the order that it belongs to; an undefined version means the newest. */
export interface VersionPoint {
  readonly version: Version | undefined;
  readonly order: VersionOrder;
}

/** The order of a closed list, oldest first, without repetitions. */
export function versionOrder(list: readonly Version[]): VersionOrder {
  const places = new Map(list.map((version, place) => [version, place]));
  const distance = (version: Version, other: Version): number | undefined => {
    const [one, two] = [places.get(version), places.get(other)];
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
  };
}
