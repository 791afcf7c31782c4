import type { Guard, Middleware } from "../model/handler";
import type { Place } from "../model/route";
import type { Setting, SettingOf } from "../model/setting";
import type { Version } from "../model/version";

/*
 * One function per inheritance rule of API.md, section 4. Each takes the places that hold for a route,
 * outermost first, its own last. A value of the wrong kind is passed over: `check` reports it.
 */

/** The nearest declaration; undefined where there is none. */
export function versionsOf(places: readonly Place[]): readonly Version[] | undefined {
  const nearest = nearestOf(places, "version");
  return nearest && unique(nearest.versions.filter(isText));
}

/** The prefixes, from the outside in. */
export function prefixesOf(places: readonly Place[]): readonly string[] {
  const routers = places.filter((place) => place.of === "router");
  return allOf(routers, "prefix").flatMap(({ path }) => (isText(path) ? path : []));
}

/** Added up, first seen first, no duplicates. */
export function tagsOf(places: readonly Place[]): readonly string[] {
  return unique(allOf(places, "tags").flatMap(({ tags }) => tags.filter(isText)));
}

/** Added up, outermost first. */
export function guardsOf(places: readonly Place[]): readonly Guard[] {
  return allOf(places, "guards").flatMap(({ guards }) => guards.filter(isFunction<Guard>));
}

/** Added up, outermost first. */
export function middlewareOf(places: readonly Place[]): readonly Middleware[] {
  return allOf(places, "middleware").flatMap(({ handlers }) => handlers.filter(isFunction<Middleware>));
}

/** True if any place says so. */
export function isDeprecated(places: readonly Place[]): boolean {
  return allOf(places, "deprecated").length > 0;
}

/** True if any place says so. */
export function isHidden(places: readonly Place[]): boolean {
  return allOf(places, "hidden").length > 0;
}

/** The nearest declaration, else 200. */
export function statusOf(places: readonly Place[]): number {
  const code = nearestOf(places, "status")?.code;
  return typeof code === "number" ? code : 200;
}

/** The nearest declaration. */
export function textOf(places: readonly Place[], kind: "summary" | "description"): string | undefined {
  const text = nearestOf(places, kind)?.text;
  return isText(text) ? text : undefined;
}

/** The route's own. */
export function explicitIDOf(places: readonly Place[]): string | undefined {
  const own = places.filter((place) => place.of === "route");
  const id = nearestOf(own, "operationID")?.id;
  return isText(id) ? id : undefined;
}

function nearestOf<Kind extends Setting["kind"]>(
  places: readonly Place[],
  kind: Kind,
): SettingOf<Kind> | undefined {
  for (let i = places.length - 1; i >= 0; i--) {
    const own = places[i]?.settings.find((setting) => isOf(setting, kind));
    if (own && isOf(own, kind)) return own;
  }
  return undefined;
}

function allOf<Kind extends Setting["kind"]>(
  places: readonly Place[],
  kind: Kind,
): readonly SettingOf<Kind>[] {
  const found: SettingOf<Kind>[] = [];
  for (const { settings } of places) {
    for (const setting of settings) if (isOf(setting, kind)) found.push(setting);
  }
  return found;
}

function isOf<Kind extends Setting["kind"]>(setting: Setting, kind: Kind): setting is SettingOf<Kind> {
  return setting.kind === kind;
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isFunction<F>(value: unknown): value is F {
  return typeof value === "function";
}
