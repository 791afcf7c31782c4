import { standingAt, type Life } from "../../core/model/lifecycle";

/** The state of a version, or of a route in a version. The report shows each state in a colour of its own. */
export type ReportedStanding = "preview" | "served" | "deprecated" | "browned out" | "gone";

export interface StandingFacts {
  readonly life: Life | undefined;
  readonly isDeprecated: boolean;
  readonly isPreview: boolean;
}

/** Returns the state at the time `now`. If a successor answers the requests, the state is "gone". */
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

/** A route in a version, as far as its dates and the option `Deprecated` decide the state of the version. */
export interface RouteStanding {
  readonly life: Life | undefined;
  readonly deprecated: boolean;
}

/** Returns the state of a version with the routes `own`: it is deprecated if all routes that it still serves are. */
export function versionStanding(
  { life, isPreview }: Omit<StandingFacts, "isDeprecated">,
  own: readonly RouteStanding[],
  now: Date,
): ReportedStanding {
  const standings = new Set(
    own.map((route) =>
      standingOf({ life: route.life, isDeprecated: route.deprecated, isPreview: false }, now),
    ),
  );
  if (standings.has("served") || own.length === 0) {
    return servedStanding({ life, isDeprecated: false, isPreview }, now);
  }
  if (standings.has("deprecated")) return isPreview ? "preview" : "deprecated";
  return standings.has("browned out") ? "browned out" : "gone";
}

function servedStanding({ life, isDeprecated, isPreview }: StandingFacts, now: Date): ReportedStanding {
  if (isPreview) return "preview";
  const hasBegun = life?.deprecated !== undefined && life.deprecated <= now;
  return hasBegun || (isDeprecated && life?.deprecated === undefined) ? "deprecated" : "served";
}
