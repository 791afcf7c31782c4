import type { Match } from "../model/serving";
import type { Version } from "../model/version";
import type { VersionsAt } from "./matcher";

/** As much of a match as is looked at here. */
interface OfVersion {
  readonly version: Version | undefined;
}

/** Makes the look-up of what versions themselves have at a path, whatever the clock says: what is neutral is left out. */
export function versionLookup<Value extends OfVersion>(versionsAt: VersionsAt<Value>): VersionsAt<Value> {
  return (method, path) => {
    const find = versionsAt(method, path);
    return (version): Match<Value> | undefined => {
      const found = find(version);
      return found?.value.version === version ? found : undefined;
    };
  };
}
