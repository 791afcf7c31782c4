import { onceEach } from "../core/model/collections";
import { type Life, lifeIn, standingAt } from "../core/model/lifecycle";
import { isRegisteredFor, type LifeOf, type Registration, type Span } from "../core/model/route";
import type { Match, Matcher } from "../core/model/serving";
import type { Version } from "../core/model/version";
import type { Versioning } from "../core/model/versioning";
import type { VersionsAt } from "../core/compile/matcher";

interface SuccessionParts<Value> {
  readonly match: Matcher<Value>;
  readonly lookup: VersionsAt<Value>;
  readonly versioning: Versioning;
  /**
   * Adapts `value`, a route of the successor, to requests of the ended version `asked`. `predecessor` is the route
   * that answered them before the sunset in `life`.
   */
  readonly succeed: (
    value: Value,
    asked: Version,
    life: Life | undefined,
    predecessor: Value | undefined,
  ) => Value;
}

export function hasSuccession({ lifecycles }: Versioning): boolean {
  return [...lifecycles.values()].some((lifecycle) => lifecycle.AfterSunset === "successor");
}

/** Makes the function that finds a request's route: after a version's sunset, the route of its successor. */
export function successionMatcher<
  Value extends Pick<Registration, "version"> & { registration: Registration },
>({
  match,
  lookup,
  versioning,
  succeed,
}: SuccessionParts<Value>): (
  at: Date | undefined,
  ...asked: Parameters<Matcher<Value>>
) => Match<Value> | undefined {
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
    return next && { ...next, value: succeed(next.value, version, life, own?.value) };
  };
  return (at, method, path, preferred) => {
    const inPath = source?.split(path);
    // Only a version with a lifecycle has a successor. Other versions in the path are left to `match` below.
    const named = inPath && lives.has(inPath.version) ? inPath : undefined;
    const versions = named ? [named.version] : new Set(preferred);
    const lookUp = lookup(method, named?.rest ?? path);
    for (const version of versions) {
      const found = findIn(version, at, lookUp);
      if (found) return found;
    }
    // `match` also finds routes of the version in the path. Those of `named` were tried above, so they are ignored.
    const found = match(method, path, []);
    return found && named && found.value.version !== undefined ? undefined : found;
  };
}

/** Creates a function that finds a version's own route, even after its sunset, but no `VersionNeutral` route. */
export function versionLookup<Value extends Pick<Registration, "version">>(
  versionsAt: VersionsAt<Value>,
): VersionsAt<Value> {
  return (method, path) => {
    const find = versionsAt(method, path);
    return (version): Match<Value> | undefined => {
      const found = find(version);
      return found?.value.version === version ? found : undefined;
    };
  };
}

/** A period in which requests of a version get a 410, or a response of its successor. */
interface Outage {
  readonly from: number;
  /** The first millisecond after the outage; `Infinity` after a sunset. */
  readonly to: number;
}

/** Finds the periods in which all routes of a version are out of service. */
export function outagesOf(spans: readonly Span[], lifeOf: LifeOf): (version: Version) => readonly Outage[] {
  return onceEach((version) => {
    let shared: readonly Outage[] | undefined;
    for (const span of spans) {
      if (!isRegisteredFor(span, version)) continue;
      const outages = outagesIn(lifeOf(span.route, version));
      shared = shared ? common(shared, outages) : outages;
      if (shared.length === 0) return shared;
    }
    return shared ?? [];
  });
}

export function isOut(outages: readonly Outage[], at: Date): boolean {
  return outages.some(({ from, to }) => from <= at.getTime() && at.getTime() < to);
}

function outagesIn(life: Life | undefined): readonly Outage[] {
  if (!life) return [];
  const { sunset, afterSunset, brownouts } = life;
  const windows = brownouts.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));
  return sunset && afterSunset !== "serve" ? [...windows, { from: sunset.getTime(), to: Infinity }] : windows;
}

function common(some: readonly Outage[], others: readonly Outage[]): readonly Outage[] {
  return some.flatMap((one) =>
    others.flatMap((other) => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
      return from < to ? { from, to } : [];
    }),
  );
}
