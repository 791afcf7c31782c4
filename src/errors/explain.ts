import { matchedPath } from "../http/request-path";
import type { Brownout } from "../model/lifecycle";
import type { RequestedVersions } from "../model/serving";
import type { PathSource } from "../model/source";
import type { Version } from "../model/version";
import type { Exchange } from "../request/exchange";

/** The words of a 404 about versions: `AppOptions.Versioning.Explain`. */
export interface Explanation {
  /** The versions that the client sent, most preferred first. */
  readonly requested: readonly Version[];
  /** Where that was read, in words: `header X-API-Version`; what stands in where the request names none, among them. */
  readonly source: string;
  /** The versions that are served at the method and path. */
  readonly served: readonly Version[];
  /** Their brownouts that are not over; left out where there are none. */
  readonly brownouts?: readonly ExplainedBrownout[];
}

/** A window in which a version answers as if it were gone: dates and times of ISO 8601. */
interface ExplainedBrownout {
  readonly version: Version;
  readonly from: string;
  readonly to: string;
}

/** A version that is served at a method and path. */
interface ServedVersion {
  readonly version: Version;
  readonly brownouts: readonly Brownout[];
}

/** The facts that explanations are made from. */
export interface Explaining {
  /** Where requests name their version, in words. */
  readonly named: string;
  /** Where the version of one that names none comes from, in words. */
  readonly assumed: string;
  /** All that answer requests, in their order. */
  readonly versions: readonly Version[];
  /** Those that are served at a method and path. */
  readonly servedAt: ServedAt;
  /** Where the version stands in the path; undefined where it stands elsewhere. */
  readonly inPath: PathSource | undefined;
}

/** The versions that are served at a method and a path, without a version's segment, in their order. */
type ServedAt = (exchange: Exchange, path: string) => readonly ServedVersion[];

/** Says which version a request asked for, and which it could have had. */
export function explain(
  exchange: Exchange,
  requested: RequestedVersions,
  explaining: Explaining,
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

/** The versions that a client sent with what no route matches. */
export function sentUnmatched(
  exchange: Exchange,
  { sent }: RequestedVersions,
  explaining: Omit<Explaining, "named" | "assumed">,
): readonly Version[] {
  const found = versionInPath(exchange, explaining);
  return found ? [found.version] : sent;
}

/** The version that the path of an unmatched request names; undefined where it names none. */
function versionInPath(
  exchange: Exchange,
  { inPath, versions, servedAt }: Omit<Explaining, "named" | "assumed">,
): { readonly version: Version; readonly served: readonly ServedVersion[] } | undefined {
  const found = inPath?.split(matchedPath(exchange.req.url));
  if (!found) return undefined;
  const { version } = found;
  const served = servedAt(exchange, found.rest);
  // Else it is the segment of a path that merely looks like a version's.
  return served.length > 0 || versions.includes(version) ? { version, served } : undefined;
}
