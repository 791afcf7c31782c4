import { METHODS } from "node:http";
import type { Segment } from "../http/path-template";
import type { AppOptions } from "../model/app-options";
import { dialectOf, isDocumentable } from "../model/path-item";
import type { Warning } from "../model/problem";
import type { Resolution } from "../model/resolution";
import type { ResolvedRoute, RouteForm, Span } from "../model/route";
import { hidden } from "../options/hidden";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import { appRulesOf } from "./places";
import type { Checkable } from "./checkable";
import { warning } from "./warning-texts";

/** Lists the warnings of a Build, without those of wings. `unreached` are the routes that no request reaches. */
export function warningsOf(context: Checkable, unreached: readonly Span[]): readonly Warning[] {
  const { options, resolution, versioning, versions } = context;
  return [
    ...withoutRoutes(resolution),
    ...unserved(resolution.routes, versioning),
    ...prefixedTwice(versions, versioning),
    ...numberedTwice(resolution.routes, versions, versioning),
    ...assumedInVain(versions, versioning),
    ...foreignParameters(resolution.routes),
    ...queriesInPaths(resolution.routes),
    ...undocumented(resolution.routes, options),
    ...unsupported(resolution.routes),
    ...lackingArguments(resolution, options),
    ...behindAssumed(unreached, versioning),
    ...ofOptions(resolution, versioning),
    ...uncovered(resolution),
  ];
}

/** Warns of options without an effect, for example because their version was removed. */
function ofOptions({ places, routes }: Resolution, versioning: Versioning): readonly Warning[] {
  const app = { places, routes, versioning };
  return appRulesOf(places).flatMap(({ warnings }) => warnings?.(app) ?? []);
}

function withoutRoutes({ routes, routeless }: Resolution): readonly Warning[] {
  return [
    ...(routes.length === 0 ? [warning("route-missing", undefined)] : []),
    ...[...new Set(routeless)].map((name) => warning("controller-without-routes", undefined, name)),
  ];
}

function unserved(routes: readonly ResolvedRoute[], { isEnabled }: Versioning): readonly Warning[] {
  if (!isEnabled) return [];
  return routes
    .filter(({ versions }) => versions.length === 0)
    .map((route) => warning("version-undeclared", route, route.method, route.path));
}

/** Warns of a version such as `v1` if the prefix of versions is `v`: its paths begin with `/vv1`. */
function prefixedTwice(versions: readonly Version[], { path }: Versioning): readonly Warning[] {
  const prefix = path?.segmentOf("") ?? "";
  if (!path || prefix === "") return [];
  return versions
    .filter((version) => version.startsWith(prefix))
    .map((version) => warning("version-with-prefix", undefined, version, prefix, path.segmentOf(version)));
}

/** Warns of a path `/v1/cats` in version 1 under VersioningURI, because clients must call it at `/v1/v1/cats`. */
function numberedTwice(
  routes: readonly ResolvedRoute[],
  versions: readonly Version[],
  { path: versionPath }: Versioning,
): readonly Warning[] {
  if (!versionPath) return [];
  const bySegment = new Map(versions.map((version) => [versionPath.segmentOf(version), version]));
  return routes.flatMap((route) => {
    const [first] = route.segments;
    if (first?.kind !== "static") return [];
    const version = bySegment.get(first.text);
    if (version === undefined || !route.versions.includes(version)) return [];
    return [warning("path-with-version", route, route.where, first.text, version, route.path)];
  });
}

/** Warns if no route has the assumed version: requests without a version then reach only `VersionNeutral` routes. */
function assumedInVain(versions: readonly Version[], { alwaysAssumed }: Versioning): readonly Warning[] {
  if (alwaysAssumed === undefined || versions.length === 0 || versions.includes(alwaysAssumed)) return [];
  return [warning("assumed-version-without-routes", undefined, alwaysAssumed, versions.join(", "))];
}

function foreignParameters(routes: readonly ResolvedRoute[]): readonly Warning[] {
  const isForeign = ({ segments }: RouteForm): boolean =>
    segments.some((segment) => foreignText(segment).length > 0);
  return routes.flatMap((route) => {
    const texts = formsWhere(route, isForeign).flatMap(({ segments }) => segments.flatMap(foreignText));
    return [...new Set(texts)].flatMap((text) => {
      const parameter = ownFormOf(text);
      return parameter === undefined
        ? []
        : [warning("parameter-foreign", route, route.where, text, parameter)];
    });
  });
}

/** Finds a parameter in the notation of another framework: `:id`, `[id]`, `<id>`. */
function foreignText(segment: Segment): readonly string[] {
  return segment.kind === "static" && /^[:*[<(]/.test(segment.text) ? [segment.text] : [];
}

function queriesInPaths(routes: readonly ResolvedRoute[]): readonly Warning[] {
  const queriesIn = ({ segments }: RouteForm): readonly string[] =>
    segments.flatMap((segment) =>
      segment.kind === "static" && /[?#]/.test(segment.text) ? segment.text : [],
    );
  return routes.flatMap((route) => {
    const texts = formsWhere(route, (form) => queriesIn(form).length > 0).flatMap(queriesIn);
    // An Express parameter such as `:id?` is left out, because the warning `parameter-foreign` explains it better.
    const others = [...new Set(texts)].filter((text) => ownFormOf(text) === undefined);
    return others.map((text) => warning("path-with-query", route, route.where, text));
  });
}

function undocumented(routes: readonly ResolvedRoute[], { OpenAPI }: AppOptions): readonly Warning[] {
  const dialect = dialectOf(OpenAPI);
  const isLeftOut = ({ method, settings }: RouteForm): boolean =>
    !settings.of(hidden) && !isDocumentable(method, dialect);
  return routes.flatMap((route) => {
    const methods = new Set(formsWhere(route, isLeftOut).map(({ method }) => method));
    return [...methods].map((method) => warning("method-undocumented", route, route.where, method));
  });
}

/** Warns of QUERY routes on a Node that rejects this method, such as 20.19. */
function unsupported(routes: readonly ResolvedRoute[]): readonly Warning[] {
  if (METHODS.includes("QUERY")) return [];
  return routes
    .filter((route) => formsWhere(route, ({ method }) => method === "QUERY").length > 0)
    .map((route) => warning("method-unsupported", route, route.where, "QUERY", process.version));
}

/** Translates a parameter from another framework's notation, such as `:id` to `{id}`; undefined for other text. */
function ownFormOf(text: string): string | undefined {
  if (["*", "**", "(.*)"].includes(text)) return "{rest...}";
  const rest =
    /^\*([A-Za-z_]\w*)$/.exec(text) ??
    /^\[\.\.\.([A-Za-z_]\w*)\]$/.exec(text) ??
    /^\[\[\.\.\.([A-Za-z_]\w*)\]\]$/.exec(text);
  if (rest) return `{${String(rest[1])}...}`;
  const one =
    /^:([A-Za-z_]\w*)/.exec(text) ??
    /^\[([A-Za-z_]\w*)\]$/.exec(text) ??
    /^<(?:[A-Za-z_]\w*:)?([A-Za-z_]\w*)>$/.exec(text);
  return one ? `{${String(one[1])}}` : undefined;
}

/** Warns of controllers whose constructor has parameters: without a Container, `new` passes no arguments. */
function lackingArguments({ constructed }: Resolution, { Container }: AppOptions): readonly Warning[] {
  if (Container) return [];
  const asking = constructed.filter(({ length }) => length > 0);
  return [...new Map(asking.map(({ name, length }) => [name, length]))].map(([name, length]) =>
    warning("constructor-arguments", undefined, name, String(length)),
  );
}

function uncovered({ uncovered }: Resolution): readonly Warning[] {
  return uncovered.map(({ route, subclass, parent, options }) =>
    warning("parent-options-not-inherited", route, route.where, options.join(" and "), parent, subclass),
  );
}

/** Warns of `VersionNeutral` routes that no request reaches, because routes of the assumed version match first. */
function behindAssumed(unreached: readonly Span[], { alwaysAssumed = "" }: Versioning): readonly Warning[] {
  return unreached.map(({ route }) => warning("route-behind-assumed", route, route.where, alwaysAssumed));
}

function formsWhere(route: ResolvedRoute, isSo: (form: RouteForm) => boolean): readonly RouteForm[] {
  return [route, ...route.earlier].filter(isSo);
}
