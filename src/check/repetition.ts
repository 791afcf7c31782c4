import { isContext } from "../model/context";
import type { Problem } from "../model/problem";
import type { Place } from "../model/route";
import { optionTable, type Setting } from "../model/setting";
import { describe } from "../model/value";
import { problem } from "./problems";

/** The problems of options at one place that replace each other there: together they say nothing certain. */
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
    // Two keys may have one name: a context is known by its key.
    const by = setting.kind === "context" ? setting.key : option;
    counts.set(by, { option, count: (counts.get(by)?.count ?? 0) + 1 });
  }
  return [...counts.values()]
    .filter(({ count }) => count > 1)
    .map(({ option }) => problem("declared-twice", where, option));
}

/** The option in the words that its user wrote; undefined where one more adds to it. */
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
