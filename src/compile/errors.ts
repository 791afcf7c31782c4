import { matchedPath } from "../http/request-path";
import { historyOf, type History } from "../model/history";
import type { ErrorDown, ErrorDowns, RequestedVersions } from "../model/serving";
import type { Version } from "../model/version";
import type { VersionPoint } from "../model/version-order";
import { releasedIn, type Versioning } from "../model/versioning";
import { typeAt } from "../history/at-version";
import { downsTo } from "../history/convert";

/** How the bodies of errors go down to each version; undefined where their schema has no history that would say so. */
export function compileErrorDowns(
  errors: object | undefined,
  versioning: Versioning,
): ErrorDowns | undefined {
  const { order, isEnabled } = versioning;
  const history = historyOf(errors);
  if (!history) return undefined;
  const released = isEnabled ? releasedIn(order.list, versioning).at(-1) : undefined;
  const newest = downOf(history, { version: released, order });
  const older = new Map<Version, ErrorDown | undefined>(
    isEnabled ? order.list.map((version) => [version, downOf(history, { version, order })]) : [],
  );
  if (!newest && ![...older.values()].some((down) => down)) return undefined;
  return (version) => (version === undefined || !older.has(version) ? newest : older.get(version));
}

function downOf(history: History, at: VersionPoint): ErrorDown | undefined {
  const convert = downsTo(history, at);
  return convert && { convert, type: typeAt(history, at) };
}

/** The version whose words the 404 of a request is told in: the first that it names, or that is assumed, of those listed. */
export function unmatchedVersion(
  url: string,
  { versions: requested }: RequestedVersions,
  { path, order }: Versioning,
): Version | undefined {
  const inPath = path?.split(matchedPath(url))?.version;
  const named = inPath === undefined ? requested : [inPath, ...requested];
  return named.find(order.has);
}
