import { groupedBy, onceEach } from "../model/collections";
import { allForms, type ResolvedRoute } from "../model/route";
import { VersionNeutral, type Version, type VersionOrder, type VersionRange } from "../model/version";
import type { Versioning } from "../model/versioning";
import { routeAddressOf, formIn, withVersions } from "./route-forms";

/**
 * Replaces `Since` and `Until` by a list of versions. If two routes have the same method and path, a version belongs to
 * the route that names it with `WithVersion`, or else to the route with the later `Since`.
 */
export function settleRanges(
  routes: readonly ResolvedRoute[],
  order: VersionOrder,
): readonly ResolvedRoute[] {
  const ranged = routes.some(({ range }) => range) ? routes : [];
  const byAddress = groupedBy(ranged, (route) => [...new Set(allForms(route).map(routeAddressOf))]);
  const rivals = new Map([...byAddress].filter(([, group]) => group.length > 1));
  const rangesFrom = onceEach((since: VersionRange["since"]) =>
    onceEach((until: VersionRange["until"]) => order.range(since, until)),
  );
  return routes.map((route) => {
    const { range, versions } = route;
    if (!range) return route.earlier.length === 0 ? route : withVersions(route, versions);
    const all = rangesFrom(range.since)(range.until);
    const hasRival = allForms(route).some((form) => rivals.has(routeAddressOf(form)));
    if (!hasRival) return withVersions(route, all);
    const isYielded = (version: Version): boolean => {
      const address = routeAddressOf(formIn(route, version));
      const others = rivals.get(address) ?? [];
      return others.some(
        (other) =>
          other !== route &&
          takesOver(other, version, range, order) &&
          (other.earlier.length === 0 || routeAddressOf(formIn(other, version)) === address),
      );
    };
    return withVersions(
      route,
      all.filter((version) => !isYielded(version)),
    );
  });
}

function takesOver(
  other: ResolvedRoute,
  version: Version,
  { since }: VersionRange,
  order: VersionOrder,
): boolean {
  // Only a route with `Since` gives up versions to another route.
  if (since === undefined) return false;
  if (!other.range) return other.versions.includes(version);
  const { range } = other;
  // A range without `Since` begins at the first version, so its beginning is never later than `since`.
  if (range.since === undefined || !order.isBefore(since, range.since)) return false;
  return order.range(range.since, range.until).includes(version);
}

/** Lists all versions that have a route, in the order of `Versions`. Without `Versions`, in the order of the routes. */
export function servedVersions(routes: readonly ResolvedRoute[], { order }: Versioning): readonly Version[] {
  const lists = new Set(routes.map(({ versions }) => versions));
  const served = new Set([...lists].flat());
  served.delete(VersionNeutral);
  return order.list.length === 0 ? [...served] : order.list.filter((version) => served.has(version));
}
