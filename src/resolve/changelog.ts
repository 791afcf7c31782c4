import type { AppChanges, ChangelogChange, ChangelogEntry } from "../model/app-changes";
import type { Change } from "../model/change";
import type { ResolvedRoute, Route } from "../model/route";
import type { Versioning } from "../model/versioning";

/** The parts of a Build that its changelog is made of. */
interface ChangelogParts {
  readonly routes: readonly ResolvedRoute[];
  readonly changes: AppChanges;
  readonly versioning: Versioning;
  readonly recordOf: (route: ResolvedRoute) => Route;
}

/**
 * The changes of each version, newest first, each in the place where a route first shows it. Internal changes and hidden
 * routes are for those who write the API; a change that is left without a route is left out.
 */
export function changelogOf({
  routes,
  changes,
  versioning,
  recordOf,
}: ChangelogParts): readonly ChangelogEntry[] {
  const shown = new Map<Change, ChangelogChange>();
  for (const route of routes) {
    if (route.settings.hidden) continue;
    for (const { change, isBehaviour } of changes.at(route)) {
      if (change.Internal) continue;
      shown.set(change, withRoute(shown.get(change), change, recordOf(route), isBehaviour));
    }
  }
  const entries = versioning.listed.toReversed().map((version) => ({
    Version: version,
    Changes: Object.freeze([...shown].flatMap(([{ Version }, one]) => (Version === version ? one : []))),
  }));
  return Object.freeze(
    entries.filter(({ Changes }) => Changes.length > 0).map((entry) => Object.freeze(entry)),
  );
}

function withRoute(
  known: ChangelogChange | undefined,
  { Description }: Change,
  { Method, Path }: Route,
  isBehaviour: boolean,
): ChangelogChange {
  return Object.freeze({
    Description,
    // Two routes may share an address, each in versions of its own.
    Routes: Object.freeze([...new Set([...(known?.Routes ?? []), `${Method} ${Path}`])]),
    Behaviour: known?.Behaviour === true || isBehaviour,
  });
}
