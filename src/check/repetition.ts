import { isContext } from "../model/context";
import type { Problem } from "../model/problem";
import type { Place } from "../model/route";
import { optionTable, type Setting } from "../model/setting";
import { describe } from "../model/value";
import { problem } from "./problems";

/** The problems of options that replace each other at one place, where their order means nothing. */
export function checkRepetition({ where, settings }: Place): readonly Problem[] {
  if (settings.length < 2) return [];
  const kinds = new Set(settings.map(({ kind }) => kind));
  if (kinds.has("version") && (kinds.has("since") || kinds.has("until"))) {
    return [problem("versions-and-range", where)];
  }
  const counts = new Map<unknown, { readonly option: string; readonly count: number }>();
  for (const setting of settings) {
    const option = replacingOption(setting);
    if (option === undefined) continue;
    // Two contexts may have the same name: the key identifies them.
    const by = setting.kind === "context" ? setting.key : option;
    counts.set(by, { option, count: (counts.get(by)?.count ?? 0) + 1 });
  }
  return [...counts.values()]
    .filter(({ count }) => count > 1)
    .map(({ option }) => problem("declared-twice", where, option));
}

/** The option in its user's words; undefined if repeated options add up. */
function replacingOption(setting: Setting): string | undefined {
  if (setting.kind === "mistake") return undefined;
  const { name, repeats } = optionTable[setting.kind];
  if (repeats === "adds") return undefined;
  if (setting.kind === "context") return `${name}(${nameOfContext(setting.key)})`;
  return setting.kind === "response" ? `${name}(${describe(setting.status)})` : name;
}

function nameOfContext(key: unknown): string {
  return isContext(key) ? key.Name : describe(key);
}
