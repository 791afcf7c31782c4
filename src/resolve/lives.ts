import { lifeIn, type Life, type Lifecycle } from "../model/lifecycle";
import { isRegisteredFor, versionsOf, type LifeOf, type LivesIn } from "../model/route";
import type { Versioning } from "../model/versioning";

/**
 * Finds lifecycles: fields of the route and its routers win over those of the version. Routes with equal fields share
 * one object in a version.
 */
export function livesOf({ lifecycles }: Versioning): LifeOf {
  const known = new Map<Lifecycle | undefined, Map<Lifecycle | undefined, Life | undefined>>();
  return ({ settings: { lifecycle } }, version) => {
    const ofVersion = version === undefined ? undefined : lifecycles.get(version);
    if (!ofVersion && !lifecycle) return undefined;
    const lives = known.get(lifecycle) ?? new Map<Lifecycle | undefined, Life | undefined>();
    known.set(lifecycle, lives);
    if (!lives.has(ofVersion)) lives.set(ofVersion, lifeIn({ ...ofVersion, ...lifecycle }));
    return lives.get(ofVersion);
  };
}

/** Finds the lifecycles of a span's versions: without one of the route's own, those of the versions. */
export function livesInBy({ lifecycles }: Versioning, lifeOf: LifeOf): LivesIn {
  const mortal = [...lifecycles.keys()];
  return (span) => {
    const { route } = span;
    const may = route.settings.lifecycle
      ? versionsOf(span)
      : mortal.filter((version) => isRegisteredFor(span, version));
    return may.flatMap((version) => {
      const life = lifeOf(route, version);
      return life ? { version, life } : [];
    });
  };
}
