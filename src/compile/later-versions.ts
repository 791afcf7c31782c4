import { matchedPath } from "../http/request-path";
import type { RequestedVersions } from "../model/serving";
import type { Version } from "../model/version";
import { releasedIn, type Versioning } from "../model/versioning";

/** A version that an unmatched request names and that another instance of the API may serve. */
export interface LaterVersion {
  readonly version: Version;
  /** The path without the version's segment. */
  readonly path: string;
  readonly isInPath: boolean;
}

/** Finds the later version of an unmatched request; undefined if the answer is the 404. */
export type FindLater = (url: string, requested: RequestedVersions) => LaterVersion | undefined;

/** Finds later versions in requests; pins of accounts count by themselves: `ByPrincipal(..., { Unknown })`. */
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

/** The newest version of this instance; a preview only if there is no other. */
export function newestHere(versioning: Versioning): Version {
  const { list } = versioning.order;
  return releasedIn(list, versioning).at(-1) ?? list.at(-1) ?? "";
}
