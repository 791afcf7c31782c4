import type { App } from "../app";
import { internals, type ReachedRoute } from "../model/app-internals";
import type { Route } from "../model/route";
import { VersionNeutral, type Version } from "../model/version";

/** Which versions serve which routes. */
export interface Matrix {
  readonly Versions: readonly Version[];
  /** In registration order. */
  readonly Routes: readonly MatrixRoute[];
}

/** One route of the matrix. */
export interface MatrixRoute {
  readonly Method: string;
  /** Under VersioningURI without the version segment. */
  readonly Path: string;
  readonly OperationID: string;
  /** Whether it answers requests of every version, and those that name none. */
  readonly Neutral: boolean;
  readonly Hidden: boolean;
  readonly Deprecated: boolean;
  /** The versions that reach it, in the order of the matrix. */
  readonly Served: readonly ServedIn[];
}

/** A route in one version. */
export interface ServedIn {
  readonly Version: Version;
  /** Whether the version before has no such route; never true of the first, nor of a neutral route. */
  readonly Starts: boolean;
  /** Whether the version after has no such route; never true of the last, nor of a neutral route. */
  readonly Ends: boolean;
  readonly Deprecated: boolean;
  /** When it will no longer be served: a date and time of ISO 8601. */
  readonly Sunset?: string;
}

/** The matrix of an App; builds it if needed. */
export function matrixOf(app: App): Matrix {
  const { routes, reachedBy } = app[internals];
  const columns = app.Versions().map((version) => ({
    version,
    reached: new Map(reachedBy(version).map((one) => [one.route, one])),
  }));
  return {
    Versions: columns.map(({ version }) => version),
    Routes: routes().map((route) => matrixRoute(route, columns)),
  };
}

/** What requests of one version reach. */
interface Column {
  readonly version: Version;
  readonly reached: ReadonlyMap<Route, ReachedRoute>;
}

function matrixRoute(route: Route, columns: readonly Column[]): MatrixRoute {
  const { Method, Path, OperationID, Hidden, Deprecated } = route;
  const Neutral = route.Versions.includes(VersionNeutral);
  const isMissingAt = (i: number): boolean => !Neutral && columns[i]?.reached.has(route) === false;
  const Served = columns.flatMap(({ version, reached }, i) => {
    const found = reached.get(route);
    if (!found) return [];
    return {
      Version: version,
      Starts: isMissingAt(i - 1),
      Ends: isMissingAt(i + 1),
      Deprecated: found.deprecated,
      ...(found.sunset ? { Sunset: found.sunset.toISOString() } : {}),
    };
  });
  return { Method, Path, OperationID, Neutral, Hidden, Deprecated, Served };
}
