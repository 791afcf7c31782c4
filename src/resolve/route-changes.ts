import { changesOf, historyOf } from "../model/history";
import type { AppChanges, PlacelessChange, Touch } from "../model/app-changes";
import type { Change } from "../model/change";
import { once } from "../model/once";
import type { ResolvedRoute } from "../model/route";
import type { Version } from "../model/version";
import type { VersionOrder } from "../model/version-order";
import type { Versioning } from "../model/versioning";
import { continuedRoutes } from "./continued-routes";

/**
 * Finds the changes of an App through its routes; nothing is looked at before it is asked for.
 *
 * `errors` is the schema of the one body that errors of every route have.
 */
export function appChangesOf(
  routes: readonly ResolvedRoute[],
  { order }: Versioning,
  errors: object | undefined,
): AppChanges {
  const ofErrors = changesIn(errors);
  const declared = once(() => new Map(routes.map((route) => [route, declaredAt(route, ofErrors)])));
  const known = once(() => new Set([...declared().values()].flatMap((touches) => touches.map(changeOf))));
  const groups = once(() => continuedRoutes(routes, order));
  const found = new Map<readonly ResolvedRoute[] | ResolvedRoute, readonly Touch[]>();
  const at = (route: ResolvedRoute): readonly Touch[] => {
    if (known().size === 0) return [];
    const group = groups()(route);
    const key = group.length === 1 ? route : group;
    const touches = found.get(key) ?? touchesOf(group, (member) => declared().get(member) ?? [], order);
    found.set(key, touches);
    return touches;
  };
  return {
    isKnown: (change) => known().has(change),
    at,
    continued: (route) => groups()(route),
    after: ({ route, version }) =>
      version === undefined
        ? []
        : at(route).flatMap(({ change }) => (order.isBefore(version, change.Version) ? change : [])),
    placeless: () => placelessIn(declared(), at),
  };
}

/** Everything that a route has of changes, each once: what its schemas say, how it was reached, its errors, what it does. */
function declaredAt(
  { contract: { inputs, responses }, settings }: ResolvedRoute,
  ofErrors: readonly Change[],
): readonly Touch[] {
  const ofSchemas = [...inputs, ...responses].flatMap(({ schema }) => changesIn(schema));
  const behaviour = new Set(settings.changes);
  const befores = settings.befores.map(({ change }) => change);
  const all = new Set<Change>([...ofSchemas, ...befores, ...ofErrors, ...behaviour]);
  return [...all].map((change) => ({ change, isBehaviour: behaviour.has(change) }));
}

function changesIn(schema: unknown): readonly Change[] {
  return historyOf(schema)?.links.flatMap(changesOf) ?? [];
}

/** The declarations of one route show a change to those alone who may move from one side of it to the other. */
function touchesOf(
  group: readonly ResolvedRoute[],
  declaredBy: (route: ResolvedRoute) => readonly Touch[],
  order: VersionOrder,
): readonly Touch[] {
  const versions = group.flatMap((route) => route.versions).toSorted(order.compare);
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
  return [...touches.values()].toSorted((one, other) =>
    order.compare(other.change.Version, one.change.Version),
  );
}

/** The last version before a change, and the first since, of those that a route is served in. */
function seamOf(
  versions: readonly Version[],
  { Version: start }: Change,
  order: VersionOrder,
): readonly [before: Version | undefined, since: Version | undefined] {
  return [
    versions.findLast((version) => order.isBefore(version, start)),
    versions.find((version) => order.isFrom(version, start)),
  ];
}

/** What a declaration says of its schemas and forms holds in its own versions, what WithChanges says for the route. */
function isShownBy({ versions }: ResolvedRoute, { isBehaviour }: Touch, seam: readonly Version[]): boolean {
  return isBehaviour || seam.some((version) => versions.includes(version));
}

/** The changes that no route shows, each with the first that has it. */
function placelessIn(
  declared: ReadonlyMap<ResolvedRoute, readonly Touch[]>,
  at: AppChanges["at"],
): readonly PlacelessChange[] {
  const first = new Map<Change, ResolvedRoute>();
  for (const [route, touches] of declared) {
    for (const { change } of touches) if (!first.has(change)) first.set(change, route);
  }
  for (const route of first.size === 0 ? [] : declared.keys()) {
    for (const { change } of at(route)) first.delete(change);
  }
  return [...first].map(([change, route]) => ({ change, route }));
}

function changeOf({ change }: Touch): Change {
  return change;
}
