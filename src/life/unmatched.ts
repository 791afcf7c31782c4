import { matchedPath } from "../core/http/request-path";
import { type History, historyOf } from "../core/model/histories";
import type { ErrorDown, ErrorDowns, RequestedVersions } from "../core/model/serving";
import type { Version, VersionPoint } from "../core/model/version";
import { releasedIn, type Versioning } from "../core/model/versioning";
import { typeAt } from "../changes/history/at-version";
import { downsTo } from "../changes/history/convert";
import type { Schemas } from "../schema/schemas";

/** Prepares the conversion of error bodies to each version; undefined if the error schema never changed. */
export function compileErrorDowns(schemas: Schemas, versioning: Versioning): ErrorDowns | undefined {
  const { order, isEnabled } = versioning;
  const history = historyOf(schemas.errors.declared);
  if (!history) return undefined;
  const released = isEnabled ? releasedIn(order.list, versioning).at(-1) : undefined;
  const newest = errorDownOf(history, { version: released, order }, schemas);
  const older = new Map<Version, ErrorDown | undefined>(
    isEnabled
      ? order.list.map((version) => [version, errorDownOf(history, { version, order }, schemas)])
      : [],
  );
  if (!newest && ![...older.values()].some((down) => down)) return undefined;
  return (version) => (version === undefined || !older.has(version) ? newest : older.get(version));
}

function errorDownOf(history: History, at: VersionPoint, schemas: Schemas): ErrorDown | undefined {
  const convert = downsTo(history, at, schemas);
  return convert && { convert, type: typeAt(history, at) };
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
