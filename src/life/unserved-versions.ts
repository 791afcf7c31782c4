import { versioningWhere } from "../core/check/arguments";
import { matchedPath } from "../http/request-path";
import type { Problem } from "../core/model/problem";
import type { RequestedVersions } from "../core/model/serving";
import type { Version } from "../core/model/version";
import { releasedIn, type Versioning, type VersioningOptions } from "../core/model/versioning";
import { problem } from "./problems";

/** A version in a request that the App does not serve, such as one that only a newer deployment of the API serves. */
export interface UnservedVersion {
  readonly version: Version;
  /** The request's path without the version. */
  readonly path: string;
  readonly isInPath: boolean;
}

type FindUnservedVersion = (url: string, requested: RequestedVersions) => UnservedVersion | undefined;

/** Creates a search for a version that only a newer deployment knows, in the request or its account (`ByPrincipal`). */
export function laterVersions({ refusesLater, path: source, order }: Versioning): FindUnservedVersion {
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

/** Creates a search for a retired version, in requests that name no version with routes. */
export function retiredVersions(
  { retired, path: source }: Versioning,
  known: ReadonlySet<Version>,
): FindUnservedVersion {
  return (url, { versions }) => {
    const path = matchedPath(url);
    const split = source?.split(path);
    if (split && retired.has(split.version)) {
      return { version: split.version, path: split.rest, isInPath: true };
    }
    if (!versions.every((version) => retired.has(version) || !known.has(version))) return undefined;
    const version = versions.find((named) => retired.has(named));
    return version === undefined ? undefined : { version, path, isInPath: false };
  };
}

/** Creates a search for an unknown version, in requests whose client names only unknown versions. */
export function unknownVersions(known: ReadonlySet<Version>): FindUnservedVersion {
  return (url, { versions, sent, unknownPins = [] }) => {
    const [version] = versions;
    // The client did not choose an unknown version of its account, or of a fixed `AssumeVersion`.
    const isSent = version !== undefined && sent.length > 0 && !unknownPins.includes(version);
    if (!isSent || versions.some((named) => known.has(named))) return undefined;
    return { version, path: matchedPath(url), isInPath: false };
  };
}

/** The newest version in the App's `Versions` that is not a preview, or else the newest preview. */
export function newestHere(versioning: Versioning): Version {
  const { list } = versioning.order;
  return releasedIn(list, versioning).at(-1) ?? list.at(-1) ?? "";
}

/** Reports `UnknownVersion: "unavailable"` without an order of versions, and the others where they have no effect. */
export function checkUnknown(
  { UnknownVersion }: VersioningOptions,
  { path, order, isEnabled }: Versioning,
): readonly Problem[] {
  if (UnknownVersion === "unavailable" && (!isEnabled || !order.isAscending())) {
    return [problem("versions-unordered", versioningWhere, 'UnknownVersion: "unavailable"')];
  }
  if (UnknownVersion === "refuse" && !isEnabled) {
    return [problem("unknown-version-without-type", versioningWhere)];
  }
  if (!path) return [];
  switch (UnknownVersion) {
    case "assume":
      return [problem("unknown-version-in-path", versioningWhere, "assume", "")];
    case "refuse":
      return [
        problem(
          "unknown-version-in-path",
          versioningWhere,
          "refuse",
          ", and list the versions that are gone in Retired",
        ),
      ];
    default:
      return [];
  }
}
