import type { Contract } from "../model/contract";
import {
  type ControllerDeclaration,
  type Inclusion,
  type RouteDeclaration,
  type RouterDeclaration,
  webhookName,
  type WebhookDeclaration,
} from "../model/declaration";
import type { Handler } from "../model/handler";
import { onceEach } from "../model/collections";
import { ownLifecycle } from "../model/lifecycle";
import type { Resolution } from "../model/resolution";
import type { ResolvedRoute, ResolvedWebhook, RouteForm, RouteOrigin } from "../model/route";
import {
  befores,
  declaredVersions,
  isBefore,
  type DeclaredVersions,
  type Place,
  type Setting,
  type VerbNote,
  inherit,
} from "../model/setting";
import { noSettings, type RouteSettings } from "../model/settings";
import { describe } from "../model/value";
import type { Version, VersionPoint } from "../model/version";
import type { Versioning } from "../model/versioning";
import { controllerRoutes } from "./controller";
import { contractOf } from "./contracts";
import { pathIn } from "./route-forms";
import { deprecated } from "../options/flags";
import { settleRanges } from "./ranges";
import { versioningOf } from "./versioning-defaults";

/** The options around a route or a webhook. */
export interface Surroundings {
  readonly settings: RouteSettings;
  /** Finds the settings in one version; undefined if `settings` applies to every version. */
  readonly at: ((version: Version) => RouteSettings) | undefined;
  readonly versioning: Versioning;
}

/** The functions by which a wing makes the older forms of declarations. */
export interface EarlierForms {
  /** Returns the options of one place as they are in an older version. */
  readonly settingsAt: (
    settings: readonly Setting[],
    point: VersionPoint & { readonly version: Version },
  ) => readonly Setting[];
  /** Creates the older forms of a route with a `Before`, its own or inherited. `own` has its lists of options. */
  readonly ofRoute: (
    newest: ResolvedRoute,
    own: readonly (readonly Setting[])[],
    around: Surroundings,
  ) => Pick<ResolvedRoute, "earlier" | "befores">;
  readonly ofWebhook: (webhook: WebhookDeclaration, around: Surroundings) => ResolvedWebhook;
}

/** Resolves a tree of declarations to a list of routes. Each route has all options that it inherits. */
export function resolve(
  root: RouterDeclaration,
  versioning: Versioning,
  forms: EarlierForms | undefined,
): Resolution {
  const resolution: ResolutionDraft = {
    routes: [],
    webhooks: [],
    places: [],
    verbless: [],
    unusable: [],
    routedTwice: [],
    routeless: [],
    constructed: [],
    uncovered: [],
  };
  addRouter(resolution, root, { ...outermost(versioning), where: "App", forms });
  return { ...resolution, routes: settleRanges(resolution.routes, versioning.order) };
}

/** Resolves a route before Build, when nobody knows yet which Routers will contain it. Only its own options apply. */
export function resolveAlone(route: RouteDeclaration): ResolvedRoute {
  return resolveRoute(route, outermost(versioningOf()), { own: [route.settings] });
}

function outermost(versioning: Versioning): RouteScope {
  return { settings: noSettings, at: undefined, versioning, shared: sharedLists() };
}

/** Makes a function that returns one object for equal lists of versions, so that later stages create only one Set. */
function sharedLists(): RouteScope["shared"] {
  const known = new Map<string, readonly Version[]>();
  return (versions) => {
    const key = JSON.stringify(versions);
    const list = known.get(key) ?? versions;
    known.set(key, list);
    return list;
  };
}

type ResolutionDraft = { -readonly [List in keyof Resolution]: Resolution[List][number][] };

interface RouteScope extends Surroundings {
  readonly shared: (versions: readonly Version[]) => readonly Version[];
}

interface Scope extends RouteScope {
  readonly where: string;
  /** Undefined if no declaration brings a wing with older forms, so that there is neither a `Before` nor a webhook. */
  readonly forms: EarlierForms | undefined;
}

interface Own {
  /** The route's own options: one list for each place where they are written, the outermost first. */
  readonly own: readonly (readonly Setting[])[];
  readonly router?: object;
  readonly member?: string;
  readonly origin?: RouteOrigin;
}

function addRouter(draft: ResolutionDraft, declaration: RouterDeclaration, scope: Scope): void {
  const { router, where, settings, children } = declaration;
  const inner = scopeWithin(draft, scope, { where, of: "router", settings });
  for (const child of children) {
    if (child.kind === "route") addRoute(draft, child, inner, { own: [child.settings], router });
    else addInclusion(draft, child, inner);
  }
}

function addInclusion(draft: ResolutionDraft, { what, settings }: Inclusion, scope: Scope): void {
  const inner = scopeWithin(draft, scope, { where: includeOf(what), of: "router", settings });
  if (what.kind === "router") addRouter(draft, what, inner);
  else if (what.kind === "controller") addController(draft, what, inner);
  else if (what.kind === "webhook") addWebhook(draft, what, inner);
  else draft.unusable.push({ where: scope.where, what });
}

function addController(draft: ResolutionDraft, controller: ControllerDeclaration, scope: Scope): void {
  const { name, asked } = controller;
  if (asked !== undefined) draft.constructed.push({ name, length: asked });
  for (const { name, settings, routers } of controller.classes) {
    draft.places.push({ where: name, of: "router", settings });
    if (routers > 1) draft.routedTwice.push(name);
  }
  const routes = controllerRoutes(controller);
  if (routes.length === 0) draft.routeless.push(name);
  for (const route of routes) {
    const member = `${controller.name}.${route.member}`;
    if ("verb" in route) {
      const { method, path } = route.verb;
      const inner = route.classes.reduce((around, { settings }) => inside(around, settings), scope);
      const origin = { controller: controller.target, handler: route.method, declaration: route.verb };
      const written = { method, path, handler: route.handler };
      const added = addRoute(draft, written, inner, { own: route.own, member, origin });
      if (route.uncovered) draft.uncovered.push({ route: added, ...route.uncovered });
    } else {
      draft.verbless.push({ where: member, of: "route", settings: route.settings });
    }
  }
}

function addWebhook(draft: ResolutionDraft, webhook: WebhookDeclaration, scope: Scope): void {
  const resolved = scope.forms?.ofWebhook(webhook, scope);
  if (!resolved) return;
  draft.webhooks.push(resolved);
  draft.places.push({ where: resolved.where, of: "webhook", settings: webhook.settings });
}

function scopeWithin(draft: ResolutionDraft, scope: Scope, place: Place): Scope {
  draft.places.push(place);
  return { ...inside(scope, place.settings), where: place.where };
}

function inside(scope: Scope, settings: readonly Setting[]): Scope {
  const { at, versioning, forms } = scope;
  const inner = inherit(scope.settings, { of: "router", settings });
  if (!forms || (!at && !settings.some(isBefore))) {
    return { ...scope, settings: inner };
  }
  return {
    ...scope,
    settings: inner,
    at: onceEach((version) => {
      const then = forms.settingsAt(settings, { version, order: versioning.order });
      return inherit(at?.(version) ?? scope.settings, { of: "router", settings: then });
    }),
  };
}

function addRoute(
  draft: ResolutionDraft,
  written: ResolvedRoute["written"],
  scope: Scope,
  own: Own,
): ResolvedRoute {
  const newest = resolveRoute(written, scope, own);
  const hasBefores = newest.settings.of(befores).length > 0;
  const route = hasBefores ? { ...newest, ...scope.forms?.ofRoute(newest, own.own, scope) } : newest;
  draft.routes.push(route);
  const { where, origin } = route;
  for (const settings of own.own) {
    draft.places.push({ where, of: "route", settings, declaration: origin.declaration });
  }
  return route;
}

/** Resolves the newest form of a route. */
function resolveRoute(
  written: ResolvedRoute["written"],
  scope: RouteScope,
  {
    own,
    router,
    member,
    origin = { controller: undefined, handler: written.handler, declaration: written },
  }: Own,
): ResolvedRoute {
  const settings = inheritAll(scope.settings, own);
  const { named: versions, range } = effectiveVersions(settings, scope.versioning);
  const newest = formOf(written, settings, contractOf(settings));
  const { method, path, segments, deprecated, contract, renumbering } = newest;
  return {
    method,
    path,
    segments,
    versions: scope.shared(versions),
    deprecated,
    settings,
    contract,
    renumbering,
    where: member === undefined ? `${method} ${path}` : `${member}, ${method} ${path}`,
    written,
    router,
    range,
    // The cast is safe: before any request, `check` reports all handlers that are not functions.
    handler: written.handler as Handler,
    origin,
    earlier: [],
    befores: [],
  };
}

/** Creates the form of a route with these options, in no version yet. */
export function formOf(
  { method, path }: Pick<VerbNote, "method" | "path">,
  settings: RouteSettings,
  contract: Contract,
): RouteForm {
  const whole = pathIn(settings, asText(path));
  const lifecycle = settings.of(ownLifecycle);
  return {
    method: asText(method).toUpperCase(),
    path: whole.path,
    segments: whole.segments,
    versions: [],
    deprecated:
      settings.of(deprecated) || lifecycle?.Deprecated !== undefined || lifecycle?.Sunset !== undefined,
    settings,
    contract,
    renumbering: undefined,
  };
}

export function inheritAll(outer: RouteSettings, places: Own["own"]): RouteSettings {
  return places.reduce((inner, settings) => inherit(inner, { of: "route", settings }), outer);
}

/** Returns a string unchanged. Describes any other value, so that `check` can report it. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : describe(value);
}

function effectiveVersions(settings: RouteSettings, versioning: Versioning): DeclaredVersions {
  if (!versioning.isEnabled) return noVersions;
  return settings.of(declaredVersions) ?? { named: versioning.defaultVersions, range: undefined };
}

const noVersions: DeclaredVersions = { named: [], range: undefined };

function includeOf(what: Inclusion["what"]): string {
  if (what.kind === "router") return `Include(${what.where})`;
  if (what.kind === "webhook") return `Include(${webhookName(what)})`;
  return "name" in what ? `Include(${what.name})` : "Include";
}
