import { checkArgument, checkOption, expectations } from "../../core/check/arguments";
import { checkMistake } from "../../core/check/inclusions";
import { checkVerb } from "../../core/check/route-rules";
import { checkChangeVersions } from "../rules/change-versions";
import { earlierSettingsOf, settingMaker } from "../../core/declare/option";
import type {
  BeforeOption,
  Option,
  RouteBeforeOption,
  RouteOption,
  RouterBeforeOption,
  RouterOnlyOption,
  WebhookOption,
} from "../../types/option";
import type { EarlierMistake } from "../../types/option-mistake";
import type { UnrangedOption } from "../routes/version-range";
import { isChange, type Change } from "../../schema/interface/change";
import { takeChange } from "../history/list-changes";
import type { Problem } from "../../core/model/problem";
import {
  befores,
  type CheckedPlace,
  type EarlierSetting,
  type OptionObject,
  type WrittenBefore,
} from "../../core/model/setting";
import { checkRepeatedBefores, checkStanding } from "../rules/before-rules";
import { changes } from "../wing";

const places = { home: "both", onWebhook: true, inBefore: "nowhere" } as const;

export const changeArgument = { expected: "a change, made by Change(version, description)", holds: isChange };

const before: OptionObject<unknown, readonly WrittenBefore[], typeof places> = {
  ...befores,
  name: "Before",
  places,
  repeats: "adds",
  subject: undefined,
  traits: [],
  arguments: [{ ...changeArgument, name: "the first argument of Before", of: (change) => [change] }],
  check: (at, { value, inner }) => [
    ...checkChangeVersions(at.where, [value].filter(isChange), at.versioning),
    ...inner.flatMap((earlier) => checkEarlier({ ...at, isInBefore: true }, earlier)),
  ],
  ofApp: { inPlace: checkRepeatedBefores, wing: changes },
  join: (outer, { value, inner }) =>
    isChange(value) ? [...outer, { change: value, settings: inner }] : outer,
  within: undefined,
  // The options inside change those of the route in older versions, and the document shows the changed ones.
  writes: undefined,
  headers: undefined,
  steps: undefined,
};

function checkEarlier(at: CheckedPlace, setting: EarlierSetting): readonly Problem[] {
  const { where } = at;
  if (setting.kind === "mistake") return [checkMistake(where, setting.mistake)];
  const standing = checkStanding(at, setting);
  if (setting.kind === "verb") return [...standing, ...checkVerb(where, setting)];
  if (standing.length > 0) return standing;
  if (setting.kind === "name") return checkArgument(where, nameInBefore, setting.name);
  return checkOption(at, setting);
}

const nameInBefore = { name: "the name in Before", ...expectations.filledText };

/**
 * The type of `Before`. The result is allowed where all passed options are. `Before(Renamed, "cat.added")` declares the
 * earlier name of a webhook.
 *
 * There is one signature: with several, the first line of the compiler's error would be "No overload matches this call".
 */
export type BeforeMaker = <
  First extends EarlierName<Others> | EarlierOption<First | Others[number]>,
  Others extends readonly EarlierOption<First | Others[number]>[],
>(
  change: Change,
  option: First,
  ...options: Others
) => BeforeOf<First, Others>;

/** The name of a webhook, which is the only argument after the change. */
type EarlierName<Others> = Others extends readonly [] ? string : never;

/** The options of one `Before`: all belong to routes or all to routers, as most belong to both. */
type EarlierOption<All> = [All] extends [RouterBeforeOption]
  ? RouterBeforeOption
  : RouteBeforeOption | EarlierMistake<Exclude<All, RouteBeforeOption>>;

// The first condition distributes: in a generic function, the compiler then knows the type by the constraint of `First`.
type BeforeOf<First, Others extends readonly unknown[], All = First> = First extends string
  ? [All] extends [string]
    ? WebhookOption & UnrangedOption
    : never
  : [First | Others[number]] extends [BeforeOption]
    ? Option
    : [First | Others[number]] extends [RouterBeforeOption]
      ? RouterOnlyOption
      : RouteOption;

/**
 * Declares the form that a route or router had before a change, with the usual options:
 * `@Post("/pets") @Before(Moved, Post("/cats"))`, `@Router("/pets", Before(Moved, WithPrefix("/cats")))`.
 *
 * In older versions, an option in `Before` replaces the route's own option of the same kind. If several changes have
 * such an option, a version gets that of the first change after the version.
 */
export const Before = settingMaker(
  before,
  (change: Change, ...options: (object | string)[]) => {
    takeChange(change);
    return { value: change, inner: earlierSettingsOf(options) };
  },
  Infinity,
  // The cast is safe: only the compiler reads where an option is allowed.
) as unknown as BeforeMaker;
