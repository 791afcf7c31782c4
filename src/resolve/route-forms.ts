import { parseTemplate, pathShapeOf, withoutTrailingSlash } from "../http/path-template";
import type { RouteForm, Surface } from "../model/route";
import type { RouteSettings } from "../model/setting";
import type { Version } from "../model/version";

/** The form of a route in a version: the earlier form that has the version, otherwise the newest. */
export function formIn(route: Surface, version: Version): RouteForm {
  return route.earlier.find(({ versions }) => versions.includes(version)) ?? route;
}

/** Every form of a route, newest first, with the versions of each. */
export function formsOf(route: Surface): readonly [RouteForm, ...(readonly RouteForm[])] {
  const { earlier } = route;
  if (earlier.length === 0) return [route];
  const older = new Set(earlier.flatMap((form) => form.versions));
  return [{ ...route, versions: route.versions.filter((version) => !older.has(version)) }, ...earlier];
}

/** The newest form that has a version, or the newest form if none has. */
export function newestServed(route: Surface): RouteForm {
  const [{ versions }, newestEarlier = route] = formsOf(route);
  return versions.length > 0 ? route : newestEarlier;
}

/** Sets the versions of a route, and removes earlier forms that then have none. */
export function withVersions<Of extends Surface>(route: Of, versions: readonly Version[]): Of {
  const earlier = route.earlier
    .map((form) => ({ ...form, versions: versions.filter((version) => form.versions.includes(version)) }))
    .filter((form) => form.versions.length > 0);
  return { ...route, versions, earlier };
}

/** `GET /cats/{}`: forms that match the same requests have equal keys. */
export function routeAddressOf({ method, segments }: Pick<RouteForm, "method" | "segments">): string {
  return `${method} ${pathShapeOf(segments)}`;
}

/** Joins a path to all its prefixes. */
export function pathIn({ prefix }: RouteSettings, path: string): Pick<RouteForm, "path" | "segments"> {
  const whole = prefix + withoutTrailingSlash(path) || "/";
  return { path: whole, segments: parseTemplate(whole) };
}
