import { matchedPath } from "../http/request-path";
import type { Brownout } from "../model/lifecycle";
import type { RequestedVersions } from "../model/serving";
import type { PathSource } from "../model/source";
import type { Version } from "../model/version";
import type { Exchange } from "../request/exchange";

/** The version details of a 404: `AppOptions.Versioning.Explain`. */
export interface Explanation {
  /** The versions that the client sent, the most preferred first. */
  readonly requested: readonly Version[];
  /**
   * The place of the version in the request, `header X-API-Version`, or the origin of the assumed version, in words.
   */
  readonly source: string;
  /** The versions that have a route for the method and path. */
  readonly served: readonly Version[];
  /** The present and future brownouts of these versions, by ISO 8601 dates and times; undefined if there are none. */
  readonly brownouts?: readonly { readonly version: Version; readonly from: string; readonly to: string }[];
}

interface ServedVersion {
  readonly version: Version;
  readonly brownouts: readonly Brownout[];
}

export interface ExplanationFacts {
  /** The places in which requests name the version, in words: `header X-API-Version`. */
  readonly named: string;
  /** The origin of the version that is assumed for requests without one, in words. */
  readonly assumed: string;
  readonly versions: readonly Version[];
  /** The versions that have the request's method at a path (without the version's segment), in the list's order. */
  readonly servedAt: (exchange: Exchange, path: string) => readonly ServedVersion[];
  /** Undefined if the version is not read from the path. */
  readonly inPath: PathSource | undefined;
}

/** Explains which versions a request named, and which versions it could have named. */
export function explain(
  exchange: Exchange,
  requested: RequestedVersions,
  explaining: ExplanationFacts,
): Explanation {
  const { named, assumed, servedAt, inPath } = explaining;
  const found = versionInPath(exchange, explaining);
  if (inPath && found) {
    return { requested: [found.version], source: inPath.words, ...wordsOfServed(found.served) };
  }
  return {
    requested: requested.sent,
    source: requested.isAssumed ? assumed : named,
    ...wordsOfServed(servedAt(exchange, matchedPath(exchange.req.url))),
  };
}

function wordsOfServed(served: readonly ServedVersion[]): Pick<Explanation, "served" | "brownouts"> {
  const brownouts = served.flatMap(({ version, brownouts }) =>
    brownouts.map(({ from, to }) => ({ version, from: from.toISOString(), to: to.toISOString() })),
  );
  return {
    served: served.map(({ version }) => version),
    ...(brownouts.length === 0 ? {} : { brownouts }),
  };
}

/** The versions that an unmatched request names, for observers. */
export function sentUnmatched(
  exchange: Exchange,
  { sent }: RequestedVersions,
  explaining: ExplanationFacts,
): readonly Version[] {
  const found = versionInPath(exchange, explaining);
  return found ? [found.version] : sent;
}

/** The version in an unmatched request's path; undefined if the path has none. */
function versionInPath(
  exchange: Exchange,
  { inPath, versions, servedAt }: ExplanationFacts,
): { readonly version: Version; readonly served: readonly ServedVersion[] } | undefined {
  const found = inPath?.split(matchedPath(exchange.req.url));
  if (!found) return undefined;
  const { version } = found;
  const served = servedAt(exchange, found.rest);
  // Otherwise the segment only looks like a version, such as `/vets` with the prefix `v`.
  return served.length > 0 || versions.includes(version) ? { version, served } : undefined;
}
