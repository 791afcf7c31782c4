import { pathOfTarget } from "../http/request-path";
import type { Version } from "../model/version";
import type { Exchange } from "./exchange";

/** What a 404 says of versions: `AppOptions.Versioning.Explain`. */
export interface Explanation {
  /** What the request asked for, most preferred first. */
  readonly requested: readonly Version[];
  /** Where that was read, in words: `header X-API-Version`; what stands in where the request names none, among them. */
  readonly source: string;
  /** The versions that are served at the method and path. */
  readonly served: readonly Version[];
}

/** What explanations are made from. */
export interface Explaining {
  readonly sourceOf: (requested: readonly Version[]) => string;
  /** All that are served, in their order. */
  readonly versions: readonly Version[];
  readonly servedAt: (method: string, path: string) => readonly Version[];
  /** What stands before a version in the path's first segment; undefined where versions stand elsewhere. */
  readonly prefix: string | undefined;
}

/** Says which version a request asked for, and which it could have had. */
export function explain(
  { req }: Exchange,
  requested: readonly Version[],
  { sourceOf, versions, servedAt, prefix }: Explaining,
): Explanation {
  const inOrder = (path: string): readonly Version[] => {
    const served = new Set(servedAt(req.method, path));
    return versions.filter((version) => served.has(version));
  };
  const path = pathOfTarget(req.url);
  const inPath = prefix === undefined ? undefined : versionIn(path, prefix);
  if (inPath) {
    const served = inOrder(inPath.rest);
    // Else it is the segment of a path that merely looks like a version's.
    if (served.length > 0 || versions.includes(inPath.version)) {
      return { requested: [inPath.version], source: "path", served };
    }
  }
  return { requested, source: sourceOf(requested), served: inOrder(path) };
}

/** The version that a path's first segment seems to name. */
function versionIn(
  path: string,
  prefix: string,
): { readonly version: Version; readonly rest: string } | undefined {
  const end = path.indexOf("/", 1);
  const segment = decoded(end === -1 ? path.slice(1) : path.slice(1, end));
  if (!segment?.startsWith(prefix) || segment.length === prefix.length) return undefined;
  return { version: segment.slice(prefix.length), rest: end === -1 ? "/" : path.slice(end) };
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
