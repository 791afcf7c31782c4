import { RequestPath } from "../http/request-path";
import type { Registration } from "../model/route";
import type { Match, Matcher } from "../model/serving";
import { VersionNeutral, type Version } from "../model/version";
import { RouteTree, type Entry } from "./tree";

/**
 * Compiles registrations to one tree per version, and one of those that method and path are enough for.
 *
 * The requested versions are tried in order, each as if it were deployed alone, then the latter tree; a
 * version that no route has costs one look-up in a Map.
 */
export function compileRoutes<Value>(
  registrations: readonly Registration[],
  valueOf: (registration: Registration) => Value,
): Matcher<Value> {
  const trees = compileTrees(registrations, valueOf);
  const neutral = trees.get(VersionNeutral) ?? new RouteTree([]);
  trees.delete(VersionNeutral);
  if (trees.size === 0) return (method, path) => findIn(neutral, method, new RequestPath(path));

  return (method, path, requested) => {
    const requestPath = new RequestPath(path);
    // A version that is named again was tried before.
    for (const version of requested.length > 1 ? new Set(requested) : requested) {
      const tree = trees.get(version);
      const found = tree && findIn(tree, method, requestPath);
      if (found) return found;
    }
    return findIn(neutral, method, requestPath);
  };
}

function compileTrees<Value>(
  registrations: readonly Registration[],
  valueOf: (registration: Registration) => Value,
): Map<Version, RouteTree<Value>> {
  const entries = new Map<Version, Entry<Value>[]>();
  for (const registration of registrations) {
    const { requested, method, segments } = registration;
    const list = entries.get(requested) ?? [];
    entries.set(requested, list);
    list.push({ method, segments, value: valueOf(registration) });
  }
  return new Map([...entries].map(([version, list]) => [version, new RouteTree(list)]));
}

/** HEAD is answered by the best Head route, else by the best GET route (RFC 9110, 9.3.2). */
function findIn<Value>(tree: RouteTree<Value>, method: string, path: RequestPath): Match<Value> | undefined {
  const found = tree.find(method, path);
  return found === undefined && method === "HEAD" ? tree.find("GET", path) : found;
}
