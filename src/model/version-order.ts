import type { Version } from "./version";

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
