import { standingAt, type Life } from "../model/lifecycle";

/** The state of a version, or of a route in one, at a moment; each has its colour. */
export type ReportedStanding = "preview" | "served" | "deprecated" | "browned out" | "gone";

/** The facts that determine a state. */
interface StandingFacts {
  readonly life: Life | undefined;
  /** True if it is marked as deprecated, whatever its lifecycle says. */
  readonly isDeprecated: boolean;
  readonly isPreview: boolean;
}

/** The state at a moment; a version whose successor answers is gone. */
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

/** The state of a version that is still served, whatever its announced end. */
export function servedStanding(
  { life, isDeprecated, isPreview }: StandingFacts,
  now: Date,
): ReportedStanding {
  if (isPreview) return "preview";
  const hasBegun = life?.deprecated !== undefined && life.deprecated <= now;
  return hasBegun || (isDeprecated && life?.deprecated === undefined) ? "deprecated" : "served";
}
