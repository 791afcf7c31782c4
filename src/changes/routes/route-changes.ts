import { changesOf, historyOf } from "../../schema/interface/histories";
import type { AppChanges, PlacelessChange, Touch } from "../../schema/interface/app-changes";
import type { Change } from "../../schema/interface/change";
import { groupedBy, once } from "../../core/model/collections";
import type { Registration, Surface } from "../../core/model/route";
import { befores, routeChanges } from "../../core/model/setting";
import type { Version, VersionOrder } from "../../core/model/version";
import type { Versioning } from "../../core/model/versioning";
import { newestPoint } from "../../core/resolve/contracts";
import type { Surfaces } from "../../core/wings/older-forms";
import { changelogOf } from "./changelog";
import { routeAddressOf, formIn, formsOf } from "../../core/resolve/route-forms";

/** Creates functions that find the changes of an App. Each search runs only when its result is first needed. */
export function appChangesOf({ routes, webhooks, errors }: Surfaces, versioning: Versioning): AppChanges {
  const { order } = versioning;
  const declared = once(() => declaredIn({ routes, webhooks, errors }));
  const touchesAt = (route: Surface): readonly Touch[] => declared().get(route) ?? [];
  const known = once(() => new Set(routes.flatMap(touchesAt).map(changeOf)));
  const groups = once(() => continuedRoutes([...routes, ...webhooks], order));
  const found = new Map<readonly Surface[] | Surface, readonly Touch[]>();
  const at = (route: Surface): readonly Touch[] => {
    if (declared().size === 0) return [];
    const group = groups()(route);
    const key = group.length === 1 ? route : group;
    const touches = found.get(key) ?? touchesOf(group, touchesAt, order);
    found.set(key, touches);
    return touches;
  };
  const boundsOf = (route: Surface): readonly Change[] =>
    touchesAt(route)
      .filter((touch) => isBound(groups()(route), touch, order))
      .map(changeOf);
  const bounding = (route: Surface): readonly Change[] =>
    declared().size === 0 ? [] : groups()(route).flatMap(boundsOf);
  return {
    isKnown: (change) => known().has(change),
    at,
    after: ({ route, version }) => {
      if (version === undefined || declared().size === 0) return [];
      return newerThan(version, [...at(route).map(changeOf), ...bounding(route)], order);
    },
    bounding,
    ahead: ({ route, version = newestPoint(versioning).version }) => {
      if (version === undefined || known().size === 0) return [];
      return newerThan(version, [...at(route), ...touchesAt(route)].map(changeOf), order);
    },
    replacing: (registration) => {
      const { route, version } = registration;
      if (version === undefined || declared().size === 0) return [];
      const group = groups()(route);
      if (group.length === 1) return [];
      return at(route).flatMap(({ change, isBehaviour }) =>
        isBehaviour &&
        order.isBefore(version, change.Version) &&
        isReplaced(registration, change, group, order)
          ? change
          : [],
      );
    },
    placeless: () =>
      placelessIn(declared(), at, order).filter(
        ({ change }) => !routes.some((route) => boundsOf(route).includes(change)),
      ),
    log: (recordOf) => {
      const continued = (route: Surface): readonly Surface[] => groups()(route);
      return changelogOf(
        [...routes, ...webhooks],
        { at, bounding: boundsOf, continued, versioning },
        recordOf,
      );
    },
  };
}

/** Returns the changes that are newer than a version, newest first and each once. */
function newerThan(version: Version, changes: readonly Change[], order: VersionOrder): readonly Change[] {
  return [...new Set(changes)]
    .filter((change) => order.isBefore(version, change.Version))
    .toSorted((one, other) => order.compare(other.Version, one.Version));
}

/** Finds the changes that routes and webhooks declare themselves. Those without changes are left out. */
function declaredIn({ routes, webhooks, errors }: Surfaces): ReadonlyMap<Surface, readonly Touch[]> {
  const ofErrors = [...new Set(changesIn(errors))];
  const touches = new Map<Surface, readonly Touch[]>();
  const add = (surface: Surface, found: readonly Touch[]): void => {
    if (found.length > 0) touches.set(surface, found);
  };
  for (const route of routes) add(route, declaredAt(route, ofErrors));
  for (const webhook of webhooks) add(webhook, declaredAt(webhook, []));
  return touches;
}

function declaredAt(
  { contract: { inputs, responses }, settings }: Surface,
  ofErrors: readonly Change[],
): readonly Touch[] {
  const ofSchemas = [...inputs, ...responses].flatMap(({ schema }) => changesIn(schema));
  const own = settings.of(routeChanges);
  const ofBefores = settings.of(befores).map(({ change }) => change);
  const all = [...ofSchemas, ...ofBefores, ...ofErrors, ...own];
  // Hot path of Build: most routes of a large App have no changes.
  if (all.length === 0) return [];
  const behaviour = new Set(own);
  return [...new Set(all)].map((change) => ({ change, isBehaviour: behaviour.has(change) }));
}

function changesIn(schema: unknown): readonly Change[] {
  return historyOf(schema)?.links.flatMap(changesOf) ?? [];
}

/** Lists the API changes that clients of a route notice. `group` contains the route's declarations in all versions. */
function touchesOf(
  group: readonly Surface[],
  declaredBy: (route: Surface) => readonly Touch[],
  order: VersionOrder,
): readonly Touch[] {
  if (group.every((route) => declaredBy(route).length === 0)) return [];
  const [first] = group;
  const versions = first && group.length === 1 ? first.versions : group.flatMap((route) => route.versions);
  const touches = new Map<Change, Touch>();
  for (const route of group) {
    for (const touch of declaredBy(route)) {
      const { change } = touch;
      const [before, since] = seamOf(versions, change, order);
      if (before === undefined || since === undefined || !isShownBy(route, touch, [before, since])) continue;
      const isBehaviour = touch.isBehaviour || touches.get(change)?.isBehaviour === true;
      touches.set(change, { change, isBehaviour });
    }
  }
  const all = [...touches.values()];
  if (all.length < 2) return all;
  return all.toSorted((one, other) => order.compare(other.change.Version, one.change.Version));
}

/** True if `WithChanges` names the change, and the route begins in the change's version or ends with the one before. */
function isBound(group: readonly Surface[], { change, isBehaviour }: Touch, order: VersionOrder): boolean {
  if (!isBehaviour) return false;
  const [before, since] = seamOf(
    group.flatMap(({ versions }) => versions),
    change,
    order,
  );
  const start = order.placeOf(change.Version) ?? 0;
  return since === undefined
    ? before !== undefined && before === order.list[start - 1]
    : before === undefined && since === change.Version;
}

/** Returns the last of a route's versions before a change, and its first version with the change. */
function seamOf(
  versions: readonly Version[],
  { Version: start }: Change,
  { list, placeOf }: VersionOrder,
): readonly [before: Version | undefined, since: Version | undefined] {
  const change = placeOf(start);
  let before = -1;
  let since = list.length;
  for (const version of change === undefined ? [] : versions) {
    const place = placeOf(version);
    if (change === undefined || place === undefined) continue;
    if (place < change) before = Math.max(before, place);
    else since = Math.min(since, place);
  }
  return [list[before], list[since]];
}

/** True if in the change's first version another declaration, and not the route, answers the same method and path. */
function isReplaced(
  { route, form }: Registration,
  change: Change,
  group: readonly Surface[],
  order: VersionOrder,
): boolean {
  const versions = group.flatMap((one) => one.versions);
  const [, since] = seamOf(versions, change, order);
  if (since === undefined || route.versions.includes(since)) return false;
  return group.some(
    (other) =>
      other.versions.includes(since) && routeAddressOf(formIn(other, since)) === routeAddressOf(form),
  );
}

function isShownBy({ versions }: Surface, { isBehaviour }: Touch, seam: readonly Version[]): boolean {
  return isBehaviour || seam.some((version) => versions.includes(version));
}

function placelessIn(
  declared: ReadonlyMap<Surface, readonly Touch[]>,
  at: AppChanges["at"],
  order: VersionOrder,
): readonly PlacelessChange[] {
  const first = new Map<Change, Surface>();
  for (const [route, touches] of declared) {
    for (const { change } of touches) if (!first.has(change)) first.set(change, route);
  }
  // Hot path of Build: `at` is slow, so this loop first deletes the changes for which `at` is not needed.
  for (const [route, touches] of declared) {
    for (const { change } of touches) if (isBetweenVersionsOf(route, change, order)) first.delete(change);
  }
  for (const route of first.size === 0 ? [] : declared.keys()) {
    for (const { change } of at(route)) first.delete(change);
  }
  return [...first].map(([change, route]) => ({ change, route }));
}

/** True if a route has a change's version and the version before that one, so that its clients notice the change. */
function isBetweenVersionsOf(
  { versions }: Surface,
  { Version: start }: Change,
  order: VersionOrder,
): boolean {
  const before = order.list[(order.placeOf(start) ?? 0) - 1];
  return before !== undefined && versions.includes(before) && versions.includes(start);
}

function changeOf({ change }: Touch): Change {
  return change;
}

/** Groups declarations that are one route for clients: `Get("/cats", Until("1"))` and `Get("/cats", Since("2"))`. */
function continuedRoutes(
  routes: readonly Surface[],
  order: VersionOrder,
): (route: Surface) => readonly Surface[] {
  const groups = new Map<Surface, Surface[]>();
  const groupOf = (route: Surface): Surface[] => groups.get(route) ?? [route];
  const uses = routes.flatMap((route) =>
    formsOf(route).map((form) => ({ route, versions: form.versions, address: routeAddressOf(form) })),
  );
  for (const forms of groupedBy(uses, ({ address }) => [address]).values()) {
    for (const [one, other] of passages(forms, order)) {
      const [group, added] = [groupOf(one), groupOf(other)];
      if (group === added) continue;
      const joined = [...group, ...added];
      for (const member of joined) groups.set(member, joined);
    }
  }
  return groupOf;
}

interface AddressUse {
  readonly route: Surface;
  readonly versions: readonly Version[];
}

function passages(
  uses: readonly AddressUse[],
  order: VersionOrder,
): readonly (readonly [Surface, Surface])[] {
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
