import { type Lifecycle, lifeIn, ownLifecycle } from "../core/model/lifecycle";
import {
  isRegisteredFor,
  type LifeOf,
  type LivesIn,
  type RegisterSpan,
  type Span,
  type SuccessorOf,
  versionsOf,
} from "../core/model/route";
import type { Versioning } from "../core/model/versioning";
import { groupedBy, once, onceEach } from "../core/model/collections";
import { routeAddressOf } from "../core/resolve/route-forms";

/** Finds the lifecycle of a route: its own fields override the version's. Equal lifecycles share one object. */
export function livesOf({ lifecycles }: Versioning): LifeOf {
  const livesBy = onceEach((own?: Lifecycle) =>
    onceEach((ofVersion?: Lifecycle) => lifeIn({ ...ofVersion, ...own })),
  );
  return ({ settings }, version) => {
    const lifecycle = settings.of(ownLifecycle);
    const ofVersion = version === undefined ? undefined : lifecycles.get(version);
    return ofVersion || lifecycle ? livesBy(lifecycle)(ofVersion) : undefined;
  };
}

export function livesInBy({ lifecycles }: Versioning, lifeOf: LifeOf): LivesIn {
  const mortal = [...lifecycles.keys()];
  return (span) => {
    const { route } = span;
    const may = route.settings.of(ownLifecycle)
      ? versionsOf(span)
      : mortal.filter((version) => isRegisteredFor(span, version));
    return may.flatMap((version) => {
      const life = lifeOf(route, version);
      return life ? { version, life } : [];
    });
  };
}

/** Only VersioningURI links to successors, because otherwise all versions of a route share one URL. */
export function successorsOf(
  spans: readonly Span[],
  { path, previews }: Versioning,
  register: RegisterSpan,
): SuccessorOf {
  if (!path) return () => undefined;
  const byRoute = once(() => groupedBy(spans, ({ route }) => [route]));
  const byAddress = once(() => groupedBy(spans, ({ form }) => [routeAddressOf(form)]));
  return ({ route, form, version, life }) => {
    const successor = life?.successor;
    // A route of the versions 1 to 3 may name 3 as its successor: then 3 replaces 1 and 2, but not itself.
    if (version === undefined || successor === undefined || successor === version) return undefined;
    // A preview may change at any time, so clients are not sent to a preview.
    if (previews.has(successor)) return undefined;
    const isSuccessor = (span: Span): boolean => isRegisteredFor(span, successor);
    // The successor may be a separate declaration with the same method and path.
    const span =
      byRoute().get(route)?.find(isSuccessor) ?? byAddress().get(routeAddressOf(form))?.findLast(isSuccessor);
    return span && register(span, successor);
  };
}
