import type { AppChanges, ChangelogChange, ChangelogEntry } from "../../schema/interface/app-changes";
import type { Change } from "../../schema/interface/change";
import type { Route, Surface } from "../../core/model/route";
import { routeName } from "../../core/model/value";
import type { Version } from "../../core/model/version";
import { hidden } from "../../core/options/flags";
import { releasedIn, type Versioning } from "../../core/model/versioning";

interface RouteChanges extends Pick<AppChanges, "at"> {
  readonly versioning: Versioning;
  /** All declarations of what is one route for clients: `Get("/cats", Until("1"))` and `Get("/cats", Since("2"))`. */
  readonly continued: (route: Surface) => readonly Surface[];
  /** The changes in the route's `WithChanges` with which the route begins, or before which it ends. */
  readonly bounding: (route: Surface) => readonly Change[];
}

/** Makes the list of {@link AppChanges.log}. */
export function changelogOf(
  routes: readonly Surface[],
  { at, bounding, continued, versioning }: RouteChanges,
  recordOf: (route: Surface) => Route,
): readonly ChangelogEntry[] {
  const released = releasedIn(versioning.order.list, versioning);
  const visibleRecords = (route: Surface): readonly Route[] =>
    continued(route).flatMap((one) => (one.settings.of(hidden) ? [] : recordOf(one)));
  const shown = new Map<Change, ChangelogChange>();
  for (const route of routes) {
    if (route.settings.of(hidden)) continue;
    const bounds = bounding(route).map((change) => ({ change, isBehaviour: true }));
    for (const { change, isBehaviour } of [...at(route), ...bounds]) {
      if (change.Internal) continue;
      const line = newestLine(visibleRecords(route), released);
      shown.set(change, withRoute(shown.get(change), change, line, isBehaviour));
    }
  }
  const entries = released.toReversed().map((version) => ({
    Version: version,
    Changes: Object.freeze([...shown].flatMap(([{ Version }, one]) => (Version === version ? one : []))),
  }));
  return Object.freeze(
    entries.filter(({ Changes }) => Changes.length > 0).map((entry) => Object.freeze(entry)),
  );
}

function newestLine(records: readonly Route[], released: readonly Version[]): string {
  const forms = records.flatMap(shownForms);
  const newest = released.findLast((version) => forms.some(({ Versions }) => Versions.includes(version)));
  const form = forms.find(({ Versions }) => newest === undefined || Versions.includes(newest));
  return form ? routeName(form) : "";
}

function shownForms(route: Route): readonly Pick<Route, "Method" | "Path" | "Versions">[] {
  const { Earlier, Versions } = route;
  const older = new Set(Earlier.flatMap((form) => form.Versions));
  return [{ ...route, Versions: Versions.filter((version) => !older.has(version)) }, ...Earlier];
}

function withRoute(
  known: ChangelogChange | undefined,
  { Description }: Change,
  line: string,
  isBehaviour: boolean,
): ChangelogChange {
  return Object.freeze({
    Description,
    // The Set removes duplicates: two routes may have the same method and path in different versions.
    Routes: Object.freeze([...new Set([...(known?.Routes ?? []), line])]),
    Behaviour: known?.Behaviour === true || isBehaviour,
  });
}
