import { METHODS } from "node:http";
import type { Segment } from "../../http/path-template";
import type { AppOptions } from "../model/app-options";
import { type Warning, type Texts, warningMaker } from "../model/problem";
import type { Resolution } from "../model/resolution";
import { allForms, type ResolvedRoute, type RouteForm, type Span } from "../model/route";
import { quote } from "../model/value";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import { appRulesOf } from "./places";
import type { Checkable } from "./checkable";

/** The texts of the warnings that an App of any kind may have, by code. Each wing has a table of its own. */
export const warningTexts = {
  "version-undeclared": (method: string, path: string) =>
    `${method} ${path} declares no version and no default version applies; ` +
    "it will answer no request while versioning is enabled",
  "version-with-prefix": (version: string, prefix: string, segment: string) =>
    `AppOptions.Versioning: version ${quote(version)} begins with the prefix ${quote(prefix)}, which VersioningURI adds again, ` +
    `so the version is served at /${segment}: remove the prefix from the version, or set Prefix to ""`,
  "path-with-version": (where: string, segment: string, version: string, path: string) =>
    `${where}: the path begins with ${quote(segment)}, but VersioningURI adds this segment to each path, ` +
    `so version ${quote(version)} is served at /${segment}${path}: remove the segment from the path`,
  "assumed-version-without-routes": (version: string, versions: string) =>
    `AppOptions.Versioning: AssumeVersion names version ${quote(version)}, which no route answers: ` +
    `routes answer ${versions}; correct the version, or add a route`,
  "route-behind-assumed": (where: string, version: string) =>
    `${where}: no request reaches it, because another route answers version ${quote(version)}, ` +
    "which AssumeVersion gives to every request without a version: remove this route, or AssumeVersion",
  "route-missing": () => "App: the App has no routes: register routes, or include a controller or Router",
  "controller-without-routes": (name: string) =>
    `${name}: the controller has no routes: add @Get() or another verb decorator to its methods`,
  "method-unsupported": (where: string, method: string, node: string) =>
    `${where}: ${method} is no method of this Node, ${node}, which answers such requests with 400 before any route runs: ` +
    "use a newer version of Node.js",
  "parameter-foreign": (where: string, segment: string, parameter: string) =>
    `${where}: segment ${quote(segment)} is literal text; a parameter is written ${parameter}`,
  "path-with-query": (where: string, segment: string) =>
    `${where}: segment ${quote(segment)} is literal text, but the path of a request ends at "?" or "#": ` +
    "declare query parameters with WithQuery",
  "constructor-arguments": (name: string, count: string) =>
    `${name}: the constructor asks for arguments (${count}), but Build calls it without any: ` +
    "set AppOptions.Container, or include an instance",
  "parent-options-not-inherited": (where: string, options: string, parent: string, subclass: string) =>
    `${where}: ${subclass} extends ${parent}, but the ${options} of ${parent} do not hold for the routes that it adds: ` +
    `repeat ${options} on ${subclass} or on the route, or write WithSecurity() if the route is public`,
} as const satisfies Texts;

const warning = warningMaker(warningTexts);

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
  return routes.flatMap((route) => {
    const texts = allForms(route).flatMap(({ segments }) => segments.flatMap(foreignText));
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
    const texts = allForms(route).flatMap(queriesIn);
    // An Express parameter such as `:id?` is left out, because the warning `parameter-foreign` explains it better.
    const others = [...new Set(texts)].filter((text) => ownFormOf(text) === undefined);
    return others.map((text) => warning("path-with-query", route, route.where, text));
  });
}

/** Warns of QUERY routes on a Node that rejects this method, such as 20.19. */
function unsupported(routes: readonly ResolvedRoute[]): readonly Warning[] {
  if (METHODS.includes("QUERY")) return [];
  return routes
    .filter((route) => allForms(route).some(({ method }) => method === "QUERY"))
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
