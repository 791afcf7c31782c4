import { literalSpelling } from "../http/literal";
import { RequestPath } from "../http/request-path";
import { matchAddressOf, type Span } from "../model/route";
import type { Match, Matcher } from "../model/serving";
import type { PathSource } from "../model/source";
import type { Version } from "../model/version";
import { RouteTree, type ValueIn } from "./tree";

/** The routes of an App, ready to be asked. */
export interface Routes<Value> {
  readonly match: Matcher<Value>;
  /** Finds what the versions have at a path, one after the other; the path is read once for all of them. */
  readonly versionsAt: VersionsAt<Value>;
  /** Under VersioningURI: whether a path names a version, so that no other has to be asked for. */
  readonly isVersioned: (path: string) => boolean;
}

/**
 * Finds what one version answers at a method and a path, as its requests do; the path is without the version's segment. What
 * is found may be neutral.
 */
export type VersionsAt<Value> = (
  method: string,
  path: string,
) => (version: Version) => Match<Value> | undefined;

/** Makes the value of a span in one of its versions, undefined for what is neutral: once, for the first request that it matches. */
export type ValueOf<Value> = (span: Span, version: Version | undefined) => Value;

/**
 * Compiles spans to one tree of what is of versions, and one of what method and path are enough for.
 *
 * The requested versions are tried in order, each as if it were deployed alone, then the latter tree; a
 * version that no route has costs one look-up in a Set.
 */
export function compileRoutes<Value>(spans: readonly Span[], valueOf: ValueOf<Value>): Routes<Value> {
  const { versioned, neutral, versions } = plainTrees(spans.map((span) => [span, keptValues(span, valueOf)]));
  return {
    match: matcherOf(neutral, versioned, versions),
    versionsAt: (method, path) => {
      const requestPath = new RequestPath(path);
      return (version) =>
        versions.has(version) ? findIn(versioned, method, requestPath, version) : undefined;
    },
    isVersioned: () => false,
  };
}

/** The same for VersioningURI: the first segment of a path names the version, and its routes have the rest. */
export function compilePaths<Value>(
  spans: readonly Span[],
  valueOf: ValueOf<Value>,
  source: PathSource,
): Routes<Value> {
  const kept = spans.map((span) => [span, keptValues(span, valueOf)] as const);
  const { find, versionsAt, versionOf } = pathRoutesOf(kept, source);
  return {
    match: (method, path) => find(method, path),
    versionsAt,
    isVersioned: (path) => versionOf(path) !== undefined,
  };
}

/**
 * The same where requests can name a version otherwise too: a path that names none is matched in the requested
 * versions, as if their routes stood at plain paths.
 */
export function compileVersionedPaths<Value>(
  spans: readonly Span[],
  valueOf: ValueOf<Value>,
  source: PathSource,
): Routes<Value> {
  const kept = spans.map((span) => [span, keptValues(span, valueOf)] as const);
  const { find, versionsAt, versionOf } = pathRoutesOf(kept, source);
  const { versioned, neutral, versions } = plainTrees(kept);
  const matchPlain = matcherOf(neutral, versioned, versions);
  const isVersioned = (path: string): boolean => versionOf(path) !== undefined;
  return {
    match: (method, path, requested) =>
      requested.length === 0 || isVersioned(path) ? find(method, path) : matchPlain(method, path, requested),
    versionsAt,
    isVersioned,
  };
}

/** Spans with their values. */
type KeptSpans<Value> = readonly (readonly [span: Span, valueIn: ValueIn<Value>])[];

/** The values of a span, each made when it is first asked for. */
function keptValues<Value>(span: Span, valueOf: ValueOf<Value>): ValueIn<Value> {
  const { reach } = span;
  if (reach.by !== "versions") {
    let neutral: Value | undefined;
    return () => (neutral ??= valueOf(span, undefined));
  }
  const { versions } = reach;
  // Few routes are asked for in all of their versions.
  let known: Map<Version | undefined, Value> | undefined;
  return (version) => {
    const value = known?.get(version);
    if (value !== undefined || version === undefined || !versions.has(version)) return value;
    const made = valueOf(span, version);
    known = (known ?? new Map<Version | undefined, Value>()).set(version, made);
    return made;
  };
}

/** The trees of versions and of what is neutral. */
interface Trees<Value> {
  readonly versioned: RouteTree<Value>;
  readonly neutral: RouteTree<Value>;
  /** All that the former has. */
  readonly versions: ReadonlySet<Version>;
}

function plainTrees<Value>(kept: KeptSpans<Value>): Trees<Value> {
  const [versioned, neutral] = [new RouteTree<Value>(), new RouteTree<Value>()];
  for (const [{ form, reach }, valueIn] of kept) {
    (reach.by === "versions" ? versioned : neutral).add(form, valueIn);
  }
  return { versioned, neutral, versions: versionsOfSpans(kept) };
}

/** Routes that share their versions share the set of them too. */
function versionsOfSpans(kept: KeptSpans<unknown>): ReadonlySet<Version> {
  const sets = new Set(kept.flatMap(([{ reach }]) => (reach.by === "versions" ? reach.versions : [])));
  return new Set([...sets].flatMap((versions) => [...versions]));
}

function matcherOf<Value>(
  neutral: RouteTree<Value>,
  versioned: RouteTree<Value>,
  versions: ReadonlySet<Version>,
): Matcher<Value> {
  if (versions.size === 0) return (method, path) => findIn(neutral, method, new RequestPath(path));
  return (method, path, requested) => {
    const requestPath = new RequestPath(path);
    // A version that is named again was tried before.
    for (const version of requested.length > 1 ? new Set(requested) : requested) {
      const found = versions.has(version) ? findIn(versioned, method, requestPath, version) : undefined;
      if (found) return found;
    }
    return findIn(neutral, method, requestPath);
  };
}

/** The matcher of served paths, and what tells the version that a path names. */
interface PathRoutes<Value> {
  readonly find: (method: string, path: string) => Match<Value> | undefined;
  readonly versionsAt: VersionsAt<Value>;
  readonly versionOf: (path: string) => Version | undefined;
}

/**
 * The routes of a version stand under its segment, and so do the neutral ones whose path begins with it: the best of
 * both is found in one walk. All other neutral routes come after, since their first segment is a parameter.
 */
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
    versionOf: (path) => splitVersion(path)?.version,
  };
}

/** The address of a version's path; undefined where no request can name it. */
function addressIn(version: Version, path: string, { segmentOf }: PathSource): string | undefined {
  const segment = segmentOf(version);
  // Half a surrogate pair can be in no path.
  const isNameable = path.startsWith("/") && !/\p{Surrogate}/u.test(segment);
  return isNameable ? `/${literalSpelling(segment)}${path}` : undefined;
}

/** HEAD is answered by the best Head route, else by the best GET route (RFC 9110, 9.3.2). */
function findIn<Value>(
  tree: RouteTree<Value>,
  method: string,
  path: RequestPath,
  version?: Version,
): Match<Value> | undefined {
  const found = tree.find(method, path, version);
  return found === undefined && method === "HEAD" ? tree.find("GET", path, version) : found;
}
