import type { Segment } from "../http/path";
import type { Registration, ResolvedRoute } from "../model/route";
import { lifeOf } from "./lives";
import { VersioningNone, VersioningURI, VersionNeutral, type Version } from "../model/version";
import type { Versioning } from "../model/versioning";

/** Every way to reach every route, in registration order; a route without a version is reached in none. */
export function registrationsOf(
  routes: readonly ResolvedRoute[],
  versioning: Versioning,
): readonly Registration[] {
  switch (versioning.type) {
    case VersioningNone:
      return routes.map((route) => atItsPath(route, undefined, versioning));
    case VersioningURI:
      return routes.flatMap((route) =>
        route.versions.map((version) => atVersionedPath(route, version, versioning)),
      );
    default:
      return routes.flatMap((route) =>
        route.versions.map((version) => atItsPath(route, version, versioning)),
      );
  }
}

function atItsPath(route: ResolvedRoute, version: Version | undefined, versioning: Versioning): Registration {
  const { method, path, segments, contract } = route;
  const resolved = version === VersionNeutral ? undefined : version;
  const life = lifeOf(route, resolved, versioning);
  const requested = version ?? VersionNeutral;
  return { route, method, path, segments, version: resolved, requested, contract, life };
}

/** The version's segment stands before every prefix: `/v1/cats/list`. */
function atVersionedPath(route: ResolvedRoute, version: Version, versioning: Versioning): Registration {
  if (version === VersionNeutral) return atItsPath(route, version, versioning);
  const text = versioning.prefix + version;
  const first: readonly Segment[] = [{ kind: "static", text }];
  const { path } = route;
  return {
    route,
    method: route.method,
    path: `/${text}${path === "/" ? "" : path}`,
    segments: first.concat(route.segments),
    version,
    requested: VersionNeutral,
    contract: route.contract,
    life: lifeOf(route, version, versioning),
  };
}
