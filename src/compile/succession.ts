import { standingAt, lifeIn, type Life } from "../model/lifecycle";
import type { Registration } from "../model/route";
import type { Match, Matcher } from "../model/serving";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import type { VersionsAt } from "./matcher";

/** As much of a match as is looked at here. */
interface RegisteredVersion {
  readonly version: Version | undefined;
  readonly registration: Registration;
}

/** A request of one version that another one answers. */
interface Succession<Value> {
  /** The version asked for. */
  readonly asked: Version;
  /** Its own lifecycle, at the route that was asked for, where it had that. */
  readonly life: Life | undefined;
  /** The route of it that was asked for; undefined where only the successor has one. */
  readonly predecessor: Value | undefined;
  readonly value: Value;
}

/** The parts that succession is decided with. */
interface SuccessionParts<Value> {
  readonly match: Matcher<Value>;
  readonly lookup: VersionsAt<Value>;
  readonly versioning: Versioning;
  /** The value that answers in the predecessor's place. */
  readonly succeed: (succession: Succession<Value>) => Value;
}

/** Finds what answers a request at a moment; an unknown time ends nothing. */
export type MatcherAt<Value> = (
  at: Date | undefined,
  ...asked: Parameters<Matcher<Value>>
) => Match<Value> | undefined;

/** Whether some version is served as its successor from its sunset on. */
export function hasSuccession({ lifecycles }: Versioning): boolean {
  return [...lifecycles.values()].some((lifecycle) => lifecycle.AfterSunset === "successor");
}

/**
 * The matcher where versions fall forward: a version whose sunset has passed is asked for its successor's routes. A route that is kept
 * in service by a lifecycle of its own stays the version's.
 */
export function successionMatcher<Value extends RegisteredVersion>({
  match,
  lookup,
  versioning,
  succeed,
}: SuccessionParts<Value>): MatcherAt<Value> {
  const { lifecycles, path: source } = versioning;
  const lives = new Map([...lifecycles].map(([version, lifecycle]) => [version, lifeIn(lifecycle)]));
  const findIn = (
    version: Version,
    at: Date | undefined,
    lookUp: ReturnType<VersionsAt<Value>>,
  ): Match<Value> | undefined => {
    const own = lookUp(version);
    const life = own ? own.value.registration.life : lives.get(version);
    const standing = standingAt(life, at);
    if (standing.kind !== "succeeded") return own;
    const next = lookUp(standing.by);
    return (
      next && {
        value: succeed({ asked: version, life, predecessor: own?.value, value: next.value }),
        parameters: next.parameters,
      }
    );
  };
  return (at, method, path, requested) => {
    const inPath = source?.split(path);
    // A path names one of these; any other text there is a segment like all others.
    const named = inPath && lives.has(inPath.version) ? inPath : undefined;
    const versions = named ? [named.version] : new Set(requested);
    const lookUp = lookup(method, named?.rest ?? path);
    for (const version of versions) {
      const found = findIn(version, at, lookUp);
      if (found) return found;
    }
    // The others are neutral, or of a version that its path names and nothing is said of.
    const found = match(method, path, []);
    return found && named && found.value.version !== undefined ? undefined : found;
  };
}

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
