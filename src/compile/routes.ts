import { RequestPath } from "../http/request-path";
import type { Registration } from "../model/route";
import type { Match, Matcher } from "../model/serving";
import { VersionNeutral, type Version } from "../model/version";
import { RouteTree, type Entry } from "./tree";

/** The routes of an App, ready to be asked. */
export interface Routes<Value> {
  readonly match: Matcher<Value>;
  /** Under VersioningURI: whether a path names a version, so that no other has to be asked for. */
  readonly isVersioned: (path: string) => boolean;
  /** The versions that are served at a method and path, whatever the request asks for; not for the hot path. */
  readonly servedAt: (method: string, path: string) => readonly Version[];
}

/**
 * Compiles registrations to one tree per version, and one of those that method and path are enough for.
 *
 * The requested versions are tried in order, each as if it were deployed alone, then the latter tree; a
 * version that no route has costs one look-up in a Map.
 */
export function compileRoutes<Value>(
  registrations: readonly Registration[],
  valueOf: (registration: Registration) => Value,
): Routes<Value> {
  const entries = registrations.map((registration) => entryOf(registration, valueOf(registration)));
  const { neutral, versions } = compileTrees(entries);
  return {
    match: matcherOf(neutral, versions),
    isVersioned: () => false,
    servedAt: (method, path) => servedIn(versions, method, new RequestPath(path)),
  };
}

/**
 * The same for VersioningURI where requests can name a version otherwise too: a path whose first segment is a version's
 * is matched in the one tree of served paths, any other in the trees of the requested versions, as if those stood alone.
 */
export function compileVersionedPaths<Value>(
  registrations: readonly Registration[],
  valueOf: (registration: Registration) => Value,
  prefix: string,
): Routes<Value> {
  const valued = registrations.map((registration) => ({ registration, value: valueOf(registration) }));
  const served = valued.map(({ registration, value }) => entryOf(registration, value));
  const plain = valued.map(({ registration, value }) => {
    const { route, version } = registration;
    const entry = entryOf(registration, value);
    return version === undefined ? entry : { ...entry, segments: route.segments, requested: version };
  });
  const { neutral: tree } = compileTrees(served);
  const { neutral, versions } = compileTrees(plain);
  const first = new Set([...versions.keys()].map((version) => prefix + version));
  const isVersioned = (path: string): boolean => first.has(new RequestPath(path).segments?.[0] ?? "");
  const matchPlain = matcherOf(neutral, versions);
  return {
    match: (method, path, requested) =>
      requested.length === 0 || isVersioned(path)
        ? findIn(tree, method, new RequestPath(path))
        : matchPlain(method, path, requested),
    isVersioned,
    servedAt: (method, path) => servedIn(versions, method, new RequestPath(path)),
  };
}

type Trees<Value> = ReadonlyMap<Version, RouteTree<Value>>;

function matcherOf<Value>(neutral: RouteTree<Value>, versions: Trees<Value>): Matcher<Value> {
  if (versions.size === 0) return (method, path) => findIn(neutral, method, new RequestPath(path));
  return (method, path, requested) => {
    const requestPath = new RequestPath(path);
    // A version that is named again was tried before.
    for (const version of requested.length > 1 ? new Set(requested) : requested) {
      const tree = versions.get(version);
      const found = tree && findIn(tree, method, requestPath);
      if (found) return found;
    }
    return findIn(neutral, method, requestPath);
  };
}

function servedIn<Value>(versions: Trees<Value>, method: string, path: RequestPath): readonly Version[] {
  return [...versions].flatMap(([version, tree]) => (findIn(tree, method, path) ? version : []));
}

interface RequestedEntry<Value> extends Entry<Value> {
  readonly requested: Version;
}

function entryOf<Value>({ requested, method, segments }: Registration, value: Value): RequestedEntry<Value> {
  return { requested, method, segments, value };
}

function compileTrees<Value>(entries: readonly RequestedEntry<Value>[]): {
  readonly neutral: RouteTree<Value>;
  readonly versions: Trees<Value>;
} {
  const lists = new Map<Version, RequestedEntry<Value>[]>();
  for (const entry of entries) {
    const list = lists.get(entry.requested) ?? [];
    lists.set(entry.requested, list);
    list.push(entry);
  }
  const neutral = new RouteTree(lists.get(VersionNeutral) ?? []);
  lists.delete(VersionNeutral);
  return { neutral, versions: new Map([...lists].map(([version, list]) => [version, new RouteTree(list)])) };
}

/** HEAD is answered by the best Head route, else by the best GET route (RFC 9110, 9.3.2). */
function findIn<Value>(tree: RouteTree<Value>, method: string, path: RequestPath): Match<Value> | undefined {
  const found = tree.find(method, path);
  return found === undefined && method === "HEAD" ? tree.find("GET", path) : found;
}
