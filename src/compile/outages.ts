import type { Life } from "../model/lifecycle";
import { isRegisteredFor, type LifeOf, type Span } from "../model/route";
import type { Version } from "../model/version";

/** A time in which nothing of a version is served as such: 410 everywhere, or its successor in its place. */
export interface Outage {
  readonly from: number;
  /** Exclusive; `Infinity` from a sunset on. */
  readonly to: number;
}

/**
 * The times in which a version answers nothing by itself: those that all of its routes share, since one that is kept in
 * service keeps its version.
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

/** Whether a moment lies in one of them. */
export function isOut(outages: readonly Outage[], at: Date): boolean {
  return outages.some(({ from, to }) => from <= at.getTime() && at.getTime() < to);
}

function outagesIn(life: Life | undefined): readonly Outage[] {
  if (!life) return [];
  const { sunset, afterSunset, brownouts } = life;
  const windows = brownouts.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));
  return sunset && afterSunset !== "serve" ? [...windows, { from: sunset.getTime(), to: Infinity }] : windows;
}

/** The times that lie in one of each. */
function common(some: readonly Outage[], others: readonly Outage[]): readonly Outage[] {
  return some.flatMap((one) =>
    others.flatMap((other) => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
      return from < to ? { from, to } : [];
    }),
  );
}
