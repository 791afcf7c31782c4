import { matchedPath } from "../http/request-path";
import { historyOf, type Convert } from "../model/history";
import type { ErrorDowns, RequestedVersions } from "../model/serving";
import type { Version } from "../model/version";
import { releasedIn, type Versioning } from "../model/versioning";
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
  const newest = downsTo(history, { version: released, order });
  const older = new Map<Version, Convert | undefined>(
    isEnabled ? order.list.map((version) => [version, downsTo(history, { version, order })]) : [],
  );
  if (!newest && ![...older.values()].some((convert) => convert)) return undefined;
  return (version) => (version === undefined || !older.has(version) ? newest : older.get(version));
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
