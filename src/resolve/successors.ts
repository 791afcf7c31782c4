import { pathShapeOf } from "../http/path";
import type { Registration, ResolvedRoute, SuccessorOf } from "../model/route";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";

/**
 * Finds each registration's successor: under VersioningURI alone, where that is another address, and only where the
 * successor has the same route.
 */
export function successorsOf(registrations: readonly Registration[], { path }: Versioning): SuccessorOf {
  const isAsked = registrations.some(({ life }) => life?.successor !== undefined);
  if (!path || !isAsked) return () => undefined;
  const served = new Map(
    registrations.map((registration) => [addressKey(registration, registration.version), registration]),
  );
  const forms = formsByVersion(registrations);
  return (registration) => {
    const { route, version, life } = registration;
    const successor = life?.successor;
    // A route of several versions may name the last of them, which comes after the others alone.
    if (version === undefined || successor === undefined || successor === version) return undefined;
    // Another declaration at the same method and path is the same route to a client.
    return forms.get(route)?.get(successor) ?? served.get(addressKey(registration, successor));
  };
}

/** The registrations of each route that has moved, by their versions. */
function formsByVersion(
  registrations: readonly Registration[],
): ReadonlyMap<ResolvedRoute, ReadonlyMap<Version, Registration>> {
  const forms = new Map<ResolvedRoute, Map<Version, Registration>>();
  for (const registration of registrations) {
    const { route, version } = registration;
    if (version === undefined || route.earlier.length === 0) continue;
    forms.set(route, (forms.get(route) ?? new Map<Version, Registration>()).set(version, registration));
  }
  return forms;
}

function addressKey({ form: { method, segments } }: Registration, version: Version = ""): string {
  return `${method} ${version.length} ${version}${pathShapeOf(segments)}`;
}
