import { matchedPath } from "../http/request-path";
import type { RequestedVersions } from "../model/serving";
import type { Version } from "../model/version";
import { releasedIn, type Versioning } from "../model/versioning";

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

/** The newest version in the App's `Versions` that is not a preview, or else the newest preview. */
export function newestHere(versioning: Versioning): Version {
  const { list } = versioning.order;
  return releasedIn(list, versioning).at(-1) ?? list.at(-1) ?? "";
}
