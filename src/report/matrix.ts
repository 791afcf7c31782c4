import { parseTemplate, pathShapeOf } from "../http/path-template";
import type { AppInternals, ReachedRoute } from "../model/app-internals";
import type { Life } from "../model/lifecycle";
import { recordIn, type Route } from "../model/route";
import { VersionNeutral, type Version } from "../model/version";

/** The routes of an App, and how each stands in each version. */
export interface Matrix {
  readonly versions: readonly Version[];
  /** The routes in registration order. */
  readonly rows: readonly MatrixRow[];
}

/** One route of the matrix. */
export interface MatrixRow {
  readonly route: Route;
  /** The cells in the order of the versions; undefined where no request of the version reaches the route. */
  readonly cells: readonly (MatrixCell | undefined)[];
}

/** A route in one version. */
export interface MatrixCell {
  readonly isNeutral: boolean;
  /** Whether the version before has no such route; never true of the first, nor of a neutral route. */
  readonly starts: boolean;
  /** Whether the version after has no such route; never true of the last, nor of a neutral route. */
  readonly ends: boolean;
  /** Whether another declaration has the route in the version before, so that clients see none start. */
  readonly continues: boolean;
  /** Whether another declaration has the route in the version after, so that clients see none end. */
  readonly isContinued: boolean;
  readonly deprecated: boolean;
  readonly sunset: Date | undefined;
  readonly life: Life | undefined;
}

/** The matrix of an App. */
export function matrixOf({ routes, reachedBy, versions: list }: MatrixSource): Matrix {
  const versions = list();
  const columns = versions.map((version) => columnOf(version, reachedBy(version)));
  return { versions, rows: routes().map((route) => matrixRow(route, columns)) };
}

/** The facts that a matrix is made of. */
export type MatrixSource = Pick<AppInternals, "routes" | "reachedBy" | "versions">;

/** The routes that a version reaches. */
interface Column {
  readonly reached: ReadonlyMap<Route, ReachedRoute>;
  readonly addressOf: (route: Route) => string;
  /** The routes of the version's own; neutral ones are of no version. */
  readonly at: ReadonlyMap<string, Route>;
}

function columnOf(version: Version, all: readonly ReachedRoute[]): Column {
  const addressOf = (route: Route): string => {
    const { Method, Path } = recordIn(route, version);
    return `${Method} ${pathShapeOf(parseTemplate(Path))}`;
  };
  const own = all.filter(({ route }) => !isNeutralRoute(route));
  return {
    reached: new Map(all.map((one) => [one.route, one])),
    addressOf,
    at: new Map(own.map(({ route }) => [addressOf(route), route])),
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

/** Whether another declaration has a route's address in the version beside, and in that one alone. */
function isTakenOver(route: Route, { addressOf, reached }: Column, beside: Column | undefined): boolean {
  const other = beside?.at.get(addressOf(route));
  return other !== undefined && !reached.has(other);
}

function isNeutralRoute({ Versions }: Route): boolean {
  return Versions.includes(VersionNeutral);
}
