import type { Segment } from "../http/path-template";
import type { RouteDeclaration } from "../core/model/declaration";
import { sentStatus } from "../core/model/contract";
import type {
  EarlierForm,
  FormRecord,
  HandledRoute,
  Operation,
  Route,
  RouteForm,
  Surface,
} from "../core/model/route";
import { VersionNeutral, type Version } from "../core/model/version";
import type { Versioning } from "../core/model/versioning";
import { description, summary, givenID } from "./operation-options";
import { hidden } from "../core/options/flags";
import { tags } from "../core/options/tags";
import { newestServed } from "../core/resolve/route-forms";
import { asText, resolveAlone } from "../core/resolve/resolve";

/** Creates the record of a route before Build, when the prefixes of its path and its inherited versions are unknown. */
export function inspectDeclared(declaration: RouteDeclaration): Route {
  const route = resolveAlone(declaration);
  return inspect({ ...route, path: asText(declaration.path) }, routeID(route, route.versions));
}

/** Finds the operation id of each route. Under VersioningURI, the id does not contain a version. */
export function routeIDs(
  operations: () => readonly Operation[],
  { path }: Versioning,
): (route: Surface) => string {
  if (path) return (route) => routeID(newestServed(route), []);
  // A route may have several operations. The Map keeps the id of the last one, which is that of the newest version.
  const ids = new Map<Surface, string>(operations().map(({ registration, id }) => [registration.route, id]));
  return (route) => ids.get(route) ?? routeID(newestServed(route), route.versions);
}

/** Creates the frozen record of a route, with the method, path and options of its newest version. */
export function inspect(route: Surface, operationID: string): HandledRoute {
  const newest = newestServed(route);
  const { settings } = newest;
  const summaryText = settings.of(summary);
  const descriptionText = settings.of(description);
  const record = {
    Method: newest.method,
    Path: newest.path,
    Versions: Object.freeze([...route.versions]),
    OperationID: operationID,
    ...(summaryText === undefined ? {} : { Summary: summaryText }),
    ...(descriptionText === undefined ? {} : { Description: descriptionText }),
    Tags: Object.freeze([...settings.of(tags)]),
    Deprecated: newest.deprecated,
    Hidden: settings.of(hidden),
    Status: statusOf(newest),
    Earlier: Object.freeze(earlierOf(route, newest)),
  };
  // Not enumerable, because logs and comparisons of records want their data.
  const origin = {
    Controller: { value: route.origin?.controller },
    Handler: { value: route.origin?.handler },
  };
  // The cast is safe: `check` reports every handler that is not a function.
  return Object.freeze(Object.defineProperties(record, origin) as HandledRoute);
}

/** Creates the frozen record of one form of a route. */
export function inspectForm(form: RouteForm, operationID: string): FormRecord {
  const { method: Method, path: Path } = form;
  return Object.freeze({ Method, Path, Status: statusOf(form), OperationID: operationID });
}

function statusOf({ contract, renumbering }: RouteForm): number {
  return sentStatus(renumbering, contract.status);
}

function earlierOf({ earlier }: Surface, newest: RouteForm): readonly EarlierForm[] {
  const keyOf = (form: RouteForm): string => JSON.stringify([form.method, form.path, statusOf(form)]);
  const records = new Map<string, EarlierForm>();
  for (const form of earlier) {
    const key = keyOf(form);
    if (key === keyOf(newest)) continue;
    const newer = records.get(key)?.Versions ?? [];
    const { method: Method, path: Path } = form;
    const Versions = Object.freeze([...form.versions, ...newer]);
    records.set(key, Object.freeze({ Method, Path, Status: statusOf(form), Versions }));
  }
  return [...records.values()];
}

/** Returns the application's own operation id, or a generated id that ends with `versions`: `get_cats_1_2`. */
export function routeID({ method, segments, settings }: RouteForm, versions: readonly Version[]): string {
  return givenID(settings) ?? generatedID(method, segments, versions);
}

/** Generates an id, such as `get_cats_by_id`. With the versions 1 and 2, the id is `get_cats_by_id_1_2`. */
export function generatedID(
  method: string,
  segments: readonly Segment[],
  versions: readonly Version[],
): string {
  const named = segments.map((segment) =>
    segment.kind === "static" || segment.kind === "malformed" ? segment.text : `by_${segment.name}`,
  );
  const declared = versions.filter((version) => version !== VersionNeutral);
  return [method.toLowerCase(), ...named, ...declared].map(sanitize).join("_");
}

export function sanitize(text: string): string {
  return /\W/.test(text) ? text.replaceAll(/[^A-Za-z0-9_]/gu, "_") : text;
}
