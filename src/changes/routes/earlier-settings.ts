import { isChange, type Change } from "../../schema/interface/change";
import {
  isBefore,
  isBeforeOnly,
  type EarlierSetting,
  type OptionSetting,
  type Setting,
  type WrittenBefore,
} from "../../core/model/setting";
import { groupedBy } from "../../core/model/collections";
import type { Version, VersionPoint } from "../../core/model/version";

export type FormPoint = VersionPoint & { readonly version: Version };

/** Returns a route's options in an older version: `Before(change, Status(200))` replaces `Status(201)` there. */
export function settingsAt(settings: readonly Setting[], point: FormPoint): readonly Setting[] {
  const befores = laterBefores(beforesIn(settings), point);
  if (befores.length === 0) return settings;
  const replaced = new Map<string, readonly OptionSetting[]>();
  for (const { change, settings: written } of befores) {
    const options = written.filter(isReplacing);
    for (const [name, ofName] of groupedBy(options, ({ option }) => [option.name])) {
      replaced.set(
        name,
        ofName.map((option) => ({ ...option, before: change })),
      );
    }
  }
  return [
    ...settings.filter((setting) => setting.kind === "mistake" || !replaced.has(setting.option.name)),
    ...[...replaced.values()].flat(),
  ];
}

/** The verb of a route, or the name of a webhook, before a change. */
export interface EarlierAddress<Kind extends "verb" | "name"> {
  readonly setting: Extract<EarlierSetting, { readonly kind: Kind }>;
  readonly change: Change;
}

/** Finds the verb of a route, or the name of a webhook, in an older version; undefined if no later change sets it. */
export function earlierAt<Kind extends "verb" | "name">(
  settings: readonly Setting[],
  point: FormPoint,
  kind: Kind,
): EarlierAddress<Kind> | undefined {
  const isOfKind = (one: EarlierSetting): one is EarlierAddress<Kind>["setting"] => one.kind === kind;
  const found = laterBefores(beforesIn(settings), point).flatMap(({ change, settings: written }) =>
    written.filter(isOfKind).map((setting) => ({ setting, change })),
  );
  return found.at(-1);
}

/** Lists each `Before` whose change is later than a version, newest change first. */
export function laterBefores(
  befores: readonly WrittenBefore[],
  { version, order }: FormPoint,
): readonly WrittenBefore[] {
  return befores
    .filter(({ change }) => order.isBefore(version, change.Version))
    .toSorted((one, other) => order.compare(other.change.Version, one.change.Version));
}

/** Finds the `Before` options among settings. Leaves out an option whose change is invalid. */
export function beforesIn(settings: readonly Setting[]): readonly WrittenBefore[] {
  return settings.flatMap((setting) =>
    isBefore(setting) && isChange(setting.value) ? [{ change: setting.value, settings: setting.inner }] : [],
  );
}

/** False for options such as `RenameHeader`: all of them apply, so a later one does not replace an earlier one. */
function isReplacing(setting: EarlierSetting): setting is OptionSetting {
  return setting.kind === "option" && !isBeforeOnly(setting);
}
