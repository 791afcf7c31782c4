import { matchedPath } from "../core/http/request-path";
import type { RequestedVersions } from "../core/model/serving";
import type { Version } from "../core/model/version";
import type { Versioning } from "../core/model/versioning";

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
