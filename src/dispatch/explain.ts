import { pathOfTarget } from "../http/request-path";
import type { RequestedVersions } from "../model/serving";
import type { PathSource } from "../model/source";
import type { Version } from "../model/version";
import type { Exchange } from "./exchange";

/** The words of a 404 about versions: `AppOptions.Versioning.Explain`. */
export interface Explanation {
  /** The versions that the request asked for, most preferred first. */
  readonly requested: readonly Version[];
  /** Where that was read, in words: `header X-API-Version`; what stands in where the request names none, among them. */
  readonly source: string;
  /** The versions that are served at the method and path. */
  readonly served: readonly Version[];
}

/** The facts that explanations are made from. */
export interface Explaining {
  /** Where requests name their version, in words. */
  readonly named: string;
  /** Where the version of one that names none comes from, in words. */
  readonly assumed: string;
  /** All that are served, in their order. */
  readonly versions: readonly Version[];
  readonly servedAt: (method: string, path: string) => readonly Version[];
  /** Where the version stands in the path; undefined where it stands elsewhere. */
  readonly inPath: PathSource | undefined;
}

/** Says which version a request asked for, and which it could have had. */
export function explain(
  { req }: Exchange,
  { versions: requested, isAssumed }: RequestedVersions,
  { named, assumed, versions, servedAt, inPath }: Explaining,
): Explanation {
  const inOrder = (path: string): readonly Version[] => {
    const served = new Set(servedAt(req.method, path));
    return versions.filter((version) => served.has(version));
  };
  const path = pathOfTarget(req.url);
  const found = inPath?.split(path);
  if (inPath && found) {
    const served = inOrder(found.rest);
    // Else it is the segment of a path that merely looks like a version's.
    if (served.length > 0 || versions.includes(found.version)) {
      return { requested: [found.version], source: inPath.words, served };
    }
  }
  return { requested, source: isAssumed ? assumed : named, served: inOrder(path) };
}
