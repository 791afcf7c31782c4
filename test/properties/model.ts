import { VersionNeutral, type Version } from "versioned-controllers";

/** A route of a table, as it is meant: with its whole path, all its versions, and every step before its handler. */
export interface ModelRoute {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** None answers nothing; where versioning is off, all are neutral. */
  readonly versions: readonly Version[];
  readonly middleware: readonly string[];
  readonly guards: readonly string[];
}

/** A request: versions as it names them, most preferred first. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly versions: readonly Version[];
}

/** The route that answers, with the values of its parameters in the order they stand, and what ran before it. */
export interface Found {
  readonly route: string;
  readonly values: readonly string[];
  readonly version: Version | undefined;
  readonly ran: readonly string[];
}

/** The rules of docs/reference/routing.md, "Which route answers", with nothing but filters; undefined is the 404. */
export function answerOf(routes: readonly ModelRoute[], asked: Asked): Found | undefined {
  const methods = asked.method === "HEAD" ? ["HEAD", "GET"] : [asked.method];
  const versions = [...asked.versions, VersionNeutral];
  const tries = versions.flatMap((version) => methods.map((method) => [version, method] as const));
  return tries.flatMap(([version, method]) => {
    const own = routes.filter((route) => route.versions.includes(version) && route.method === method);
    const found = own.flatMap((route) => valuesOf(route, asked.path).map((values) => ({ ...route, values })));
    const [best] = found.sort(compare);
    if (!best) return [];
    const resolved = version === VersionNeutral ? undefined : version;
    return [
      { route: best.name, values: best.values, version: resolved, ran: [...best.middleware, ...best.guards] },
    ];
  })[0];
}

/** The table as VersioningURI serves it: every version is an address of its own, and all addresses are neutral. */
export function servedByPath(routes: readonly ModelRoute[]): readonly ModelRoute[] {
  return routes.flatMap((route) =>
    route.versions.map((version) => {
      const path = version === VersionNeutral ? route.path : `/v${version}${route.path}`;
      return { ...route, path, versions: [VersionNeutral] };
    }),
  );
}

/** The values of a route's parameters, in a list of one; an empty list where it does not match. */
function valuesOf({ path: template }: ModelRoute, path: string): readonly (readonly string[])[] {
  const [parts, segments] = [partsOf(template), partsOf(path).map(decoded)];
  if (!path.startsWith("/") || segments.includes(undefined)) return [];
  const texts = parts.map((part, i) => (part.endsWith("...}") ? segments.slice(i).join("/") : segments[i]));
  const sent = partsOf(path).map(withUpperCaseEscapes);
  const isWhole = parts.length === segments.length || template.endsWith("...}");
  const isMatch = parts.every((part, i) => (part.startsWith("{") ? texts[i] : sent[i] === spelling(part)));
  return isWhole && isMatch
    ? [texts.flatMap((text, i) => (parts[i]?.startsWith("{") ? (text ?? "") : []))]
    : [];
}

/** From the left, a static segment before a parameter, a parameter before a rest parameter. */
function compare(a: ModelRoute, b: ModelRoute): number {
  const ranks = ({ path }: ModelRoute) =>
    partsOf(path).map((p) => (p.endsWith("...}") ? 2 : p.startsWith("{") ? 1 : 0));
  return ranks(a).map((rank, i) => rank - (ranks(b)[i] ?? rank)).find((difference) => difference !== 0) ?? 0; // prettier-ignore
}

/** One trailing slash is no part of a path. */
const partsOf = (path: string) => (path.endsWith("/") ? path.slice(0, -1) : path).split("/").slice(1);

function decoded(segment: string): string | undefined {
  try { return decodeURIComponent(segment); } catch { return undefined; } // prettier-ignore
}

/** The one spelling of literal text: encodeURIComponent escapes some more. */
export function spelling(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}

export const withUpperCaseEscapes = (segment: string) =>
  segment.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
