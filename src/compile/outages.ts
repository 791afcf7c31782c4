import type { Life } from "../model/lifecycle";
import type { Registration } from "../model/route";
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
export function outagesOf(registrations: readonly Registration[]): (version: Version) => readonly Outage[] {
  const shared = new Map<Version, readonly Outage[]>();
  for (const { version, life } of registrations) {
    if (version === undefined) continue;
    const known = shared.get(version);
    if (known?.length !== 0) shared.set(version, known ? common(known, outagesIn(life)) : outagesIn(life));
  }
  return (version) => shared.get(version) ?? [];
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
