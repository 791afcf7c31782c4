import { lifeIn, type Life } from "../model/lifecycle";
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
  return ofVersion || lifecycle ? lifeIn({ ...ofVersion, ...lifecycle }) : undefined;
}
