import { matchedPath } from "../http/request-path";
import { type History, historyOf } from "../model/histories";
import type { ErrorDown, ErrorDowns, RequestedVersions } from "../model/serving";
import type { Version, VersionPoint } from "../model/version";
import { releasedIn, type Versioning } from "../model/versioning";
import { typeAt } from "../history/at-version";
import { downsTo } from "../history/convert";

/** Prepares the conversion of error bodies to each version; undefined if the error schema never changed. */
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

/** A version that this server does not know, but that a newer deployment of the API may serve. */
export interface LaterVersion {
  readonly version: Version;
  readonly path: string;
  readonly isInPath: boolean;
}

type FindLater = (url: string, requested: RequestedVersions) => LaterVersion | undefined;

/** Creates a search for a version that only a newer deployment knows, in the request or its account (`ByPrincipal`). */
export function laterVersions({ refusesLater, path: source, order }: Versioning): FindLater {
  return (url, { versions, unknownPins = [], laterPin }) => {
    const path = matchedPath(url);
    const split = refusesLater ? source?.split(path) : undefined;
    if (split && order.isLater(split.version)) {
      return { version: split.version, path: split.rest, isInPath: true };
    }
    const named = refusesLater
      ? versions.find((version) => order.isLater(version) && !unknownPins.includes(version))
      : undefined;
    const version = named ?? laterPin;
    return version === undefined ? undefined : { version, path, isInPath: false };
  };
}

/** The newest version in the App's list that is not a preview; if all are previews, the newest of them. */
export function newestHere(versioning: Versioning): Version {
  const { list } = versioning.order;
  return releasedIn(list, versioning).at(-1) ?? list.at(-1) ?? "";
}
