import { isChange, type Change } from "../model/change";
import {
  isBeforeOnly,
  isOption,
  type EarlierSetting,
  type OptionKind,
  type OptionSetting,
  type Setting,
  type VerbNote,
  type WrittenBefore,
} from "../model/setting";
import type { Version, VersionPoint } from "../model/version";

/** The version of a form. */
export type FormPoint = VersionPoint & { readonly version: Version };

/**
 * The settings of a place in a version: each option in a `Before` of a later change replaces that of the place; the
 * oldest of these changes wins, option by option.
 *
 * These options keep their change: older changes renumber the statuses of newer ones, and observers get the changes that
 * made a difference to a request.
 */
export function settingsAt(settings: readonly Setting[], point: FormPoint): readonly Setting[] {
  const befores = laterBefores(beforesIn(settings), point);
  if (befores.length === 0) return settings;
  const replaced = new Map<OptionKind, readonly OptionSetting[]>();
  for (const { change, settings: said } of befores) {
    const options = said.filter(isReplacing);
    for (const { kind } of options) {
      const ofKind = options.filter((option) => option.kind === kind);
      replaced.set(
        kind,
        ofKind.map((option) => ({ ...option, before: change })),
      );
    }
  }
  return [
    ...settings.filter(({ kind }) => !replaced.has(kind as OptionKind)),
    ...[...replaced.values()].flat(),
  ];
}

/** The verb of a place in a version, and the change that it was before. */
export interface EarlierVerb {
  readonly verb: VerbNote;
  readonly change: Change;
}

/** The verb of a place in a version; undefined if no later change has one. */
export function verbAt(settings: readonly Setting[], point: FormPoint): EarlierVerb | undefined {
  const verbs = laterBefores(beforesIn(settings), point).flatMap(({ change, settings: said }) =>
    said.flatMap((one) => (one.kind === "verb" ? { verb: one, change } : [])),
  );
  return verbs.at(-1);
}

/** The Befores whose change is later than a version, newest change first; those of one version in the order written. */
export function laterBefores(
  befores: readonly WrittenBefore[],
  { version, order }: FormPoint,
): readonly WrittenBefore[] {
  return befores
    .filter(({ change }) => order.isBefore(version, change.Version))
    .toSorted((one, other) => order.compare(other.change.Version, one.change.Version));
}

/** The Befores of a place. */
export function beforesIn(settings: readonly Setting[]): readonly WrittenBefore[] {
  return settings.flatMap((setting) =>
    setting.kind === "before" && isChange(setting.change)
      ? [{ change: setting.change, settings: setting.settings }]
      : [],
  );
}

/** True if a setting replaces that of its place; Restatus and RenameHeader apply one after the other instead. */
function isReplacing(setting: EarlierSetting): setting is OptionSetting {
  return isOption(setting) && !isBeforeOnly(setting);
}
