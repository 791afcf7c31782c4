import { pathOfTarget } from "../http/request-path";
import type { Version } from "../model/version";
import type { Exchange } from "./exchange";

/** What a 404 says of versions: `AppOptions.Versioning.Explain`. */
export interface Explanation {
  /** What the request asked for, most preferred first. */
  readonly requested: readonly Version[];
  /** Where that was read, in words: `header X-API-Version`; `AssumeVersion` where the request names none. */
  readonly source: string;
  /** The versions that are served at the method and path. */
  readonly served: readonly Version[];
}

/** What explanations are made from. */
export interface Explaining {
  readonly source: string;
  readonly isAssumed: (requested: readonly Version[]) => boolean;
  readonly servedAt: (method: string, path: string) => readonly Version[];
  /** What stands before a version in the path's first segment; undefined where versions stand elsewhere. */
  readonly prefix: string | undefined;
}

/** Says which version a request asked for, and which it could have had. */
export function explain(
  { req }: Exchange,
  requested: readonly Version[],
  { source, isAssumed, servedAt, prefix }: Explaining,
): Explanation {
  const path = pathOfTarget(req.url);
  const inPath = prefix === undefined ? undefined : versionIn(path, prefix);
  const elsewhere = inPath && servedAt(req.method, inPath.rest);
  if (inPath && elsewhere && elsewhere.length > 0) {
    return { requested: [inPath.version], source: "path", served: elsewhere };
  }
  return {
    requested,
    source: isAssumed(requested) ? "AssumeVersion" : source,
    served: servedAt(req.method, path),
  };
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
