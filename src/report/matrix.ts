import type { AppInternals, ReachedRoute } from "../model/app-internals";
import type { Life } from "../model/lifecycle";
import type { Route } from "../model/route";
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
  readonly deprecated: boolean;
  readonly sunset: Date | undefined;
  readonly life: Life | undefined;
}

/** The matrix of an App. */
export function matrixOf({ routes, reachedBy, versions: list }: MatrixSource): Matrix {
  const versions = list();
  const columns = versions.map((version) => new Map(reachedBy(version).map((one) => [one.route, one])));
  return { versions, rows: routes().map((route) => matrixRow(route, columns)) };
}

/** The facts that a matrix is made of. */
export type MatrixSource = Pick<AppInternals, "routes" | "reachedBy" | "versions">;

function matrixRow(route: Route, columns: readonly ReadonlyMap<Route, ReachedRoute>[]): MatrixRow {
  const isNeutral = route.Versions.includes(VersionNeutral);
  const isMissingAt = (i: number): boolean => !isNeutral && columns[i]?.has(route) === false;
  const cells = columns.map((column, i) => {
    const reached = column.get(route);
    if (!reached) return undefined;
    const { deprecated, sunset, life } = reached;
    return { isNeutral, starts: isMissingAt(i - 1), ends: isMissingAt(i + 1), deprecated, sunset, life };
  });
  return { route, cells };
}
