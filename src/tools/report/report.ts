import type { AppInternals } from "../../core/model/app-internals";
import type { ChangelogChange, ChangelogEntry } from "../../schema/interface/app-changes";
import { dateOf, lifeIn, type Life } from "../../core/model/lifecycle";
import type { Route } from "../../core/model/route";
import { routeName } from "../../core/model/value";
import type { Version } from "../../core/model/version";
import type { RetiredVersion } from "../../core/model/versioning";
import {
  sumOfCalls,
  upgradesOf,
  usageKey,
  type CallCount,
  type UsageIndex,
} from "../../records/usage-counts";
import { changeImpacts, type ChangeImpact } from "./impact";
import { standingOf, versionStanding, type ReportedStanding } from "./standing";
import { matrixOf, type MatrixCell, type MatrixRow } from "./matrix";

/** The versions and routes of an App, for a team that wants to retire a version. */
export interface Report {
  readonly title: string;
  readonly at: Date;
  readonly versions: readonly VersionReport[];
  /** The versions in the option `Retired`, which have no routes. */
  readonly retired: readonly VersionReport[];
  readonly rows: readonly RouteReport[];
  readonly isCounted: boolean;
}

export interface VersionReport {
  readonly version: Version;
  readonly standing: ReportedStanding;
  /** The state at a date: a route that outlives its version keeps the version from being gone. */
  readonly standingOn: (date: Date) => ReportedStanding;
  /** The dates at which the state may change. */
  readonly dates: readonly Date[];
  readonly isRetired: boolean;
  readonly released: Date | undefined;
  /** The announced dates of the version's end; undefined if none are announced. */
  readonly life: Life | undefined;
  /** The number of routes, without neutral routes, which all versions share. */
  readonly routes: number;
  readonly usage: CallCount;
  readonly changes: readonly ChangeReport[];
  /** The names of the routes that the previous version lacks. */
  readonly started: readonly string[];
  /** The names of the routes that no later version has. */
  readonly ending: readonly string[];
}

/** A change, and the calls from versions before it; `usage` is undefined if calls are not counted. */
export interface ChangeReport extends ChangelogChange {
  readonly usage: Pick<ChangeImpact, "calls" | "last" | "touched"> | undefined;
}

export interface RouteReport {
  readonly name: string;
  readonly isHidden: boolean;
  /** One cell per version, in order; undefined if no request of the version reaches the route. */
  readonly cells: readonly (CellReport | undefined)[];
}

export interface CellReport {
  readonly standing: ReportedStanding;
  readonly isNeutral: boolean;
  readonly starts: boolean;
  readonly ends: boolean;
  readonly sunset: Date | undefined;
  readonly usage: CallCount;
}

/** The title and the changelog of an App, which `AppInternals` does not contain. */
export interface AppTexts {
  readonly title: string;
  readonly changelog: readonly ChangelogEntry[];
}

interface ReportSources extends AppTexts {
  readonly usage: UsageIndex | undefined;
  readonly isWithHidden: boolean;
}

export function reportOf(
  app: AppInternals,
  { title, changelog, usage, isWithHidden }: ReportSources,
): Report {
  const matrix = matrixOf(app);
  const { versions } = matrix;
  const rows = matrix.rows.filter(({ route }) => isWithHidden || !route.Hidden);
  const impacts = usage ? changeImpacts(app, usage, (route) => isWithHidden || !route.Hidden) : [];
  // Version and description identify a change, because `impacts` and `changelog` have different objects for it.
  const usageOf = (version: Version, { Description }: ChangelogChange): ChangeReport["usage"] =>
    impacts.find(
      ({ change }) => change.Version === version && change.Description === Description && !change.Internal,
    );
  const changes = new Map(
    changelog.map(({ Version, Changes }) => [
      Version,
      Changes.map((one) => ({ ...one, usage: usageOf(Version, one) })),
    ]),
  );
  const context: ReportContext = { app, now: app.now(), usage: usage ?? new Map(), changes };
  return {
    title,
    at: context.now,
    versions: versions.map((version, i) => versionReport(version, rowsIn(rows, i), context)),
    retired: [...app.retired].map(([version, end]) => retiredReport(version, end)),
    rows: rows.map(({ route, cells }) => ({
      name: routeName(route),
      isHidden: route.Hidden,
      cells: cells.map((cell, i) => cell && cellReport({ cell, route, version: versions[i] }, context)),
    })),
    isCounted: usage !== undefined,
  };
}

interface ReportContext {
  readonly app: AppInternals;
  readonly now: Date;
  readonly usage: UsageIndex;
  readonly changes: ReadonlyMap<Version, readonly ChangeReport[]>;
}

function datesIn(life: Life | undefined): readonly Date[] {
  if (!life) return [];
  const { deprecated, sunset, brownouts } = life;
  return [deprecated, sunset, ...brownouts.flatMap(({ from, to }) => [from, to])].flatMap(
    (date) => date ?? [],
  );
}

/** Most routes have the dates of their version. */
function distinct(dates: readonly Date[]): readonly Date[] {
  return [...new Map(dates.map((date) => [date.getTime(), date])).values()];
}

interface ReachedRow {
  readonly route: Route;
  readonly cell: MatrixCell;
}

function rowsIn(rows: readonly MatrixRow[], column: number): readonly ReachedRow[] {
  return rows.flatMap(({ route, cells }) => {
    const cell = cells[column];
    return cell ? [{ route, cell }] : [];
  });
}

function versionReport(
  version: Version,
  rows: readonly ReachedRow[],
  { app, now, usage, changes }: ReportContext,
): VersionReport {
  const own = rows.filter(({ cell }) => !cell.isNeutral);
  const namesWhere = (isListed: (cell: MatrixCell) => boolean): readonly string[] =>
    own.filter(({ cell }) => isListed(cell)).map(({ route }) => routeName(route));
  const life = lifeIn(app.lifecycles.get(version));
  const isPreview = app.previews.has(version);
  const cells = own.map(({ cell }) => cell);
  const standingOn = (date: Date): ReportedStanding => versionStanding({ life, isPreview }, cells, date);
  return {
    version,
    standing: standingOn(now),
    standingOn,
    dates: distinct([life, ...cells.map((cell) => cell.life)].flatMap(datesIn)),
    isRetired: false,
    released: dateOf(app.lifecycles.get(version)?.Released),
    life,
    routes: own.length,
    usage: sumOfCalls([
      ...own.map(({ route }) => usage.get(usageKey(version, route)) ?? noCalls),
      ...upgradesOf(version, usage).map(({ count }) => count),
    ]),
    changes: changes.get(version) ?? [],
    started: namesWhere(({ starts, continues }) => starts && !continues),
    ending: namesWhere(({ ends, isContinued }) => ends && !isContinued),
  };
}

function retiredReport(version: Version, { sunset, link }: RetiredVersion): VersionReport {
  const life: Life = {
    deprecated: undefined,
    sunset,
    link,
    successor: undefined,
    afterSunset: "gone",
    brownouts: [],
  };
  return {
    version,
    standing: "gone",
    // Without a Sunset, nobody knows since when the version is gone.
    standingOn: (date) =>
      sunset ? standingOf({ life, isDeprecated: false, isPreview: false }, date) : "gone",
    dates: datesIn(life),
    isRetired: true,
    released: undefined,
    life,
    routes: 0,
    usage: noCalls,
    changes: [],
    started: [],
    ending: [],
  };
}

function cellReport(
  { cell, route, version }: ReachedRow & { readonly version: Version | undefined },
  { app, now, usage }: ReportContext,
): CellReport {
  const { isNeutral, sunset, life, deprecated: isDeprecated } = cell;
  const isPreview = !isNeutral && version !== undefined && app.previews.has(version);
  return {
    standing: standingOf({ life, isDeprecated, isPreview }, now),
    isNeutral,
    starts: cell.starts && !cell.continues,
    ends: cell.ends && !cell.isContinued,
    sunset,
    usage: usage.get(usageKey(isNeutral ? undefined : version, route)) ?? noCalls,
  };
}

const noCalls: CallCount = { calls: 0 };
