import type { Request } from "express";
import type { VersionState } from "./app-options";
import type { Version } from "./version";

/** The version of a request for an upgrade, such as that of a WebSocket, as `VersionOfUpgrade` returns it. */
export interface UpgradeVersion {
  /** The App's version; undefined if the request names none, or only versions that the App does not have. */
  readonly Version?: Version;
  /** The versions that the client sent, most preferred first; with `AtOrBefore` the date. */
  readonly Requested: readonly Version[];
  /** The state of the version that the client asked for; undefined if the App does not know the version. */
  readonly State?: VersionState;
}

/** Reads the version of an upgrade, and reports the upgrade to the observers of the App. */
export type ReadUpgrade = (req: Request) => Promise<UpgradeVersion>;
