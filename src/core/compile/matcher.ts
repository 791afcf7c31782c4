import { literalSpelling } from "../../http/literal";
import { once } from "../model/collections";
import { RequestPath } from "../../http/request-path";
import { matchAddressOf, type Span } from "../model/route";
import type { Match, Matcher } from "../model/serving";
import type { PathSource } from "../model/source";
import type { Version } from "../model/version";
import { RouteTree, type ValueIn } from "./tree";

export interface Routes<Value> {
  readonly match: Matcher<Value>;
  readonly versionsAt: VersionsAt<Value>;
  /** True if a route that is not `VersionNeutral` has the method and the path, which contains no version. */
  readonly hasVersioned: (method: string, path: string) => boolean;
  readonly isVersioned: (path: string) => boolean;
}

/** Finds the routes for a method and a path: GET `/cats`. The returned function finds the route of one version. */
export type VersionsAt<Value> = (
  method: string,
  path: string,
) => (version: Version) => Match<Value> | undefined;

/** Creates the value of a match, such as an Endpoint. `version` is undefined for a `VersionNeutral` route. */
export type ValueOf<Value> = (span: Span, version: Version | undefined) => Value;

/** Compiles routes whose paths have no version. The matcher tries each requested version, and then neutral routes. */
export function compileRoutes<Value>(spans: readonly Span[], valueOf: ValueOf<Value>): Routes<Value> {
  const trees = plainTrees(keptSpans(spans, valueOf));
  return {
    match: matcherOf(trees),
    versionsAt: (method, path) => {
      const requestPath = new RequestPath(path);
      return (version) =>
        trees.versions.has(version) ? findIn(trees.versioned, method, requestPath, version) : undefined;
    },
    hasVersioned: versionedRoutes(spans),
    isVersioned: () => false,
  };
}

/**
 * Compiles routes such as `/v1/cats`. With `isNamedElsewhere`, they also answer `/cats` with a version in a header. A
 * path names each version of `known`, even one without routes, because its successor may answer.
 */
export function compilePaths<Value>(
  spans: readonly Span[],
  valueOf: ValueOf<Value>,
  { source, known, isNamedElsewhere }: PathNames,
): Routes<Value> {
  const kept = keptSpans(spans, valueOf);
  const { find, versionsAt } = pathRoutesOf(kept, source);
  const isVersioned = (path: string): boolean => {
    const split = path.startsWith("/") ? source.split(path) : undefined;
    return split !== undefined && known.has(split.version);
  };
  const found = { versionsAt, hasVersioned: versionedRoutes(spans), isVersioned };
  if (!isNamedElsewhere) return { ...found, match: find };
  const matchPlain = matcherOf(plainTrees(kept));
  return {
    ...found,
    match: (method, path, preferred) =>
      preferred.length === 0 || isVersioned(path) ? find(method, path) : matchPlain(method, path, preferred),
  };
}

/** The tree is made for the first request, because only an App whose versions a function reads needs it. */
function versionedRoutes(spans: readonly Span[]): Routes<unknown>["hasVersioned"] {
  const tree = once(() => {
    const made = new RouteTree<true>();
    for (const { form, reach } of spans) {
      if (reach.by === "versions" && reach.versions.size > 0) made.add(form, () => true);
    }
    return made;
  });
  return (method, path) => findIn(tree(), method, new RequestPath(path)) !== undefined;
}

interface PathNames {
  readonly source: PathSource;
  readonly known: ReadonlySet<Version>;
  readonly isNamedElsewhere: boolean;
}

type KeptSpans<Value> = readonly (readonly [span: Span, valueIn: ValueIn<Value>])[];

function keptSpans<Value>(spans: readonly Span[], valueOf: ValueOf<Value>): KeptSpans<Value> {
  return spans.map((span) => [span, keptValues(span, valueOf)]);
}

function keptValues<Value>(span: Span, valueOf: ValueOf<Value>): ValueIn<Value> {
  const { reach } = span;
  if (reach.by !== "versions") {
    let neutral: Value | undefined;
    return () => (neutral ??= valueOf(span, undefined));
  }
  const { versions } = reach;
  let known: Map<Version | undefined, Value> | undefined;
  return (version) => {
    const value = known?.get(version);
    if (value !== undefined || version === undefined || !versions.has(version)) return value;
    const made = valueOf(span, version);
    known = (known ?? new Map<Version | undefined, Value>()).set(version, made);
    return made;
  };
}

interface Trees<Value> {
  readonly versioned: RouteTree<Value>;
  readonly neutral: RouteTree<Value>;
  readonly versions: ReadonlySet<Version>;
}

function plainTrees<Value>(kept: KeptSpans<Value>): Trees<Value> {
  const [versioned, neutral] = [new RouteTree<Value>(), new RouteTree<Value>()];
  for (const [{ form, reach }, valueIn] of kept) {
    (reach.by === "versions" ? versioned : neutral).add(form, valueIn);
  }
  return { versioned, neutral, versions: versionsOfSpans(kept) };
}

function versionsOfSpans(kept: KeptSpans<unknown>): ReadonlySet<Version> {
  const sets = new Set<ReadonlySet<Version>>();
  for (const [{ reach }] of kept) if (reach.by === "versions") sets.add(reach.versions);
  return new Set([...sets].flatMap((versions) => [...versions]));
}

function matcherOf<Value>({ neutral, versioned, versions }: Trees<Value>): Matcher<Value> {
  if (versions.size === 0) return (method, path) => findIn(neutral, method, new RequestPath(path));
  return (method, path, preferred) => {
    const requestPath = new RequestPath(path);
    // The Set removes duplicates: a request may name a version twice.
    for (const version of preferred.length > 1 ? new Set(preferred) : preferred) {
      const found = versions.has(version) ? findIn(versioned, method, requestPath, version) : undefined;
      if (found) return found;
    }
    return findIn(neutral, method, requestPath);
  };
}

interface PathRoutes<Value> {
  readonly find: (method: string, path: string) => Match<Value> | undefined;
  readonly versionsAt: VersionsAt<Value>;
}

/** `versioned` also contains the `VersionNeutral` routes whose own path names a version, such as `/v1/health`. */
function pathRoutesOf<Value>(kept: KeptSpans<Value>, source: PathSource): PathRoutes<Value> {
  const [versioned, neutral] = [new RouteTree<Value>(), new RouteTree<Value>()];
  for (const [span, valueIn] of kept) {
    const { reach } = span;
    const address = matchAddressOf(span);
    if (reach.by === "every request") neutral.add(address, valueIn);
    else if (reach.by === "versions") versioned.add(address, valueIn);
    else versioned.add(address, (version) => (version === reach.version ? valueIn(undefined) : undefined));
  }
  const versions = versionsOfSpans(kept);
  const splitVersion = (path: string): ReturnType<PathSource["split"]> => {
    const split = path.startsWith("/") ? source.split(path) : undefined;
    return split && versions.has(split.version) ? split : undefined;
  };
  return {
    find: (method, path) => {
      const split = splitVersion(path);
      const whole = new RequestPath(path);
      if (!split) return findIn(neutral, method, whole);
      const { version, rest } = split;
      const ofVersion = new RequestPath(rest);
      return (
        versioned.find(method, ofVersion, version) ??
        neutral.find(method, whole, undefined) ??
        (method === "HEAD"
          ? (findIn(versioned, "GET", ofVersion, version) ?? findIn(neutral, "GET", whole))
          : undefined)
      );
    },
    versionsAt: (method, path) => {
      const ofVersion = new RequestPath(path);
      return (version) => {
        const address = versions.has(version) ? addressIn(version, path, source) : undefined;
        if (address === undefined) return undefined;
        const own = versioned.find(method, ofVersion, version);
        if (own || method !== "HEAD") return own;
        return (
          neutral.find("HEAD", new RequestPath(address), undefined) ??
          versioned.find("GET", ofVersion, version)
        );
      };
    },
  };
}

/** Returns `/v1/cats` for the path `/cats` in version 1; undefined if such a URL is not possible. */
function addressIn(version: Version, path: string, { segmentOf }: PathSource): string | undefined {
  const segment = segmentOf(version);
  // A URL cannot contain half of a surrogate pair.
  const isNameable = path.startsWith("/") && !/\p{Surrogate}/u.test(segment);
  return isNameable ? `/${literalSpelling(segment)}${path}` : undefined;
}

/** Finds the best route. HEAD falls back to a GET route if there is no Head route (RFC 9110, 9.3.2). */
function findIn<Value>(
  tree: RouteTree<Value>,
  method: string,
  path: RequestPath,
  version?: Version,
): Match<Value> | undefined {
  const found = tree.find(method, path, version);
  return found === undefined && method === "HEAD" ? tree.find("GET", path, version) : found;
}
