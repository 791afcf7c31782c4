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
  const counts = new Map<string, number>();
  for (const setting of settings) {
    const option = replacingOption(setting);
    if (option !== undefined) counts.set(option, (counts.get(option) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([option]) => problem("declared-twice", where, option));
}

/** The option in the words that its user wrote; undefined where one more adds to it. */
function replacingOption(setting: Setting): string | undefined {
  if (setting.kind === "mistake") return undefined;
  const { name, repeats } = optionTable[setting.kind];
  if (repeats === "adds") return undefined;
  return setting.kind === "response" ? `${name}(${describe(setting.status)})` : name;
}
