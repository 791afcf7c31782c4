import { pathShapeOf } from "../http/path";
import type { Registration } from "../model/route";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";

/** The same route in the version that comes after; undefined where that is told of nowhere. */
export type SuccessorOf = (registration: Registration) => Registration | undefined;

/**
 * Finds each registration's successor: under VersioningURI alone, where that is another address, and only where the
 * successor has the same route.
 */
export function successorsOf(registrations: readonly Registration[], { path }: Versioning): SuccessorOf {
  const isAsked = registrations.some(({ life }) => life?.successor !== undefined);
  if (!path || !isAsked) return () => undefined;
  const served = new Map(
    registrations.map((registration) => [keyOf(registration, registration.version), registration]),
  );
  return (registration) => {
    const { version, life } = registration;
    const successor = life?.successor;
    // A route of several versions may name the last of them, which comes after the others alone.
    if (version === undefined || successor === undefined || successor === version) return undefined;
    return served.get(keyOf(registration, successor));
  };
}

function keyOf({ route: { method, segments } }: Registration, version: Version = ""): string {
  return `${method} ${version.length} ${version}${pathShapeOf(segments)}`;
}
