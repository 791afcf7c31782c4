import { joinPaths, parseTemplate } from "../http/path";
import type {
  ControllerDeclaration,
  Inclusion,
  RouteDeclaration,
  RouterDeclaration,
} from "../model/declaration";
import type { Handler } from "../model/handler";
import type { Place, Resolution, ResolvedRoute } from "../model/route";
import type { Setting } from "../model/setting";
import { describe } from "../model/value";
import { VersioningNone } from "../model/version";
import type { Versioning } from "../model/versioning";
import { controllerRoutes } from "./controller";
import {
  declaredAt,
  explicitIDOf,
  guardsOf,
  inputsOf,
  isDeprecated,
  isHidden,
  lifecycleOf,
  middlewareOf,
  prefixesOf,
  responsesOf,
  statusOf,
  tagsOf,
  textOf,
  versionsOf,
  type Declared,
} from "./inherit";
import { settleRanges } from "./ranges";
import { versioningOf } from "./versioning";

/** What a tree of declarations means: its routes, flat, each with all that it inherits. */
export function resolve(root: RouterDeclaration, versioning: Versioning): Resolution {
  const resolution: Draft = { routes: [], places: [], verbless: [], unusable: [], routedTwice: [] };
  addRouter(resolution, root, { outer: [], versioning });
  return { ...resolution, routes: settleRanges(resolution.routes, versioning.listed) };
}

/** A route as `Routes()` shows it before Build: with nothing but its own options. */
export function resolveAlone(route: RouteDeclaration): ResolvedRoute {
  return resolveRoute(route, { outer: [], versioning: versioningOf() }, { own: [route.settings] });
}

type Draft = { -readonly [List in keyof Resolution]: Resolution[List][number][] };

/** What holds around a declaration: the places outside of it, outermost first. */
interface Scope {
  readonly outer: readonly Place[];
  readonly versioning: Versioning;
}

/** What belongs to one route alone. */
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
  else draft.unusable.push({ where: scope.outer.at(-1)?.where ?? "App", what });
}

function addController(draft: Draft, controller: ControllerDeclaration, scope: Scope): void {
  for (const { name, settings, routers } of controller.classes) {
    draft.places.push({ where: name, of: "router", settings });
    if (routers > 1) draft.routedTwice.push(name);
  }
  for (const route of controllerRoutes(controller)) {
    const member = `${controller.name}.${route.member}`;
    if ("verb" in route) {
      const classes = route.classes.map(({ name, settings }): Place => ({
        where: name,
        of: "router",
        settings,
      }));
      const { method, path } = route.verb;
      const inner = { ...scope, outer: [...scope.outer, ...classes] };
      addRoute(draft, { method, path, handler: route.handler }, inner, { own: route.own, member });
    } else {
      draft.verbless.push({ where: member, of: "route", settings: route.settings });
    }
  }
}

/** The scope inside of a place, which is kept for `check`. */
function within(draft: Draft, scope: Scope, place: Place): Scope {
  draft.places.push(place);
  return { ...scope, outer: [...scope.outer, place] };
}

function addRoute(draft: Draft, written: ResolvedRoute["written"], scope: Scope, own: Own): void {
  const route = resolveRoute(written, scope, own);
  draft.routes.push(route);
  draft.places.push(...own.own.map((settings): Place => ({ where: route.where, of: "route", settings })));
}

function resolveRoute(
  written: ResolvedRoute["written"],
  scope: Scope,
  { own, router, member }: Own,
): ResolvedRoute {
  const method = asText(written.method).toUpperCase();
  const declared = declaredAt([
    ...scope.outer,
    ...own.map((settings) => ({ of: "route" as const, settings })),
  ]);
  const lifecycle = lifecycleOf(declared);
  const path = joinPaths([...prefixesOf(declared), asText(written.path)]);
  const where = member === undefined ? `${method} ${path}` : `${member}, ${method} ${path}`;
  return {
    where,
    written,
    router,
    method,
    path,
    segments: parseTemplate(path),
    ...effectiveVersions(declared, scope.versioning),
    tags: tagsOf(declared),
    middleware: middlewareOf(declared),
    guards: guardsOf(declared),
    // Called only after `check` has found it to be a function.
    handler: written.handler as Handler,
    status: statusOf(declared),
    deprecated: isDeprecated(declared) || lifecycle.Deprecated !== undefined,
    hidden: isHidden(declared),
    summary: textOf(declared, "summary"),
    description: textOf(declared, "description"),
    explicitID: explicitIDOf(declared),
    lifecycle,
    inputs: inputsOf(declared),
    responses: responsesOf(declared),
  };
}

/** What stands for a method or path that is no text, until `check` reports it. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : describe(value);
}

/** A range's versions are settled when all routes are known. */
function effectiveVersions(
  declared: Declared,
  versioning: Versioning,
): Pick<ResolvedRoute, "versions" | "range"> {
  if (versioning.type === VersioningNone) return { versions: [], range: undefined };
  const own = versionsOf(declared);
  return { versions: own?.named ?? versioning.defaultVersions, range: own?.range };
}

function includeOf(what: Inclusion["what"]): string {
  if (what.kind === "router") return `Include(${what.where})`;
  return "name" in what ? `Include(${what.name})` : "Include";
}
