import { checkShadow } from "./shadow-rules";
import type { Problem } from "../model/problem";
import type { Place, Resolution } from "../model/route";
import {
  hasMeaningAt,
  optionTable,
  type OptionSetting,
  type Setting,
  type SettingOf,
} from "../model/setting";
import type { Versioning } from "../model/versioning";
import { describe } from "../model/value";
import {
  checkBefore,
  checkHeaderRename,
  checkOutside,
  checkRepeatedBefores,
  checkRestatus,
  standsInBefore,
} from "./before-rules";
import { checkContext } from "./context-rules";
import { checkGuard, checkMiddleware, checkPath, checkText, isJSONObject, isStatus } from "./values";
import { checkRouteLifecycle } from "./lifecycles";
import { checkMistake } from "./inclusions";
import { checkNamedChanges } from "./named-changes";
import { problem } from "./problems";
import { checkRepetition } from "./repetition";
import { checkVerb } from "./route-rules";
import { checkInput, checkResponse } from "./schema-options";
import { checkNeed } from "./security-rules";
import { checkRangeEnd, checkVersions } from "./versions";

/** The problems of the options at each place. */
export function checkPlaces({ places, verbless }: Resolution, versioning: Versioning): readonly Problem[] {
  const problems: Problem[] = [];
  // Hot path of Build, here and for versions: one list takes a fraction of the time of joining thousands, nearly all empty.
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
    return checkBefore(place, setting, versioning).concat(checkEarlier(place, setting, versioning));
  }
  return hasMeaningAt(of, setting.kind)
    ? checkOption(where, setting, versioning)
    : [problem("option-misplaced", where, optionTable[setting.kind].name, of)];
}

/** The problems of options that are allowed in a `Before`. */
function checkEarlier(
  { where, of }: Place,
  { settings }: SettingOf<"before">,
  versioning: Versioning,
): readonly Problem[] {
  return settings.flatMap((setting) => {
    if (setting.kind === "mistake") return [checkMistake(where, setting.mistake)];
    if (setting.kind === "verb") return checkVerb(where, setting);
    if (setting.kind === "name") return of === "webhook" ? checkText(where, "Before", setting.name) : [];
    return standsInBefore(of, setting) ? checkOption(where, setting, versioning) : [];
  });
}

function checkOption(where: string, setting: OptionSetting, versioning: Versioning): readonly Problem[] {
  const { name } = optionTable[setting.kind];
  switch (setting.kind) {
    case "version":
      return versioning.isEnabled
        ? checkVersions(where, setting.versions, versioning)
        : [problem("version-not-enabled", where), ...checkVersions(where, setting.versions, versioning)];
    case "since":
    case "until":
      return checkRangeEnd(where, setting, versioning);
    case "prefix":
      return checkPath(where, setting.path);
    case "operationID":
      return checkText(where, name, setting.id);
    case "operation":
      return isJSONObject(setting.operation)
        ? []
        : [problem("operation-invalid", where, describe(setting.operation))];
    case "changes":
      return checkNamedChanges(where, setting.changes, versioning);
    case "tags":
      return setting.tags.flatMap((tag) => checkText(where, name, tag));
    case "summary":
    case "description":
      return checkText(where, name, setting.text);
    case "guards":
      return setting.guards.flatMap((guard) => checkGuard(where, guard));
    case "middleware":
      return setting.handlers.flatMap((handler) => checkMiddleware(where, handler));
    case "security":
      return setting.needed.flatMap((need) => checkNeed(where, need));
    case "context":
      return checkContext(where, setting);
    case "status":
      return isStatus(setting.code) ? [] : [problem("status-invalid", where, describe(setting.code))];
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
    case "restatus":
      return checkRestatus(where, setting);
    case "headerRename":
      return checkHeaderRename(where, setting);
    case "shadow":
      return [
        ...setting.range.flatMap((one) =>
          one.kind === "mistake"
            ? [checkMistake(where, one.mistake)]
            : one.kind === "since" || one.kind === "until" || one.kind === "version"
              ? checkOption(where, one, versioning)
              : [],
        ),
        ...checkShadow(where, setting),
      ];
    case "deprecated":
    case "hidden":
      return setting.isSo === undefined || setting.isSo === false
        ? []
        : [problem("option-arguments", where, name)];
    // It is checked with its place.
    case "before":
      return [];
  }
}
