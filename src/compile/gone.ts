import type { Registration } from "../model/route";
import type { Version } from "../model/version";

/** From when on every route of a version is answered with 410; undefined where some route will always be served. */
export function goneFrom(registrations: readonly Registration[]): (version: Version) => Date | undefined {
  const last = new Map<Version, Date | undefined>();
  for (const { version, life } of registrations) {
    if (version === undefined) continue;
    const gone = life?.isGoneAfterwards ? life.sunset : undefined;
    last.set(version, last.has(version) ? later(last.get(version), gone) : gone);
  }
  return (version) => last.get(version);
}

/** Undefined stands for never. */
function later(a: Date | undefined, b: Date | undefined): Date | undefined {
  if (!a || !b) return undefined;
  return a > b ? a : b;
}
