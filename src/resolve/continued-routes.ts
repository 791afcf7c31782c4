import type { RouteForm, Surface } from "../model/route";
import type { Version, VersionOrder } from "../model/version";
import { addressOf } from "./route-forms";

/**
 * Finds the declarations that are one route for clients: `Get("/cats", Until("1"))` and `Get("/cats", Since("2"))`.
 *
 * A method and path continues from one declaration to another if the first does not serve the next version of that
 * address, and the second not the previous one: a route that has moved, and left its address to a new one, is another
 * route.
 */
export function continuedRoutes(
  routes: readonly Surface[],
  order: VersionOrder,
): (route: Surface) => readonly Surface[] {
  const groups = new Map<Surface, Surface[]>();
  const groupOf = (route: Surface): Surface[] => groups.get(route) ?? [route];
  for (const forms of formsByAddress(routes).values()) {
    for (const [one, other] of passages(forms, order)) {
      const [group, added] = [groupOf(one), groupOf(other)];
      if (group === added) continue;
      const joined = [...group, ...added];
      for (const member of joined) groups.set(member, joined);
    }
  }
  return groupOf;
}

/** The versions in which a route has an address. */
interface AddressUse {
  readonly route: Surface;
  readonly versions: readonly Version[];
}

function formsByAddress(routes: readonly Surface[]): ReadonlyMap<string, readonly AddressUse[]> {
  const known = new Map<string, AddressUse[]>();
  for (const route of routes) {
    for (const { form, versions } of formsOf(route)) {
      const address = addressOf(form);
      const uses = known.get(address);
      if (uses) uses.push({ route, versions });
      else known.set(address, [{ route, versions }]);
    }
  }
  return known;
}

function formsOf(route: Surface): readonly { form: RouteForm; versions: readonly Version[] }[] {
  const { earlier, versions } = route;
  const older = new Set(earlier.flatMap((form) => form.versions));
  return [
    { form: route, versions: older.size === 0 ? versions : versions.filter((one) => !older.has(one)) },
    ...earlier.map((form) => ({ form, versions: form.versions })),
  ];
}

/** The pairs of routes in which one leaves an address to the other. */
function passages(
  uses: readonly AddressUse[],
  order: VersionOrder,
): readonly (readonly [Surface, Surface])[] {
  // Most addresses have one route.
  if (uses.length < 2) return [];
  const steps = uses
    .flatMap(({ route, versions }) => versions.map((version) => ({ route, version })))
    .toSorted((one, other) => order.compare(one.version, other.version));
  return steps.flatMap(({ route, version }, i) => {
    const next = steps[i + 1];
    if (!next || next.route === route) return [];
    const isOneRoute = !route.versions.includes(next.version) && !next.route.versions.includes(version);
    return isOneRoute ? [[route, next.route] as const] : [];
  });
}
