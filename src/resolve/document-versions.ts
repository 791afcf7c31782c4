import { pathShapeOf } from "../http/path";
import type { Contract } from "../model/contract";
import type { Registration } from "../model/route";
import type { Version } from "../model/version";

/**
 * The versions in whose documents a contract stands: a neutral one in all, but for those that have a route of their own at
 * its method and path. Without versions there is one document, that of `undefined`. Hidden routes count: they may be
 * shown tomorrow.
 */
export function documentVersions(
  registrations: readonly Registration[],
  versions: readonly Version[],
): (contract: Contract) => ReadonlySet<Version | undefined> {
  const own = new Set(registrations.map((registration) => placeKey(registration, registration.version)));
  const all = new Map<Contract, Set<Version | undefined>>();
  for (const registration of registrations) {
    const { contract, version } = registration;
    const known = all.get(contract) ?? new Set();
    all.set(contract, known);
    for (const one of version === undefined ? neutralVersions(registration) : [version]) known.add(one);
  }
  return (contract) => all.get(contract) ?? none;

  function neutralVersions(registration: Registration): readonly (Version | undefined)[] {
    if (versions.length === 0) return [undefined];
    return versions.filter((version) => !own.has(placeKey(registration, version)));
  }
}

const none: ReadonlySet<undefined> = new Set();

function placeKey({ method, segments }: Registration, version: Version | undefined): string {
  return JSON.stringify([version, method, pathShapeOf(segments)]);
}
