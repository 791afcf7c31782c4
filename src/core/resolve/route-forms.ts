import { parseTemplate, pathShapeOf, withoutTrailingSlash } from "../../http/path-template";
import type { RouteForm, Surface } from "../model/route";
import type { RouteSettings } from "../model/settings";
import type { Version } from "../model/version";
import { prefix } from "../options/prefix";

export function formIn(route: Surface, version: Version): RouteForm {
  return route.earlier.find(({ versions }) => versions.includes(version)) ?? route;
}

/** Lists a route's forms, newest first. A form is the method, path and options of the route in some versions. */
export function formsOf(route: Surface): readonly [RouteForm, ...(readonly RouteForm[])] {
  const { earlier } = route;
  if (earlier.length === 0) return [route];
  const older = new Set(earlier.flatMap((form) => form.versions));
  return [{ ...route, versions: route.versions.filter((version) => !older.has(version)) }, ...earlier];
}

/** Returns a route's form in the newest version that has the route. */
export function newestServed(route: Surface): RouteForm {
  const [{ versions }, newestEarlier = route] = formsOf(route);
  return versions.length > 0 ? route : newestEarlier;
}

/** Replaces the versions of a route, and removes earlier forms that have no version left. */
export function withVersions<Of extends Surface>(route: Of, versions: readonly Version[]): Of {
  const earlier = route.earlier
    .map((form) => ({ ...form, versions: versions.filter((version) => form.versions.includes(version)) }))
    .filter((form) => form.versions.length > 0);
  return { ...route, versions, earlier };
}

/** Returns a key such as `GET /cats/{}`. Forms that match the same requests have the same key. */
export function routeAddressOf({ method, segments }: Pick<RouteForm, "method" | "segments">): string {
  return `${method} ${pathShapeOf(segments)}`;
}

export function pathIn(settings: RouteSettings, path: string): Pick<RouteForm, "path" | "segments"> {
  const whole = settings.of(prefix) + withoutTrailingSlash(path) || "/";
  return { path: whole, segments: parseTemplate(whole) };
}
