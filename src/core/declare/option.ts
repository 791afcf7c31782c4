import { isUnderstood, mark } from "../model/copies";
import { noteStack } from "../model/declaration-stacks";
import {
  says,
  type EarlierSetting,
  type OptionObject,
  type OptionPlaces,
  type OptionSetting,
  type Setting,
  type VerbNote,
} from "../model/setting";
import type { OptionAt } from "../../types/option";
import { describe, isClass, nameOf } from "../model/value";
import { decorated, mistake, note } from "./decoration";

/**
 * Creates the function that writes an option: `optionMaker(summary, (text: string) => text)`. `valueOf` returns the
 * value of the setting. The function accepts only `takes` arguments.
 */
export function optionMaker<Written, Meant, Places extends OptionPlaces, Args extends unknown[]>(
  option: OptionObject<Written, Meant, Places>,
  valueOf: (...args: Args) => Written,
  takes: number = valueOf.length,
): (...args: Args) => OptionAt<Places> {
  return settingMaker(option, (...args: Args) => ({ value: valueOf(...args), inner: [] }), takes);
}

/** Like {@link optionMaker}, for an option with other options inside. */
export function settingMaker<Written, Meant, Places extends OptionPlaces, Args extends unknown[]>(
  option: OptionObject<Written, Meant, Places>,
  read: (...args: Args) => Pick<OptionSetting<Written>, "value" | "inner">,
  takes: number,
): (...args: Args) => OptionAt<Places> {
  const { name } = option;
  const make = (...args: Args): OptionAt<Places> => {
    const isTooMuch = args.length > takes;
    const setting: Setting = isTooMuch
      ? mistake({ kind: "too many arguments", name })
      : noteStack(settingOfCall(option, read(...args), args));
    // The cast is safe: at run time, all options are decorators of the same kind. Only their types differ.
    return decoratorOf(name, args, { class: setting, method: setting }, setting) as OptionAt<Places>;
  };
  return sayingNotCalled(name, make);
}

/** Creates the setting of an option without a call of its function: `new Router("/cats")` writes a prefix. */
export function settingOfCall<Written, Meant>(
  option: OptionObject<Written, Meant>,
  { value, inner }: Pick<OptionSetting<Written>, "value" | "inner">,
  given: readonly unknown[],
): OptionSetting<Written> {
  return { kind: "option", option, value, given, inner };
}

/**
 * Creates a decorator, both standard and legacy, that records `notes`. In a list of options, it means `saysInLists`.
 *
 * Returns undefined if a decorator such as `@WithTags` has no parentheses: any other result would replace the class.
 */
export function decoratorOf(
  name: string,
  args: readonly unknown[],
  notes: Parameters<typeof note>[1],
  saysInLists: EarlierSetting,
): unknown {
  // With TypeScript's legacy decorators, `@WithTags` without parentheses calls `WithTags(SomeClass)`.
  const [on] = args;
  // A class with `~standard` is a schema, which is a correct argument of `WithBody`.
  const isAmbiguous = args.length === 1 && isClass(on) && !("~standard" in on) && !takesClasses(saysInLists);
  const notCalled = mistake({ kind: "not called", name, ...(isAmbiguous ? { on: nameOf(on) } : {}) });
  const misused = args.length > 1 ? decorated(args) : undefined;
  if (misused) {
    note(misused, { class: notCalled, method: notCalled });
    return undefined;
  }
  const written = isAmbiguous ? { class: notCalled, method: notCalled } : notes;
  const decorator = (...call: unknown[]): void => {
    const target = decorated(call);
    if (!target) {
      throw new TypeError(
        `${name}(...) is an option: use it as a decorator of a class or method, or pass it in a list of options`,
      );
    }
    note(target, written);
  };
  return Object.assign(mark(decorator), { [says]: isAmbiguous ? notCalled : saysInLists });
}

function takesClasses(setting: EarlierSetting): boolean {
  return setting.kind === "option" && setting.option.traits.includes("classes");
}

/** Marks a function such as `WithTags`, so that Build reports a missing call if a list contains the function itself. */
export function sayingNotCalled<Maker extends object>(name: string, maker: Maker): Maker {
  return Object.assign(mark(maker), { [says]: mistake({ kind: "not called", name }) });
}

/** Returns the settings of the options in a list. Build reports each value that is not an option. */
export function settingsOf(options: readonly unknown[]): readonly Setting[] {
  return options.map(
    (option) => settingOf(option) ?? mistake({ kind: "not an option", written: describe(option) }),
  );
}

/** Returns the settings of all arguments but the first of `Before(Moved, Post("/cats"))`. */
export function earlierSettingsOf(options: readonly unknown[]): readonly EarlierSetting[] {
  return options.map((option) => {
    if (typeof option === "string") return { kind: "name", name: option };
    return settingOrVerb(option) ?? mistake({ kind: "not an option", written: describe(option) });
  });
}

export function settingOf(value: unknown): Setting | undefined {
  const setting = settingOrVerb(value);
  return setting?.kind === "verb" ? noOption(setting.name) : setting;
}

/** Creates the setting that reports a decorator such as `Router("/cats")` in a list of options. */
export function noOption(name: string): Setting {
  return mistake({ kind: "not an option", written: `${name}(...)` });
}

function settingOrVerb(value: unknown): Setting | VerbNote | undefined {
  if (typeof value !== "function" || !Object.hasOwn(value, says) || !isUnderstood(value)) return undefined;
  return (value as unknown as { readonly [says]: Setting | VerbNote })[says];
}
