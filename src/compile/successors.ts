import { pathShapeOf } from "../http/path";
import type { Registration } from "../model/route";
import type { Move } from "../model/serving";
import type { Versioning } from "../model/versioning";

/**
 * Where each registration's successor is served: under VersioningURI alone, where that is another address, and only
 * where the successor has the same route.
 */
export function compileSuccessors(
  registrations: readonly Registration[],
  { path }: Versioning,
): (registration: Registration) => Move | undefined {
  const isAsked = registrations.some(({ life }) => life?.successor !== undefined);
  if (!path || !isAsked) return () => undefined;
  const served = new Set(registrations.map(({ route, version = "" }) => keyOf(route, version)));
  return ({ route, version, life }) => {
    const successor = life?.successor;
    // A route of several versions may name the last of them, which comes after the others alone.
    if (version === undefined || successor === undefined || successor === version) return undefined;
    return served.has(keyOf(route, successor))
      ? { from: path.segmentOf(version), to: path.segmentOf(successor) }
      : undefined;
  };
}

function keyOf({ method, segments }: Registration["route"], version: string): string {
  return `${method} ${version.length} ${version}${pathShapeOf(segments)}`;
}
