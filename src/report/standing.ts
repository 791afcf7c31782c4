import { standingAt, type Life } from "../model/lifecycle";

/** How a version, or a route in one, stands at a moment; each has its colour. */
export type Standing = "preview" | "served" | "deprecated" | "browned out" | "gone";

/** The standing of what has a life, or none; what its successor answers is gone itself. */
export function standingOf(life: Life | undefined, isDeprecated: boolean, now: Date): Standing {
  switch (standingAt(life, now).kind) {
    case "gone":
    case "succeeded":
      return "gone";
    case "brownout":
      return "browned out";
    case "served": {
      const hasBegun = life?.deprecated !== undefined && life.deprecated <= now;
      return hasBegun || (isDeprecated && life?.deprecated === undefined) ? "deprecated" : "served";
    }
  }
}
