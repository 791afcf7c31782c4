import { hasMeaningAt, type OptionObject, type OptionSetting, type Place } from "../model/setting";
import { settingsWith, type GivenValue, type HeldOption, type RouteSettings } from "../model/settings";

/** Applies the options of one Router, controller, route or webhook to the settings that it inherits. */
export function inherit(outer: RouteSettings, { of, settings }: Omit<Place, "where">): RouteSettings {
  if (settings.length === 0) return outer;
  const inner = new Map<string, GivenValue<OptionObject>>();
  let { held } = outer;
  for (const setting of settings) {
    if (setting.kind === "mistake" || !hasMeaningAt(of, setting.option)) continue;
    const { option } = setting;
    const known = inner.get(option.key) ?? (option.within ? undefined : outer.given.get(option.key));
    const value = option.join(known ? known.value : option.none, setting);
    if (value !== undefined) inner.set(option.key, { by: option, value });
    held = heldWith(held, setting);
  }
  if (inner.size === 0) return outer;
  const given = new Map(outer.given);
  for (const [key, { by, value }] of inner) {
    const around = given.get(key);
    given.set(key, { by, value: by.within && around ? by.within(around.value, value) : value });
  }
  return settingsWith(given, held);
}

function heldWith(held: readonly HeldOption[], { option, before }: OptionSetting): readonly HeldOption[] {
  const { key, repeats, traits } = option;
  if (!traits.includes("held")) return held;
  // `WithSecurity` replaces the Router's, and with it the Router's `Before(change, WithSecurity(...))`.
  const kept = repeats === "replaces" ? held.filter((one) => one.key !== key) : held;
  return before ? [...kept, { key, change: before }] : kept;
}
