import { resolve } from "node:path";
import type { App } from "../app/app";
import { internals } from "../model/app-internals";
import { usageIndex, usageKey, type UsageIndex } from "../model/usage-counts";
import { reasonOf, Unusable } from "./command";
import { jsonIn } from "./frozen";

/**
 * The counts of a file that `--usage` names.
 *
 * @throws Unusable where there is none, or it holds something else.
 */
export function usageIn(file: string, folder: string): UsageIndex {
  const read = jsonIn(resolve(folder, file));
  if (read === undefined) throw new Unusable(`there is no file ${file}`);
  try {
    return usageIndex(read);
  } catch (error) {
    throw new Unusable(`${file}: ${reasonOf(error)}`);
  }
}

/** Counts of what no request reaches: a route that has gone, or a name that is written another way. */
export function unreachedLines(app: App, usage: UsageIndex): string {
  const reached = app[internals].reached();
  const known = new Set(reached.map(({ route, version }) => usageKey(version, route)));
  return [...usage.keys()]
    .filter((key) => !known.has(key))
    .map((key) => `no request reaches ${JSON.stringify(key)}, which was counted\n`)
    .join("");
}
