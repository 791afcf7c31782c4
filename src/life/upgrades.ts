import { isPast } from "../core/dispatch/clock";
import { matchedPath } from "../http/request-path";
import type { RefusedReason, VersionState } from "../core/model/app-options";
import { type Life, lifeIn, standingAt } from "../core/model/lifecycle";
import { nothingRequested, type RequestedVersions } from "../core/model/serving";
import type { Version } from "../core/model/version";
import { knownVersions, type Versioning } from "../core/model/versioning";
import { laterVersions, retiredVersions, unknownVersions } from "./unserved-versions";

/** The version of a request for an upgrade, or the reason for which a route of this version would not answer. */
export interface UpgradeStanding {
  /** The version that speaks with the client; undefined if the App does not know it, or has retired it. */
  readonly version: Version | undefined;
  /** The version that the client named, or that the App assumed; undefined if the App does not know it. */
  readonly asked: Version | undefined;
  readonly requested: RequestedVersions;
  readonly state: VersionState | undefined;
  /** Undefined if the version is served. */
  readonly refused: RefusedReason | undefined;
  /** The path without the version, and the segment that names the version: `v1`; undefined if no segment does. */
  readonly path: string;
  readonly segment: string | undefined;
}

/** Finds the standing of an upgrade at a time. The routes of the App are not searched: none of them is an upgrade. */
export type FindUpgradeStanding = (
  url: string,
  requested: RequestedVersions,
  at: Date | undefined,
) => UpgradeStanding;

export function upgradeStandings(versioning: Versioning, versions: readonly Version[]): FindUpgradeStanding {
  const served = knownVersions(versions, { ...versioning, retired: new Map() });
  const refuse = unservedUpgrades(versioning, versions);
  return (url, requested, at) => {
    const path = matchedPath(url);
    const split = versioning.path?.split(path);
    const inPath = split && served.has(split.version) ? split : undefined;
    const asked = inPath?.version ?? requested.versions.find((version) => served.has(version));
    const shared = {
      asked,
      requested: inPath ? nothingRequested : requested,
      path: inPath?.rest ?? path,
      segment: inPath && versioning.path?.segmentOf(inPath.version),
    };
    if (asked !== undefined) return { ...shared, ...standingOf(asked, versioning, at) };
    if (!versioning.isEnabled) {
      return { ...shared, version: undefined, state: undefined, refused: undefined };
    }
    return { ...shared, version: undefined, ...refuse(url, requested) };
  };
}

type Refusal = Pick<UpgradeStanding, "requested" | "state" | "refused">;

/** Finds the reason why a version is not served, in the order in which requests get the 410, the 400 or the 503. */
function unservedUpgrades(
  versioning: Versioning,
  versions: readonly Version[],
): (url: string, requested: RequestedVersions) => Refusal {
  const known = knownVersions(versions, versioning);
  const [findRetired, findUnknown, findLater] = [
    retiredVersions(versioning, known),
    unknownVersions(known),
    laterVersions(versioning),
  ];
  return (url, requested) => {
    const named = versioning.path?.split(matchedPath(url));
    const isUnsent = requested.sent.length === 0 && !requested.unreadable;
    const sent = named && isUnsent ? { ...requested, sent: [named.version] } : requested;
    const isUnknown = (): boolean =>
      requested.unreadable !== undefined || findUnknown(url, requested) !== undefined;
    if (findRetired(url, requested)) return { requested: sent, refused: "gone", state: "gone" };
    const refused = versioning.refusesUnknown && isUnknown() ? "unknown" : undefined;
    const other = findLater(url, requested) ? "unavailable" : "unmatched";
    return { requested: sent, refused: refused ?? other, state: undefined };
  };
}

function standingOf(
  asked: Version,
  { lifecycles, previews }: Versioning,
  at: Date | undefined,
): Pick<UpgradeStanding, "version" | "state" | "refused"> {
  const life = lifeIn(lifecycles.get(asked));
  const standing = standingAt(life, at);
  switch (standing.kind) {
    case "gone":
    case "brownout":
      return { version: asked, state: "gone", refused: standing.kind };
    case "succeeded":
      return { version: standing.by, state: "gone", refused: undefined };
    case "served":
      return { version: asked, state: servedState(life, previews.has(asked), at), refused: undefined };
  }
}

function servedState(life: Life | undefined, isPreview: boolean, at: Date | undefined): VersionState {
  if (isPreview) return "preview";
  return isPast(life?.deprecated, at) || isPast(life?.sunset, at) ? "deprecated" : "served";
}
