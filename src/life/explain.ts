import { matchedPath } from "../http/request-path";
import type { Explanation } from "../core/errors/error-answer";
import type { Brownout } from "../core/model/lifecycle";
import type { RequestedVersions } from "../core/model/serving";
import type { PathSource } from "../core/model/source";
import type { Version } from "../core/model/version";
import type { Versioning } from "../core/model/versioning";
import type { Exchange } from "../core/request/exchange";

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
