import { parseTemplate, pathShapeOf } from "../../http/path-template";
import type { AppInternals, ReachedRoute } from "../../core/model/app-internals";
import type { Life } from "../../core/model/lifecycle";
import { recordIn, type Route } from "../../core/model/route";
import { VersionNeutral, type Version } from "../../core/model/version";

/** The routes of an App, and the state of each route in each version. */
export interface Matrix {
  readonly versions: readonly Version[];
  readonly rows: readonly MatrixRow[];
}

export interface MatrixRow {
  readonly route: Route;
  /** The cells in the order of the versions; undefined if no request of the version reaches the route. */
  readonly cells: readonly (MatrixCell | undefined)[];
}

export interface MatrixCell {
  readonly isNeutral: boolean;
  /** True if the previous version exists, but lacks the route. False for neutral routes, which all versions share. */
  readonly starts: boolean;
  /** True if the next version exists, but lacks the route. False for neutral routes, which all versions share. */
  readonly ends: boolean;
  /** True if another route answers the same requests in the previous version, so that clients see nothing new. */
  readonly continues: boolean;
  /** True if another route answers the same requests in the next version, so that clients lose nothing. */
  readonly isContinued: boolean;
  readonly deprecated: boolean;
  readonly sunset: Date | undefined;
  readonly life: Life | undefined;
}

export function matrixOf({ routes, reachedBy, versions: list }: MatrixSource): Matrix {
  const versions = list();
  const columns = versions.map((version) => columnOf(version, reachedBy(version)));
  return { versions, rows: routes().map((route) => matrixRow(route, columns)) };
}

export type MatrixSource = Pick<AppInternals, "routes" | "reachedBy" | "versions">;

interface Column {
  readonly reached: ReadonlyMap<Route, ReachedRoute>;
  readonly version: Version;
  /** The routes of the version by method and path, without neutral routes, which all versions share. */
  readonly at: ReadonlyMap<string, Route>;
}

function columnOf(version: Version, all: readonly ReachedRoute[]): Column {
  const own = all.filter(({ route }) => !isNeutralRoute(route));
  return {
    reached: new Map(all.map((one) => [one.route, one])),
    version,
    at: new Map(own.map(({ route }) => [routeKey(route, version), route])),
  };
}

function matrixRow(route: Route, columns: readonly Column[]): MatrixRow {
  const isNeutral = isNeutralRoute(route);
  const isMissingIn = (column: Column | undefined): boolean =>
    !isNeutral && column?.reached.has(route) === false;
  const cells = columns.map((column, i) => {
    const reached = column.reached.get(route);
    if (!reached) return undefined;
    const { deprecated, sunset, life } = reached;
    const [before, after] = [columns[i - 1], columns[i + 1]];
    const [starts, ends] = [isMissingIn(before), isMissingIn(after)];
    const continues = starts && isTakenOver(route, column, before);
    const isContinued = ends && isTakenOver(route, column, after);
    return { isNeutral, starts, ends, continues, isContinued, deprecated, sunset, life };
  });
  return { route, cells };
}

/** True if the neighbouring version (`beside`) answers the same requests by another route, which this version lacks. */
function isTakenOver(route: Route, { version, reached }: Column, beside: Column | undefined): boolean {
  const other = beside?.at.get(routeKey(route, version));
  return other !== undefined && !reached.has(other);
}

/** Returns the method and path, without parameter names: `/cats/{id}` and `/cats/{key}` have the same key. */
export function routeKey(route: Route, version: Version): string {
  const { Method, Path } = recordIn(route, version);
  return `${Method} ${pathShapeOf(parseTemplate(Path))}`;
}

function isNeutralRoute({ Versions }: Route): boolean {
  return Versions.includes(VersionNeutral);
}
