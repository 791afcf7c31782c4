import { standingAt, type Life } from "../model/lifecycle";

/** How a version, or a route in one, stands at a moment; each has its colour. */
export type ReportedStanding = "preview" | "served" | "deprecated" | "browned out" | "gone";

/** The facts that a standing follows from. */
interface StandingFacts {
  readonly life: Life | undefined;
  /** Whether it is marked as deprecated, whatever its life says. */
  readonly isDeprecated: boolean;
  readonly isPreview: boolean;
}

/** How something stands at a moment; what its successor answers is gone itself. */
export function standingOf(facts: StandingFacts, now: Date): ReportedStanding {
  switch (standingAt(facts.life, now).kind) {
    case "gone":
    case "succeeded":
      return "gone";
    case "brownout":
      return "browned out";
    case "served":
      return servedStanding(facts, now);
  }
}

/** How something stands that is served, whatever else is said of its end. */
export function servedStanding(
  { life, isDeprecated, isPreview }: StandingFacts,
  now: Date,
): ReportedStanding {
  if (isPreview) return "preview";
  const hasBegun = life?.deprecated !== undefined && life.deprecated <= now;
  return hasBegun || (isDeprecated && life?.deprecated === undefined) ? "deprecated" : "served";
}
