import type { Segment } from "../http/path";
import type { Reach, Registration, ResolvedRoute } from "../model/route";
import { contractIn } from "./contracts";
import { formIn } from "./forms";
import { lifeOf } from "./lives";
import { VersionNeutral, type Version } from "../model/version";
import type { Versioning } from "../model/versioning";

/** Every way to reach every route, in registration order; a route without a version is reached in none. */
export function registrationsOf(
  routes: readonly ResolvedRoute[],
  versioning: Versioning,
): readonly Registration[] {
  if (!versioning.isEnabled) return routes.map((route) => inNoVersion(route, versioning));
  return routes.flatMap((route) =>
    inOrder(route, versioning).map((version) => inVersion(route, version, versioning)),
  );
}

/** Where forms differ, the newest version stands last, whatever the order of their names: the last is the one of the document. */
function inOrder({ earlier, versions }: ResolvedRoute, { listed }: Versioning): readonly Version[] {
  if (earlier.length === 0) return versions;
  return versions.toSorted((one, other) => listed.indexOf(one) - listed.indexOf(other));
}

const byPath: Reach = { by: "path" };

function inNoVersion(route: ResolvedRoute, versioning: Versioning): Registration {
  const { method, path, segments } = route;
  const contract = contractIn(undefined, route.contract, versioning);
  const life = lifeOf(route, undefined, versioning);
  return { route, form: route, method, path, segments, version: undefined, reach: byPath, contract, life };
}

function inVersion(route: ResolvedRoute, version: Version, versioning: Versioning): Registration {
  if (version === VersionNeutral) return inNoVersion(route, versioning);
  const form = formIn(route, version);
  const { method, path, segments } = form;
  const contract = contractIn(version, form.contract, versioning);
  const life = lifeOf(route, version, versioning);
  if (!versioning.path) {
    return {
      route,
      form,
      method,
      path,
      segments,
      version,
      reach: { by: "version", version },
      contract,
      life,
    };
  }
  // The version's segment stands before every prefix: `/v1/cats/list`.
  const text = versioning.path.segmentOf(version);
  const first: readonly Segment[] = [{ kind: "static", text }];
  return {
    route,
    form,
    method,
    path: `/${text}${path === "/" ? "" : path}`,
    segments: first.concat(segments),
    version,
    reach: byPath,
    contract,
    life,
  };
}
