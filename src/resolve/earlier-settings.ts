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

/** A version whose form is wanted, and the order of versions. */
export type FormPoint = VersionPoint & { readonly version: Version };

/**
 * The settings of a route or router in a version: an option in the `Before` of a later change replaces the one outside.
 * If several of these changes have the option, the oldest wins.
 *
 * Each option keeps its change: older changes renumber the statuses of newer ones, and observers get the changes that
 * affected a request.
 */
export function settingsAt(settings: readonly Setting[], point: FormPoint): readonly Setting[] {
  const befores = laterBefores(beforesIn(settings), point);
  if (befores.length === 0) return settings;
  const replaced = new Map<OptionKind, readonly OptionSetting[]>();
  for (const { change, settings: written } of befores) {
    const options = written.filter(isReplacing);
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

/** A verb in a `Before`, such as `Before(Moved, Post("/cats"))`. */
export interface EarlierVerb {
  readonly verb: VerbNote;
  readonly change: Change;
}

/** The verb of a route in a version, from a `Before`; undefined if no later change has one. */
export function verbAt(settings: readonly Setting[], point: FormPoint): EarlierVerb | undefined {
  const verbs = laterBefores(beforesIn(settings), point).flatMap(({ change, settings: written }) =>
    written.flatMap((one) => (one.kind === "verb" ? { verb: one, change } : [])),
  );
  return verbs.at(-1);
}

/** The Befores whose change is later than a version, newest first; those of one version in the order of the source. */
export function laterBefores(
  befores: readonly WrittenBefore[],
  { version, order }: FormPoint,
): readonly WrittenBefore[] {
  return befores
    .filter(({ change }) => order.isBefore(version, change.Version))
    .toSorted((one, other) => order.compare(other.change.Version, one.change.Version));
}

/** The Befores in a list of settings whose change is valid. */
export function beforesIn(settings: readonly Setting[]): readonly WrittenBefore[] {
  return settings.flatMap((setting) =>
    setting.kind === "before" && isChange(setting.change)
      ? [{ change: setting.change, settings: setting.settings }]
      : [],
  );
}

/** True for options of which one counts; several Restatus or RenameHeader apply one after the other. */
function isReplacing(setting: EarlierSetting): setting is OptionSetting {
  return isOption(setting) && !isBeforeOnly(setting);
}
