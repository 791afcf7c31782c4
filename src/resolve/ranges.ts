import { pathShapeOf } from "../http/path";
import type { ResolvedRoute } from "../model/route";
import type { VersionRange } from "../model/setting";
import { VersionNeutral, type Version } from "../model/version";
import type { Versioning } from "../model/versioning";

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
  if (!routes.some(({ range }) => range)) return routes;
  return withRivals(routes).map(({ route, rivals }) => {
    if (!route.range) return route;
    const { range } = route;
    const others = rivals.filter((rival) => rival !== route);
    const versions = versionsIn(range, listed).filter(
      (version) => !others.some((other) => takesOver(other, version, range, listed)),
    );
    return { ...route, versions };
  });
}

interface Contested {
  readonly route: ResolvedRoute;
  /** All routes at its method and path, itself among them. */
  readonly rivals: readonly ResolvedRoute[];
}

function withRivals(routes: readonly ResolvedRoute[]): readonly Contested[] {
  const groups = new Map<string, ResolvedRoute[]>();
  return routes.map((route) => {
    const address = addressOf(route);
    const rivals = groups.get(address) ?? [];
    groups.set(address, rivals);
    rivals.push(route);
    return { route, rivals };
  });
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

function addressOf({ method, segments }: ResolvedRoute): string {
  return `${method} ${pathShapeOf(segments)}`;
}
