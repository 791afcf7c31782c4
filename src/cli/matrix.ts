import type { App } from "../app";
import type { OpenAPIDocument, OpenAPIMethod, OpenAPIOperation } from "../model/openapi";
import type { Route } from "../model/route";
import { VersionNeutral, type Version } from "../model/version";
import { documentedPathShape as shapeOf } from "../compare/documented-operation";
import { below, isDocumented } from "./paths";
import { versionPrefixOf, versionSegment } from "./version-in-path";

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
  const versions = app.Versions();
  const routes = app.Inspect();
  const documents = new Map(versions.map((version) => [version, app.Document(version)]));
  const prefix = versionPrefixOf(app);
  const context = { versions, routes, documents, prefix };
  return { Versions: versions, Routes: routes.map((route) => matrixRoute(route, context)) };
}

interface Context {
  readonly versions: readonly Version[];
  readonly routes: readonly Route[];
  readonly documents: ReadonlyMap<Version, OpenAPIDocument>;
  /** What stands before the version in the path; undefined where no version stands there. */
  readonly prefix: string | undefined;
}

function matrixRoute(route: Route, context: Context): MatrixRoute {
  const { Method, Path, OperationID, Hidden, Deprecated } = route;
  const Neutral = isNeutral(route);
  const reached = context.versions.map((version) => isReached(route, version, context));
  const last = context.versions.length - 1;
  const Served = context.versions.flatMap((Version, i) => {
    if (reached[i] !== true) return [];
    const operation = operationOf(route, Version, context);
    const sunset = operation?.["x-sunset"];
    return {
      Version,
      Starts: !Neutral && i > 0 && reached[i - 1] === false,
      Ends: !Neutral && i < last && reached[i + 1] === false,
      Deprecated: Deprecated || operation?.deprecated === true,
      ...(typeof sunset === "string" ? { Sunset: sunset } : {}),
    };
  });
  return { Method, Path, OperationID, Neutral, Hidden, Deprecated, Served };
}

/** A neutral route is reached wherever nothing of the version itself stands before it. */
function isReached(route: Route, version: Version, context: Context): boolean {
  if (!isNeutral(route)) return route.Versions.includes(version);
  if (context.prefix !== undefined) return true;
  const isBefore = (other: Route): boolean =>
    other.Method === route.Method &&
    shapeOf(other.Path) === shapeOf(route.Path) &&
    other.Versions.includes(version);
  if (context.routes.some(isBefore)) return false;
  // A hidden route, or one whose method OpenAPI lacks, is in no document.
  return !isDocumented(route) || operationOf(route, version, context) !== undefined;
}

/** What a version's document says of the route. */
function operationOf(
  route: Route,
  version: Version,
  { documents, prefix }: Context,
): OpenAPIOperation | undefined {
  const segment = prefix === undefined || isNeutral(route) ? "" : versionSegment(prefix, version);
  const paths = documents.get(version)?.paths ?? {};
  const path = below(segment, shapeOf(route.Path));
  const written = Object.keys(paths).find((one) => shapeOf(one) === path);
  return written === undefined ? undefined : paths[written]?.[route.Method.toLowerCase() as OpenAPIMethod];
}

function isNeutral({ Versions }: Route): boolean {
  return Versions.includes(VersionNeutral);
}
