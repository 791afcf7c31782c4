import { parseTemplate, pathShapeOf, withoutTrailingSlash } from "../http/path-template";
import type { RouteForm, Surface } from "../model/route";
import type { RouteSettings } from "../model/setting";
import type { Version } from "../model/version";

/** The earlier form that has the version, otherwise the newest. */
export function formIn(route: Surface, version: Version): RouteForm {
  return route.earlier.find(({ versions }) => versions.includes(version)) ?? route;
}

/** The newest form comes first. Each form has only its own versions. */
export function formsOf(route: Surface): readonly [RouteForm, ...(readonly RouteForm[])] {
  const { earlier } = route;
  if (earlier.length === 0) return [route];
  const older = new Set(earlier.flatMap((form) => form.versions));
  return [{ ...route, versions: route.versions.filter((version) => !older.has(version)) }, ...earlier];
}

/** The newest form that has a version; if none has, the newest form. */
export function newestServed(route: Surface): RouteForm {
  const [{ versions }, newestEarlier = route] = formsOf(route);
  return versions.length > 0 ? route : newestEarlier;
}

/** Earlier forms without versions are removed. */
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

export function pathIn({ prefix }: RouteSettings, path: string): Pick<RouteForm, "path" | "segments"> {
  const whole = prefix + withoutTrailingSlash(path) || "/";
  return { path: whole, segments: parseTemplate(whole) };
}
