import { RequestPath } from "../http/request-path";
import type { Registration } from "../model/route";
import type { Match, Matcher } from "../model/serving";
import type { PathSource } from "../model/source";
import type { Version } from "../model/version";
import { RouteTree } from "./tree";

/** The routes of an App, ready to be asked. */
export interface Routes<Value> {
  readonly match: Matcher<Value>;
  /** Under VersioningURI: whether a path names a version, so that no other has to be asked for. */
  readonly isVersioned: (path: string) => boolean;
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
  const trees = new Trees<Value>();
  for (const registration of registrations) {
    const { reach } = registration;
    trees.of(reach.by === "version" ? reach.version : undefined).add(registration, valueOf(registration));
  }
  const { neutral, versions } = trees;
  return {
    match: matcherOf(neutral, versions),
    isVersioned: () => false,
  };
}

/**
 * The same for VersioningURI where requests can name a version otherwise too: a path whose first segment is a version's
 * is matched in the one tree of served paths, any other in the trees of the requested versions, as if those stood alone.
 */
export function compileVersionedPaths<Value>(
  registrations: readonly Registration[],
  valueOf: (registration: Registration) => Value,
  { segmentOf }: PathSource,
): Routes<Value> {
  const served = new RouteTree<Value>();
  const plain = new Trees<Value>();
  for (const registration of registrations) {
    const { form, version } = registration;
    const value = valueOf(registration);
    served.add(registration, value);
    plain.of(version).add(form, value);
  }
  const { neutral, versions } = plain;
  const first = new Set([...versions.keys()].map(segmentOf));
  const isVersioned = (path: string): boolean => first.has(new RequestPath(path).segments?.[0] ?? "");
  const matchPlain = matcherOf(neutral, versions);
  return {
    match: (method, path, requested) =>
      requested.length === 0 || isVersioned(path)
        ? findIn(served, method, new RequestPath(path))
        : matchPlain(method, path, requested),
    isVersioned,
  };
}

/** A tree for each version, and one of the routes that method and path are enough for. */
class Trees<Value> {
  readonly neutral = new RouteTree<Value>();
  readonly versions = new Map<Version, RouteTree<Value>>();

  /** The tree of a version; for undefined, that of the neutral routes. */
  of(version: Version | undefined): RouteTree<Value> {
    if (version === undefined) return this.neutral;
    let tree = this.versions.get(version);
    if (!tree) this.versions.set(version, (tree = new RouteTree()));
    return tree;
  }
}

type VersionTrees<Value> = Trees<Value>["versions"];

function matcherOf<Value>(neutral: RouteTree<Value>, versions: VersionTrees<Value>): Matcher<Value> {
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

/** HEAD is answered by the best Head route, else by the best GET route (RFC 9110, 9.3.2). */
function findIn<Value>(tree: RouteTree<Value>, method: string, path: RequestPath): Match<Value> | undefined {
  const found = tree.find(method, path);
  return found === undefined && method === "HEAD" ? tree.find("GET", path) : found;
}
