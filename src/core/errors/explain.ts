import { matchedPath } from "../http/request-path";
import type { Brownout } from "../model/lifecycle";
import type { RequestedVersions } from "../model/serving";
import type { PathSource } from "../model/source";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import type { Exchange } from "../request/exchange";

/** The facts about versions that a 404 contains with the option `AppOptions.Versioning.Explain`. */
export interface Explanation {
  /** The versions that the client named, the most preferred version first. */
  readonly requested: readonly Version[];
  /** The places whose text names no version: `header X-API-Version: sent on 2 lines`; undefined if there are none. */
  readonly unreadable?: readonly string[];
  /** The origin of the version: a place in the request, such as `header X-API-Version`, or `AssumeVersion`. */
  readonly source: string;
  /** The versions that have a route for the method and the path. */
  readonly served: readonly Version[];
  /** The present and future brownouts of the served versions, with times in ISO 8601; undefined if there are none. */
  readonly brownouts?: readonly { readonly version: Version; readonly from: string; readonly to: string }[];
}

interface ServedVersion {
  readonly version: Version;
  readonly brownouts: readonly Brownout[];
}

export interface ExplanationFacts {
  /** The place where requests name the version: `header X-API-Version`. */
  readonly named: string;
  /** The words for what chooses the version if the client names none: `AssumeVersion`, or a place such as a header. */
  readonly assumed: string;
  readonly versions: ReadonlySet<Version>;
  /** Returns the versions that have a route for the request's method at `path`. The path contains no version. */
  readonly servedAt: (exchange: Exchange, path: string) => readonly ServedVersion[];
  readonly inPath: PathSource | undefined;
}

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
    ...(requested.unreadable && { unreadable: requested.unreadable }),
    source: requested.isAssumed ? assumed : named,
    ...wordsOfServed(servedAt(exchange, matchedPath(exchange.req.url))),
  };
}

function wordsOfServed(served: readonly ServedVersion[]): Pick<Explanation, "served" | "brownouts"> {
  const brownouts = served.flatMap(({ version, brownouts }) =>
    brownouts.map(({ from, to }) => ({ version, from: from.toISOString(), to: to.toISOString() })),
  );
  return { served: served.map(({ version }) => version), ...(brownouts.length === 0 ? {} : { brownouts }) };
}

export function sentUnmatched(
  exchange: Exchange,
  { sent }: RequestedVersions,
  explaining: ExplanationFacts,
): readonly Version[] {
  const found = versionInPath(exchange, explaining);
  return found ? [found.version] : sent;
}

function versionInPath(
  exchange: Exchange,
  { inPath, versions, servedAt }: ExplanationFacts,
): { readonly version: Version; readonly served: readonly ServedVersion[] } | undefined {
  const found = inPath?.split(matchedPath(exchange.req.url));
  if (!found) return undefined;
  const { version } = found;
  const served = servedAt(exchange, found.rest);
  // With the prefix `v`, `/vets` looks like version `ets`, so a version must be listed or have a route.
  return served.length > 0 || versions.has(version) ? { version, served } : undefined;
}

/** Returns the version whose error schema a 404 uses: the first known version that the request names. */
export function unmatchedVersion(
  url: string,
  { versions }: RequestedVersions,
  { path, order }: Versioning,
): Version | undefined {
  const inPath = path?.split(matchedPath(url))?.version;
  const named = inPath === undefined ? versions : [inPath, ...versions];
  return named.find(order.has);
}
