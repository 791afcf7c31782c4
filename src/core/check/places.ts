import type { Problem } from "../model/problem";
import {
  hasMeaningAt,
  isBeforeOnly,
  type AppRules,
  type CheckedPlace,
  type EarlierSetting,
  type OptionPlaces,
  type Place,
  type Setting,
} from "../model/setting";
import { checkOption } from "./arguments";
import type { Checkable } from "./checkable";
import { checkMistake } from "./inclusions";
import { problem } from "./problems";

export function checkPlaces({ resolution, versioning }: Checkable): readonly Problem[] {
  const { places, verbless } = resolution;
  const problems: Problem[] = [];
  // Hot path of Build: for thousands of lists, most of them empty, `push` is several times faster than joining them.
  for (const place of places.concat(verbless)) {
    if (place.settings.length === 0) continue;
    const at = { ...place, versioning, isInBefore: false };
    for (const setting of place.settings) problems.push(...checkSetting(at, setting));
    problems.push(...checkRepetition(place), ...checkTogether(place));
  }
  return problems;
}

/** Applies the rules that options bring for the whole App. */
export function checkOfOptions({ resolution, versioning }: Checkable): readonly Problem[] {
  const { routes, verbless } = resolution;
  const places = resolution.places.concat(verbless);
  return appRulesOf(places).flatMap(({ problems }) => problems?.({ places, routes, versioning }) ?? []);
}

/** The rules that the options of these places bring for the whole App, each once. */
export function appRulesOf(places: readonly Place[]): readonly AppRules[] {
  const rules = new Map<string, AppRules>();
  for (const { settings } of places) {
    for (const setting of settings) addRules(rules, setting);
  }
  return [...rules.values()];
}

function addRules(rules: Map<string, AppRules>, setting: EarlierSetting): void {
  if (setting.kind !== "option") return;
  const { name, ofApp } = setting.option;
  if (ofApp) rules.set(name, ofApp);
  for (const inner of setting.inner) addRules(rules, inner);
}

function checkSetting(at: CheckedPlace, setting: Setting): readonly Problem[] {
  const { where, of } = at;
  if (setting.kind === "mistake") return [checkMistake(where, setting.mistake)];
  const { option } = setting;
  if (isBeforeOnly(setting)) return [problem("outside-of-before", where, `${option.name}(...)`)];
  return hasMeaningAt(of, option)
    ? checkOption(at, setting)
    : [problem("option-misplaced", where, option.name, of, homeInWords[option.places.home])];
}

const homeInWords: Readonly<Record<OptionPlaces["home"], string>> = {
  router: "a Router, a controller or Include",
  route: "a route",
  both: "a route or a Router",
  nowhere: "Before",
};

/** Reports options at one place that contradict each other, such as two `Status` options. */
function checkRepetition({ where, settings }: Place): readonly Problem[] {
  if (settings.length < 2) return [];
  const options = settings.filter((setting) => setting.kind === "option");
  const once = new Set<unknown>();
  const repeated = new Map<unknown, string>();
  for (const { option, value } of options) {
    if (option.repeats === "adds") continue;
    const { by, inWords } = option.subject?.(value) ?? { by: option.name, inWords: option.name };
    if (once.has(by)) repeated.set(by, inWords);
    once.add(by);
  }
  return [...repeated.values()].map((option) => problem("declared-twice", where, option));
}

function checkTogether(place: Place): readonly Problem[] {
  const rules = place.settings.map((setting) =>
    setting.kind === "option" ? setting.option.ofApp?.inPlace : undefined,
  );
  return [...new Set(rules)].flatMap((rule) => rule?.(place) ?? []);
}
