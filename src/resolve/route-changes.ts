import { historyOf } from "../model/history";
import type { AppChanges, Touch } from "../model/app-changes";
import type { Change } from "../model/change";
import { once } from "../model/once";
import type { ResolvedRoute } from "../model/route";
import type { VersionOrder } from "../model/version-order";
import type { Versioning } from "../model/versioning";

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
  const known = once(
    () => new Set(routes.flatMap((route) => declaredAt(route, ofErrors).map(({ change }) => change))),
  );
  const found = new Map<ResolvedRoute, readonly Touch[]>();
  const at = (route: ResolvedRoute): readonly Touch[] => {
    const before = found.get(route);
    if (before) return before;
    const touches = touchesOf(declaredAt(route, ofErrors), route, order);
    found.set(route, touches);
    return touches;
  };
  return {
    isKnown: (change) => known().has(change),
    at,
    after: ({ route, version }) =>
      version === undefined
        ? []
        : at(route).flatMap(({ change }) => (order.isBefore(version, change.Version) ? change : [])),
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
  return historyOf(schema)?.links.flatMap(({ change }) => change ?? []) ?? [];
}

/** A route shows a change to those alone who may move from one side of it to the other. */
function touchesOf(declared: readonly Touch[], route: ResolvedRoute, order: VersionOrder): readonly Touch[] {
  if (declared.length === 0) return declared;
  const { versions } = route;
  return declared
    .filter(({ change: { Version: start } }) => {
      return (
        versions.some((version) => order.isBefore(version, start)) &&
        versions.some((version) => order.isFrom(version, start))
      );
    })
    .toSorted((one, other) => order.compare(other.change.Version, one.change.Version));
}
