import type { Match, Matcher } from "../model/serving";
import type { PathSource } from "../model/source";
import type { Version } from "../model/version";

/** As much of a match as is looked at here. */
interface OfVersion {
  readonly version: Version | undefined;
}

/** Finds what a version itself has at a method and a path, whatever the clock says; the path is without the version's segment. */
export type VersionLookup<Value> = (
  method: string,
  path: string,
  version: Version,
) => Match<Value> | undefined;

/** Makes the look-up of versions by asking the matcher as their requests do: so it cannot differ from what is answered. */
export function versionLookup<Value extends OfVersion>(
  match: Matcher<Value>,
  source: PathSource | undefined,
): VersionLookup<Value> {
  return (method, path, version) => {
    const found = source
      ? match(method, pathInVersion(source, version, path), [])
      : match(method, path, [version]);
    return found?.value.version === version ? found : undefined;
  };
}

/** The address of a version's path; the path itself where it is none, such as `*`. */
function pathInVersion({ segmentOf }: PathSource, version: Version, path: string): string {
  // Half a surrogate pair can be in no path.
  const segment = segmentOf(version).replaceAll(/\p{Surrogate}/gu, "");
  return path.startsWith("/") ? `/${encodeURIComponent(segment)}${path}` : path;
}
