import type { ResolvedRoute } from "../model/route";
import type { VersionRange } from "../model/setting";
import { VersionNeutral, type Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import { addressOf, formIn, withVersions } from "./forms";

/**
 * Gives each route with a range its versions: those of the closed list from its first to its last, but for those that
 * another declaration at the same method and path starts later for, or names.
 *
 * So a new version has every route that has not ended, and dispatch knows plain sets alone.
 */
export function settleRanges(
  routes: readonly ResolvedRoute[],
  listed: readonly Version[],
): readonly ResolvedRoute[] {
  const rivals = rivalsAmong(routes.some(({ range }) => range) ? routes : []);
  return routes.map((route) => {
    const { range, versions } = route;
    if (!range) return route.earlier.length === 0 ? route : withVersions(route, versions);
    const isYielded = (version: Version): boolean => {
      const address = addressOf(formIn(route, version));
      const others = rivals.get(address) ?? [];
      return others.some(
        (other) =>
          other !== route &&
          takesOver(other, version, range, listed) &&
          (other.earlier.length === 0 || addressOf(formIn(other, version)) === address),
      );
    };
    return withVersions(
      route,
      versionsIn(range, listed).filter((version) => !isYielded(version)),
    );
  });
}

/** The routes that some form of which stands at an address. */
function rivalsAmong(routes: readonly ResolvedRoute[]): ReadonlyMap<string, readonly ResolvedRoute[]> {
  const rivals = new Map<string, ResolvedRoute[]>();
  for (const route of routes) {
    for (const address of new Set([route, ...route.earlier].map(addressOf))) {
      const group = rivals.get(address) ?? [];
      rivals.set(address, group);
      group.push(route);
    }
  }
  return rivals;
}

/** The versions of a range, oldest first; none where it names a version that is not in the list. */
function versionsIn({ since, until }: VersionRange, listed: readonly Version[]): readonly Version[] {
  const first = since === undefined ? 0 : listed.indexOf(since);
  const last = until === undefined ? listed.length - 1 : listed.indexOf(until);
  return first === -1 || last === -1 ? [] : listed.slice(first, last + 1);
}

/** Whether another declaration answers a version instead: it names the version, or starts later and has not ended. */
function takesOver(
  other: ResolvedRoute,
  version: Version,
  { since }: VersionRange,
  listed: readonly Version[],
): boolean {
  // An Until alone says where a declaration ends, not that it gives way.
  if (since === undefined) return false;
  if (!other.range) return other.versions.includes(version);
  const start = listed.indexOf(since);
  const starts = other.range.since === undefined ? 0 : listed.indexOf(other.range.since);
  return starts > start && versionsIn(other.range, listed).includes(version);
}

/** Every version that some route answers, in the order of the closed list, else as first declared. */
export function servedVersions(routes: readonly ResolvedRoute[], { listed }: Versioning): readonly Version[] {
  const served = new Set(routes.flatMap(({ versions }) => versions));
  served.delete(VersionNeutral);
  return listed.length === 0 ? [...served] : listed.filter((version) => served.has(version));
}
