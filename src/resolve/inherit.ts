import { isObject } from "../model/value";
import type { Guard, Middleware } from "../model/handler";
import type { DeclaredResponse, Input, Place, VersionRange } from "../model/route";
import { parts } from "../model/schema";
import type { Setting, SettingOf } from "../model/setting";
import type { Lifecycle } from "../model/lifecycle";
import type { Version } from "../model/version";

/** The settings that hold for a route, outermost first, its own last; each with the place it was written at. */
export type Declared = readonly { readonly setting: Setting; readonly place: object }[];

/** The settings of the places that hold for a route, outermost first, as far as each has a meaning there. */
export function declaredAt(places: readonly Omit<Place, "where">[]): Declared {
  const declared: Declared[number][] = [];
  for (const place of places) {
    for (const setting of place.settings) {
      if ((homeOf(setting) ?? place.of) === place.of) declared.push({ setting, place });
    }
  }
  return declared;
}

/** The one kind of place that an option has a meaning at; undefined where it has one at both. */
function homeOf({ kind }: Setting): Place["of"] | undefined {
  if (kind === "prefix") return "router";
  return kind === "operationID" || kind === "input" ? "route" : undefined;
}

/*
 * One function per inheritance rule of API.md, section 4. A value of the wrong kind is passed over: `check`
 * reports it.
 */

/** The versions that a route declares by their names, or by a range of the closed list. */
export interface DeclaredVersions {
  readonly named: readonly Version[];
  readonly range: VersionRange | undefined;
}

/** The nearest place that declares any, whichever way, replaces all others; undefined where there is none. */
export function versionsOf(declared: Declared): DeclaredVersions | undefined {
  const place = declared.findLast(({ setting }) => versionKinds.has(setting.kind))?.place;
  if (place === undefined) return undefined;
  const own = declared.filter((one) => one.place === place);
  const [since, until] = [nearestOf(own, "since")?.version, nearestOf(own, "until")?.version];
  const isRange = isText(since) || isText(until);
  return {
    named: unique(nearestOf(own, "version")?.versions.filter(isText) ?? none),
    range: isRange
      ? { since: isText(since) ? since : undefined, until: isText(until) ? until : undefined }
      : undefined,
  };
}

const versionKinds: ReadonlySet<Setting["kind"]> = new Set(["version", "since", "until"]);

/** The prefixes, from the outside in. */
export function prefixesOf(declared: Declared): readonly string[] {
  return allOf(declared, "prefix").flatMap(({ path }) => (isText(path) ? path : []));
}

/** Added up, first seen first, no duplicates. */
export function tagsOf(declared: Declared): readonly string[] {
  return unique(allOf(declared, "tags").flatMap(({ tags }) => tags.filter(isText)));
}

/** Added up, outermost first. */
export function guardsOf(declared: Declared): readonly Guard[] {
  return allOf(declared, "guards").flatMap(({ guards }) => guards.filter(isFunction<Guard>));
}

/** Added up, outermost first. */
export function middlewareOf(declared: Declared): readonly Middleware[] {
  return allOf(declared, "middleware").flatMap(({ handlers }) => handlers.filter(isFunction<Middleware>));
}

/** True if any place says so. */
export function isDeprecated(declared: Declared): boolean {
  return allOf(declared, "deprecated").length > 0;
}

/** True if any place says so. */
export function isHidden(declared: Declared): boolean {
  return allOf(declared, "hidden").length > 0;
}

/** The nearest declaration, else 200. */
export function statusOf(declared: Declared): number {
  const code = nearestOf(declared, "status")?.code;
  return typeof code === "number" ? code : 200;
}

/** The nearest declaration. */
export function textOf(declared: Declared, kind: "summary" | "description"): string | undefined {
  const text = nearestOf(declared, kind)?.text;
  return isText(text) ? text : undefined;
}

/** The route's own. */
export function explicitIDOf(declared: Declared): string | undefined {
  const id = nearestOf(declared, "operationID")?.id;
  return isText(id) ? id : undefined;
}

/** The nearest declaration of each field. */
export function lifecycleOf(declared: Declared): Lifecycle {
  const written = allOf(declared, "lifecycle").map(({ lifecycle }) => lifecycle);
  return written.length === 0 ? noLifecycle : (Object.assign({}, ...written.filter(isObject)) as Lifecycle);
}

const noLifecycle: Lifecycle = {};

/** The nearest declaration of each part, in the order that they are checked. */
export function inputsOf(declared: Declared): readonly Input[] {
  const inputs = allOf(declared, "input");
  if (inputs.length === 0) return none;
  return parts.flatMap((part) => {
    const nearest = inputs.findLast((input) => input.part === part);
    if (!nearest || !isSchemaObject(nearest.schema)) return [];
    return [{ part, schema: nearest.schema, options: isObject(nearest.options) ? nearest.options : {} }];
  });
}

/** The nearest declaration of each status, in the order of the first. */
export function responsesOf(declared: Declared): readonly DeclaredResponse[] {
  const byStatus = new Map<number, DeclaredResponse>();
  for (const { status, schema, description } of allOf(declared, "response")) {
    if (typeof status !== "number") continue;
    byStatus.set(status, {
      status,
      schema: isSchemaObject(schema) ? schema : undefined,
      description: isText(description) ? description : undefined,
    });
  }
  return byStatus.size === 0 ? none : [...byStatus.values()];
}

function nearestOf<Kind extends Setting["kind"]>(
  declared: Declared,
  kind: Kind,
): SettingOf<Kind> | undefined {
  for (let i = declared.length - 1; i >= 0; i--) {
    const setting = declared[i]?.setting;
    if (setting && isOf(setting, kind)) return setting;
  }
  return undefined;
}

function allOf<Kind extends Setting["kind"]>(declared: Declared, kind: Kind): readonly SettingOf<Kind>[] {
  let found: SettingOf<Kind>[] | undefined;
  for (const { setting } of declared) if (isOf(setting, kind)) (found ??= []).push(setting);
  return found ?? none;
}

const none: readonly never[] = [];

function isOf<Kind extends Setting["kind"]>(setting: Setting, kind: Kind): setting is SettingOf<Kind> {
  return setting.kind === kind;
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return values.length < 2 ? values : [...new Set(values)];
}

function isSchemaObject(value: unknown): value is object {
  return isObject(value) || typeof value === "function";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isFunction<F>(value: unknown): value is F {
  return typeof value === "function";
}
