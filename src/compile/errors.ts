import { matchedPath } from "../http/request-path";
import { historyOf, type History } from "../model/history";
import type { ErrorDown, ErrorDowns, RequestedVersions } from "../model/serving";
import type { Version, VersionPoint } from "../model/version";
import { releasedIn, type Versioning } from "../model/versioning";
import { typeAt } from "../history/at-version";
import { downsTo } from "../history/convert";

/** Converts error bodies down to each version; undefined without a history. */
export function compileErrorDowns(
  errors: object | undefined,
  versioning: Versioning,
): ErrorDowns | undefined {
  const { order, isEnabled } = versioning;
  const history = historyOf(errors);
  if (!history) return undefined;
  const released = isEnabled ? releasedIn(order.list, versioning).at(-1) : undefined;
  const newest = errorDownOf(history, { version: released, order });
  const older = new Map<Version, ErrorDown | undefined>(
    isEnabled ? order.list.map((version) => [version, errorDownOf(history, { version, order })]) : [],
  );
  if (!newest && ![...older.values()].some((down) => down)) return undefined;
  return (version) => (version === undefined || !older.has(version) ? newest : older.get(version));
}

function errorDownOf(history: History, at: VersionPoint): ErrorDown | undefined {
  const convert = downsTo(history, at);
  return convert && { convert, type: typeAt(history, at) };
}

/** The version whose form the 404 of a request has: the first listed one that the request names, or that is assumed. */
export function unmatchedVersion(
  url: string,
  { versions }: RequestedVersions,
  { path, order }: Versioning,
): Version | undefined {
  const inPath = path?.split(matchedPath(url))?.version;
  const named = inPath === undefined ? versions : [inPath, ...versions];
  return named.find(order.has);
}
