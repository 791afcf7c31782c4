import { resolve } from "node:path";
import type { App } from "../../core/app/app";
import { internals } from "../../core/model/app-internals";
import { upgradesOf, usageIndex, usageKey, type UsageIndex } from "../../records/usage-counts";
import { Unusable, usable } from "./command";
import { jsonIn } from "./frozen";
import { linesInText } from "./output-formats";

export function usageIn(file: string, folder: string): UsageIndex {
  const read = jsonIn(resolve(folder, file));
  if (read === undefined) throw new Unusable(`the file ${file} does not exist`);
  return usable(
    () => usageIndex(read),
    (reason) => `${file}: ${reason}`,
  );
}

/**
 * Writes a warning for each counted route that the App does not serve, because it was removed or is misspelt. Routes of
 * versions in `Retired` are expected, so they cause no warning. Upgrades have no route.
 */
export function unreachedLines(app: App, usage: UsageIndex): string {
  const { reached, retired, listed, versions } = app[internals];
  const upgrades = [...new Set([...listed, ...versions()])].flatMap((version) =>
    upgradesOf(version, usage).map(({ route }) => `${version} ${route}`),
  );
  const known = new Set([...reached().map(({ route, version }) => usageKey(version, route)), ...upgrades]);
  const isOfRetired = (key: string): boolean =>
    [...retired.keys()].some((version) => key.startsWith(`${version} `));
  return linesInText(
    [...usage.keys()]
      .filter((key) => !known.has(key) && !isOfRetired(key))
      .map((key) => `warning: the counted route ${JSON.stringify(key)} is not served by this App`),
  );
}
