import type { Life } from "../model/lifecycle";

/** How a version, or a route in one, stands at a moment; each has its colour. */
export type Standing = "preview" | "served" | "deprecated" | "browned out" | "gone";

/** The standing of what has a life, or none. */
export function standingOf(life: Life | undefined, isDeprecated: boolean, now: Date): Standing {
  if (life?.sunset && life.sunset <= now && life.isGoneAfterwards) return "gone";
  const hasBegun = life?.deprecated !== undefined && life.deprecated <= now;
  return hasBegun || (isDeprecated && life?.deprecated === undefined) ? "deprecated" : "served";
}
