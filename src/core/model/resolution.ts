import type { UnusableInclusion } from "./declaration";
import type { ResolvedRoute, ResolvedWebhook } from "./route";
import type { Place } from "./setting";

/** All routes and webhooks of an App. The other members are for the problems and warnings of `Build`. */
export interface Resolution {
  /** The routes in registration order: in the order of the calls, and the routes of a Router at its `Include`. */
  readonly routes: readonly ResolvedRoute[];
  readonly webhooks: readonly ResolvedWebhook[];
  readonly places: readonly Place[];
  readonly verbless: readonly Place[];
  readonly unusable: readonly { readonly where: string; readonly what: UnusableInclusion }[];
  readonly routedTwice: readonly string[];
  readonly routeless: readonly string[];
  readonly uncovered: readonly UncoveredRoute[];
  /** The instantiated classes. Without a `Container`, `Build` warns if a constructor has parameters. */
  readonly constructed: readonly { readonly name: string; readonly length: number }[];
}

/** A subclass's route that lacks the guards, security or middleware of the class `parent`: they are not inherited. */
export interface UncoveredRoute {
  readonly route: ResolvedRoute;
  readonly subclass: string;
  readonly parent: string;
  readonly options: readonly string[];
}
