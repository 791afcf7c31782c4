import type { Life } from "../model/lifecycle";
import { isRegisteredFor, type LifeOf, type Span } from "../model/route";
import type { Version } from "../model/version";

/** A time in which no route of a version answers as usual: 410 everywhere, or the successor instead. */
export interface Outage {
  readonly from: number;
  /** Exclusive; `Infinity` after a sunset. */
  readonly to: number;
}

/**
 * The outages of a version: those that all of its routes share, because a route that stays in service keeps its
 * version.
 */
export function outagesOf(spans: readonly Span[], lifeOf: LifeOf): (version: Version) => readonly Outage[] {
  const known = new Map<Version, readonly Outage[]>();
  return (version) => {
    const outages = known.get(version) ?? sharedOutages(spans, lifeOf, version);
    known.set(version, outages);
    return outages;
  };
}

function sharedOutages(spans: readonly Span[], lifeOf: LifeOf, version: Version): readonly Outage[] {
  let shared: readonly Outage[] | undefined;
  for (const span of spans) {
    if (!isRegisteredFor(span, version)) continue;
    const outages = outagesIn(lifeOf(span.route, version));
    shared = shared ? common(shared, outages) : outages;
    if (shared.length === 0) return shared;
  }
  return shared ?? [];
}

/** True if a moment lies in one of them. */
export function isOut(outages: readonly Outage[], at: Date): boolean {
  return outages.some(({ from, to }) => from <= at.getTime() && at.getTime() < to);
}

function outagesIn(life: Life | undefined): readonly Outage[] {
  if (!life) return [];
  const { sunset, afterSunset, brownouts } = life;
  const windows = brownouts.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));
  return sunset && afterSunset !== "serve" ? [...windows, { from: sunset.getTime(), to: Infinity }] : windows;
}

/** The intersections of two lists of outages. */
function common(some: readonly Outage[], others: readonly Outage[]): readonly Outage[] {
  return some.flatMap((one) =>
    others.flatMap((other) => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
      return from < to ? { from, to } : [];
    }),
  );
}
