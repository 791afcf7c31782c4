import type { Problem } from "../model/problem";
import type { Place } from "../model/route";
import {
  type EarlierSetting,
  hasMeaningAt,
  type OptionKind,
  type OptionSetting,
  optionTable,
  type Setting,
} from "../model/setting";
import type { Versioning } from "../model/versioning";
import { checkOutside, checkRepeatedBefores, checkStanding } from "../../changes/rules/before-rules";
import { checkArgument, checkArguments, checkMiddleware, checkPath, expectations } from "./arguments";
import type { Checkable } from "./checkable";
import { checkRouteLifecycle } from "../../life/lifecycles";
import { checkMistake } from "./inclusions";
import { checkChangeVersions, checkRangeEnd, checkVersions } from "./versions";
import { problem } from "./problems";
import { checkVerb } from "./route-rules";
import { checkInput, checkResponse } from "./schema-options";
import { checkNeed } from "../../security/security-rules";
import { isChange } from "../model/change";
import { isContext } from "../model/context";
import { describe } from "../model/value";

export function checkPlaces({ resolution, versioning }: Checkable): readonly Problem[] {
  const { places, verbless } = resolution;
  const problems: Problem[] = [];
  // Hot path of Build: for thousands of lists, most of them empty, `push` is several times faster than joining them.
  for (const place of places.concat(verbless)) {
    for (const setting of place.settings) problems.push(...checkSetting(place, setting, versioning));
    problems.push(...checkRepetition(place), ...checkRepeatedBefores(place));
  }
  return problems;
}

function checkSetting(place: Place, setting: Setting, versioning: Versioning): readonly Problem[] {
  const { where, of } = place;
  if (setting.kind === "mistake") return [checkMistake(where, setting.mistake)];
  const outside = checkOutside(where, setting);
  if (outside.length > 0) return outside;
  if (setting.kind === "before") {
    return [
      ...checkArguments(where, setting),
      ...checkChangeVersions(where, [setting.change].filter(isChange), versioning),
      ...setting.settings.flatMap((earlier) => checkEarlier(place, earlier, versioning)),
    ];
  }
  return hasMeaningAt(of, setting.kind)
    ? checkOption(where, setting, versioning)
    : [problem("option-misplaced", where, optionTable[setting.kind].name, of, homeInWords(setting.kind))];
}

function homeInWords(kind: OptionKind): string {
  switch (optionTable[kind].home) {
    case "router":
      return "a Router, a controller or Include";
    case "route":
      return "a route";
    case "both":
      return "a route or a Router";
  }
}

function checkEarlier(place: Place, setting: EarlierSetting, versioning: Versioning): readonly Problem[] {
  const { where } = place;
  if (setting.kind === "mistake") return [checkMistake(where, setting.mistake)];
  const standing = checkStanding(place, setting);
  if (setting.kind === "verb") return [...standing, ...checkVerb(where, setting)];
  if (standing.length > 0) return standing;
  if (setting.kind === "name") return checkArgument(where, nameInBefore, setting.name);
  return checkOption(where, setting, versioning);
}

const nameInBefore = { name: "the name in Before", ...expectations.filledText };

function checkOption(where: string, setting: OptionSetting, versioning: Versioning): readonly Problem[] {
  return setting.kind === "since" || setting.kind === "until"
    ? checkRangeEnd(where, setting, versioning)
    : [...checkArguments(where, setting), ...checkRules(where, setting, versioning)];
}

function checkRules(where: string, setting: OptionSetting, versioning: Versioning): readonly Problem[] {
  switch (setting.kind) {
    case "version":
      return versioning.isEnabled
        ? checkVersions(where, setting.versions, versioning)
        : [problem("version-not-enabled", where), ...checkVersions(where, setting.versions, versioning)];
    case "prefix":
      return checkPath(where, setting.path);
    case "changes":
      return checkChangeVersions(where, setting.changes.filter(isChange), versioning);
    case "middleware":
      return setting.handlers.flatMap((handler) => checkMiddleware(where, handler));
    case "security":
      return setting.needed.flatMap((need) => checkNeed(where, need));
    case "params":
    case "query":
    case "headers":
    case "cookies":
    case "body":
      return checkInput(where, setting);
    case "response":
      return checkResponse(where, setting);
    case "lifecycle":
      return checkRouteLifecycle(where, setting.lifecycle, versioning);
    case "shadow":
      return setting.range.flatMap((one) =>
        one.kind === "mistake"
          ? [checkMistake(where, one.mistake)]
          : one.kind === "since" || one.kind === "until" || one.kind === "version"
            ? checkOption(where, one, versioning)
            : [],
      );
    case "deprecated":
    case "hidden":
      return setting.isSo === undefined || setting.isSo === false
        ? []
        : [problem("option-arguments", where, optionTable[setting.kind].name)];
    default:
      return [];
  }
}

/** Reports options at one place that contradict each other: two `Status` options, or `WithVersion` next to `Since`. */
function checkRepetition({ where, settings }: Place): readonly Problem[] {
  if (settings.length < 2) return [];
  const kinds = new Set(settings.map(({ kind }) => kind));
  if (kinds.has("version") && (kinds.has("since") || kinds.has("until"))) {
    return [problem("versions-and-range", where)];
  }
  const once = new Set<unknown>();
  const repeated = new Map<unknown, string>();
  for (const setting of settings) {
    const option = replacingOption(setting);
    if (option === undefined) continue;
    // Contexts are compared by identity, because two contexts may have the same name.
    const by = setting.kind === "context" ? setting.key : option;
    if (once.has(by)) repeated.set(by, option);
    once.add(by);
  }
  return [...repeated.values()].map((option) => problem("declared-twice", where, option));
}

/** Returns the name that messages give the option, such as `WithResponse(404)`; undefined if it may be repeated. */
function replacingOption(setting: Setting): string | undefined {
  if (setting.kind === "mistake") return undefined;
  const { name, repeats } = optionTable[setting.kind];
  if (repeats === "adds") return undefined;
  if (setting.kind === "context") {
    return `${name}(${isContext(setting.key) ? setting.key.Name : describe(setting.key)})`;
  }
  return setting.kind === "response" ? `${name}(${describe(setting.status)})` : name;
}
