import { type Change, isChange } from "../../schema/interface/change";
import type { Problem } from "../../core/model/problem";
import {
  type EarlierSetting,
  isBefore,
  type OptionSetting,
  type Place,
  type VerbNote,
} from "../../core/model/setting";
import { describe, quote } from "../../core/model/value";
import { checkMistake } from "../../core/check/inclusions";
import { problem } from "./problems";

function standsInBefore(
  of: Place["of"],
  setting: Exclude<EarlierSetting, { readonly kind: "mistake" }>,
): boolean {
  if (setting.kind === "verb") return of === "route";
  if (setting.kind === "name") return of === "webhook";
  const { inBefore } = setting.option.places;
  return of !== "webhook" && (inBefore === "both" || inBefore === of);
}

/** Reports what `Before` does not allow, such as an option inside of `Get`: `Before(Moved, Get(WithTags("a")))`. */
export function checkStanding(
  { where, of }: Place,
  setting: Exclude<EarlierSetting, { readonly kind: "mistake" }>,
): readonly Problem[] {
  if (!standsInBefore(of, setting)) {
    return [
      setting.kind === "name"
        ? problem("not-an-option", where, describe(setting.name))
        : problem("before-option", where, settingName(setting), of),
    ];
  }
  if (setting.kind !== "verb") return [];
  return setting.settings.map((inner) =>
    inner.kind === "mistake"
      ? checkMistake(where, inner.mistake)
      : problem("before-option", where, settingName(inner), "verb"),
  );
}

/** Reports an option that is repeated for the same change: `Before(Moved, Status(200)), Before(Moved, Status(201))`. */
export function checkRepeatedBefores({ where, settings }: Place): readonly Problem[] {
  const optionsByChange = new Map<Change, string[]>();
  for (const setting of settings) {
    if (!isBefore(setting) || !isChange(setting.value)) continue;
    const options = setting.inner.flatMap((one) => subjectOf(one) ?? []);
    optionsByChange.set(setting.value, [...(optionsByChange.get(setting.value) ?? []), ...options]);
  }
  return [...optionsByChange].flatMap(([{ Description }, options]) => {
    const repeated = new Set(options.filter((option, i) => options.indexOf(option) !== i));
    return [...repeated].map((option) =>
      problem("declared-twice", where, `${option}, before ${quote(Description)},`),
    );
  });
}

/** Describes what an argument of `Before` changes: `the header "etag"`. Two equal descriptions are a mistake. */
function subjectOf(setting: EarlierSetting): string | undefined {
  if (setting.kind === "mistake") return undefined;
  if (setting.kind === "verb") return "a verb";
  if (setting.kind === "name") return "a name";
  const { option, value } = setting;
  return option.subject?.(value).inWords ?? option.name;
}

function settingName(setting: OptionSetting | VerbNote): string {
  return setting.kind === "verb" ? `${setting.name}(...)` : setting.option.name;
}
