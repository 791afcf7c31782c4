import type { RouteDeclaration } from "../model/declaration";
import type { Operation, ResolvedRoute, Route } from "../model/route";
import type { Versioning } from "../model/versioning";
import { routeID } from "./operations";
import { asText, resolveAlone } from "./resolve";

/** A route as it was registered, before any Build: its path without prefixes, and no versions. */
export function inspectDeclared(declaration: RouteDeclaration): Route {
  const route = resolveAlone(declaration);
  return inspect({ ...route, path: asText(declaration.path) }, routeID(route, route.versions));
}

/** Gives each route's id: the document's, but under VersioningURI, where that holds a version. */
export function routeIDs(
  operations: readonly Operation[],
  { path }: Versioning,
): (route: ResolvedRoute) => string {
  if (path) return (route) => routeID(route, []);
  const ids = new Map(operations.map(({ registration, id }) => [registration.route, id]));
  return (route) => ids.get(route) ?? routeID(route, route.versions);
}

/** A new frozen record of a route. */
export function inspect(route: ResolvedRoute, operationID: string): Route {
  const { method, path, versions, deprecated, contract } = route;
  const { tags, hidden, summary, description } = route.settings;
  return Object.freeze({
    Method: method,
    Path: path,
    Versions: Object.freeze([...versions]),
    OperationID: operationID,
    ...(summary === undefined ? {} : { Summary: summary }),
    ...(description === undefined ? {} : { Description: description }),
    Tags: Object.freeze([...tags]),
    Deprecated: deprecated,
    Hidden: hidden,
    Status: contract.status,
  });
}
