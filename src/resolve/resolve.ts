import { parseTemplate, withoutTrailingSlash } from "../http/path";
import type {
  ControllerDeclaration,
  Inclusion,
  RouteDeclaration,
  RouterDeclaration,
} from "../model/declaration";
import type { Handler } from "../model/handler";
import type { Place, Resolution, ResolvedRoute } from "../model/route";
import type { DeclaredVersions, RouteSettings, Setting } from "../model/setting";
import { describe } from "../model/value";
import type { Versioning } from "../model/versioning";
import { controllerRoutes } from "./controller";
import { contractOf } from "./contracts";
import { inherit, noSettings } from "./inherit";
import { settleRanges } from "./ranges";
import { versioningOf } from "./versioning";

/** The meaning of a tree of declarations: its routes, flat, each with all that it inherits. */
export function resolve(root: RouterDeclaration, versioning: Versioning): Resolution {
  const resolution: Draft = {
    routes: [],
    places: [],
    verbless: [],
    unusable: [],
    routedTwice: [],
    constructed: [],
  };
  addRouter(resolution, root, { where: "App", settings: noSettings, versioning });
  return { ...resolution, routes: settleRanges(resolution.routes, versioning.listed) };
}

/** A route as `Routes()` shows it before Build: with its own options alone. */
export function resolveAlone(route: RouteDeclaration): ResolvedRoute {
  const scope = { where: "", settings: noSettings, versioning: versioningOf() };
  return resolveRoute(route, scope, { own: [route.settings] });
}

type Draft = { -readonly [List in keyof Resolution]: Resolution[List][number][] };

/** The surroundings of a declaration. */
interface Scope {
  /** The nearest place outside of it, in words. */
  readonly where: string;
  /** The settings of all places outside of it. */
  readonly settings: RouteSettings;
  readonly versioning: Versioning;
}

/** The part of a declaration that belongs to one route alone. */
interface Own {
  /** The places of its own options, outermost first. */
  readonly own: readonly (readonly Setting[])[];
  /** The Router that it was registered on. */
  readonly router?: object;
  /** The controller's method: `CatsController.list`. */
  readonly member?: string;
}

function addRouter(draft: Draft, declaration: RouterDeclaration, scope: Scope): void {
  const { router, where, settings, children } = declaration;
  const inner = within(draft, scope, { where, of: "router", settings });
  for (const child of children) {
    if (child.kind === "route") addRoute(draft, child, inner, { own: [child.settings], router });
    else addInclusion(draft, child, inner);
  }
}

function addInclusion(draft: Draft, { what, settings }: Inclusion, scope: Scope): void {
  const inner = within(draft, scope, { where: includeOf(what), of: "router", settings });
  if (what.kind === "router") addRouter(draft, what, inner);
  else if (what.kind === "controller") addController(draft, what, inner);
  else draft.unusable.push({ where: scope.where, what });
}

function addController(draft: Draft, controller: ControllerDeclaration, scope: Scope): void {
  const { name, asked } = controller;
  if (asked !== undefined) draft.constructed.push({ name, length: asked });
  for (const { name, settings, routers } of controller.classes) {
    draft.places.push({ where: name, of: "router", settings });
    if (routers > 1) draft.routedTwice.push(name);
  }
  for (const route of controllerRoutes(controller)) {
    const member = `${controller.name}.${route.member}`;
    if ("verb" in route) {
      const { method, path } = route.verb;
      const inner = {
        ...scope,
        settings: inheritAll(
          scope.settings,
          "router",
          route.classes.map(({ settings }) => settings),
        ),
      };
      addRoute(draft, { method, path, handler: route.handler }, inner, { own: route.own, member });
    } else {
      draft.verbless.push({ where: member, of: "route", settings: route.settings });
    }
  }
}

/** The scope inside of a place, which is kept for `check`. */
function within(draft: Draft, scope: Scope, place: Place): Scope {
  draft.places.push(place);
  return { ...scope, where: place.where, settings: inherit(scope.settings, place) };
}

function addRoute(draft: Draft, written: ResolvedRoute["written"], scope: Scope, own: Own): void {
  const route = resolveRoute(written, scope, own);
  draft.routes.push(route);
  for (const settings of own.own) draft.places.push({ where: route.where, of: "route", settings });
}

function resolveRoute(
  written: ResolvedRoute["written"],
  scope: Scope,
  { own, router, member }: Own,
): ResolvedRoute {
  const method = asText(written.method).toUpperCase();
  const settings = inheritAll(scope.settings, "route", own);
  const { named, range } = effectiveVersions(settings, scope.versioning);
  const path = settings.prefix + withoutTrailingSlash(asText(written.path)) || "/";
  return {
    where: member === undefined ? `${method} ${path}` : `${member}, ${method} ${path}`,
    written,
    router,
    method,
    path,
    segments: parseTemplate(path),
    versions: named,
    range,
    // Called only after `check` has found it to be a function.
    handler: written.handler as Handler,
    deprecated:
      settings.deprecated ||
      settings.lifecycle?.Deprecated !== undefined ||
      settings.lifecycle?.Sunset !== undefined,
    settings,
    contract: contractOf(settings),
  };
}

/** The settings that hold inside of several places, each inside of the one before it. */
function inheritAll(
  outer: RouteSettings,
  of: Place["of"],
  places: readonly (readonly Setting[])[],
): RouteSettings {
  return places.reduce((inner, settings) => inherit(inner, { of, settings }), outer);
}

/** A method or path as text; one that is none in words, until `check` reports it. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : describe(value);
}

/** A range's versions are settled when all routes are known. */
function effectiveVersions({ versions }: RouteSettings, versioning: Versioning): DeclaredVersions {
  if (!versioning.isEnabled) return noVersions;
  return versions ?? { named: versioning.defaultVersions, range: undefined };
}

const noVersions: DeclaredVersions = { named: [], range: undefined };

function includeOf(what: Inclusion["what"]): string {
  if (what.kind === "router") return `Include(${what.where})`;
  return "name" in what ? `Include(${what.name})` : "Include";
}
