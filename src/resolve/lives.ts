import { dateOf, type Life, type Lifecycle } from "../model/lifecycle";
import type { ResolvedRoute } from "../model/route";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";

/** The end of a route in one version: the route's and its routers' fields before the version's. */
export function lifeOf(
  { settings: { lifecycle } }: ResolvedRoute,
  version: Version | undefined,
  { lifecycles }: Versioning,
): Life | undefined {
  const ofVersion = version === undefined ? undefined : lifecycles.get(version);
  if (!ofVersion && !lifecycle) return undefined;
  const { Deprecated, Sunset, Link, Successor, AfterSunset }: Lifecycle = { ...ofVersion, ...lifecycle };
  const [deprecated, sunset] = [dateOf(Deprecated), dateOf(Sunset)];
  if (!deprecated && !sunset && Successor === undefined) return undefined;
  return { deprecated, sunset, link: Link, successor: Successor, isGoneAfterwards: AfterSunset === "gone" };
}
