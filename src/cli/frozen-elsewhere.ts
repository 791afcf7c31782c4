import { dirname, join, relative, resolve, sep } from "node:path";
import { defaultFolder, holdsFrozen } from "./frozen";

/** The places of a check: the working folder, and the App's module. */
interface Whereabouts {
  readonly folder: string;
  readonly module: string;
}

/**
 * The folder of the module's own package, if it has frozen documents: `packages/api`, if `check
 * ./packages/api/src/app.ts` runs in the root of a monorepo and so reads the root's `openapi`. A check without frozen
 * documents would pass.
 */
export function frozenBesideModule({ folder, module }: Whereabouts): string | undefined {
  let place = dirname(resolve(folder, module));
  while (!isSameOrAbove(place, folder)) {
    if (holdsFrozen(join(place, defaultFolder))) return relative(folder, place).replaceAll(sep, "/");
    place = dirname(place);
  }
  return undefined;
}

function isSameOrAbove(place: string, folder: string): boolean {
  const path = relative(place, resolve(folder));
  return path !== ".." && !path.startsWith(`..${sep}`);
}
