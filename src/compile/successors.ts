import { shapeOf } from "../http/path";
import type { Registration } from "../model/route";
import type { Move } from "../model/serving";
import { VersioningURI } from "../model/version";
import type { Versioning } from "../model/versioning";

/**
 * Where each registration's successor is served: under VersioningURI alone, where that is another address, and only
 * where the successor has the same route.
 */
export function compileSuccessors(
  registrations: readonly Registration[],
  { type, prefix }: Versioning,
): (registration: Registration) => Move | undefined {
  const isAsked = type === VersioningURI && registrations.some(({ life }) => life?.successor !== undefined);
  if (!isAsked) return () => undefined;
  const served = new Set(registrations.map(({ route, version = "" }) => keyOf(route, version)));
  return ({ route, version, life }) =>
    version !== undefined && life?.successor !== undefined && served.has(keyOf(route, life.successor))
      ? { from: prefix + version, to: prefix + life.successor }
      : undefined;
}

function keyOf({ method, segments }: Registration["route"], version: string): string {
  return `${method} ${version.length} ${version}${shapeOf(segments)}`;
}
