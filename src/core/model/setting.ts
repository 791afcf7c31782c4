import type { Change } from "../../schema/interface/change";
import { isUnderstood } from "./copies";
import type { Argument } from "./options";
import type { Problem, Warning } from "./problem";
import type { ResolvedRoute } from "./route";
import {
  type Meaning,
  type OptionFunction,
  type SettingKey,
  noSettings,
  settingsWith,
  type GivenValue,
  type HeldOption,
  type RouteSettings,
} from "./settings";
import { isClass, isCollector } from "./value";
import type { Version, VersionRange } from "./version";
import type { Versioning } from "./versioning";
import type { Wing } from "./wing";

/** The key under which an option such as `WithTags("a")` contains its arguments. Only options have this member. */
export const says: unique symbol = Symbol.for("versioned-controllers.option");

/** True for a function that the App may call, such as a handler; false for options, classes and Routers. */
export function isCallable(value: unknown): value is (...args: never[]) => unknown {
  return (
    typeof value === "function" &&
    !Object.hasOwn(value, says) &&
    !isClass(value) &&
    !isCollector(value) &&
    isUnderstood(value)
  );
}

/** Where an option may be written. The TypeScript type of the option follows from it. */
export interface OptionPlaces {
  /** Routers and controllers (`"router"`), routes, or both; `"nowhere"` for an option that only `Before` accepts. */
  readonly home: RoutePlaceKind | "both" | "nowhere";
  readonly onWebhook: boolean;
  /** Where the option may be written in a `Before(change, ...)`. */
  readonly inBefore: RoutePlaceKind | "both" | "nowhere";
}

/**
 * `"access"`: the arguments restrict who reaches a route. `"classes"`: an argument may be a class. `"held"`: in a
 * `Before(change, ...)`, the change affects every request of older versions.
 */
type OptionTrait = "access" | "classes" | "held";

/**
 * One option: all that the package knows of it. `Written` is the value of one call such as `WithTags("a")`, before
 * validation; `Meant` is the value of a route, with all that it inherits.
 */
export interface OptionObject<
  Written = unknown,
  Meant = unknown,
  Places extends OptionPlaces = OptionPlaces,
> extends Meaning<Meant> {
  readonly name: string;
  readonly places: Places;
  /** `"adds"`: one declaration may have several such options. `"replaces"`: several are a mistake. */
  readonly repeats: "adds" | "replaces";
  /** Returns what two options of one declaration must not share, such as a status; undefined: the option itself. */
  readonly subject: OptionFunction<[value: Written], RepeatSubject> | undefined;
  readonly traits: readonly OptionTrait[];
  readonly arguments: readonly OptionArgument<Written>[];
  /** Reports mistakes that no row of `arguments` finds; undefined if there are none. */
  readonly check:
    OptionFunction<[at: CheckedPlace, setting: OptionSetting<Written>], readonly Problem[]> | undefined;
  /** Joins one setting to the value that the route inherits. Ignores values of a wrong type. */
  readonly join: OptionFunction<[outer: Meant, setting: OptionSetting<Written>], Meant>;
  /** Joins the value of one declaration to that of the Routers around it; undefined if `join` has done so. */
  readonly within:
    | OptionFunction<
        [outer: Exclude<Meant, undefined>, inner: Exclude<Meant, undefined>],
        Exclude<Meant, undefined>
      >
    | undefined;
  /** The rules for all declarations of the App together, and the wing of the option; undefined if there are none. */
  readonly ofApp: AppRules | undefined;
}

interface RepeatSubject {
  readonly by: unknown;
  readonly inWords: string;
}

/** An argument of an option. `of` lists the values that the call passes: `["a", "b"]` for `WithTags("a", "b")`. */
interface OptionArgument<Written> extends Argument {
  readonly of: OptionFunction<[value: Written, versioning: Versioning], readonly unknown[]>;
}

export interface CheckedPlace extends Place {
  readonly versioning: Versioning;
  readonly isInBefore: boolean;
}

export interface AppRules {
  /** The wing that the option brings to an App. */
  readonly wing?: Wing;
  /** The rules for the options of one declaration together. */
  readonly inPlace?: (place: Place) => readonly Problem[];
  readonly problems?: (app: DeclaredApp) => readonly Problem[];
  readonly warnings?: (app: DeclaredApp) => readonly Warning[];
}

/** The declarations of an App, as the rules of options read them. */
export interface DeclaredApp {
  readonly places: readonly Place[];
  readonly routes: readonly ResolvedRoute[];
  readonly versioning: Versioning;
}

/** A Router, controller, route or webhook, with its options. */
export interface Place {
  readonly where: string;
  readonly of: PlaceKind;
  readonly settings: readonly Setting[];
  /** Of a route: its {@link RouteOrigin.declaration}. */
  readonly declaration?: object;
}

/** One option as it is written. */
export interface OptionSetting<Written = unknown> {
  readonly kind: "option";
  readonly option: OptionObject;
  readonly value: Written;
  /** The arguments of the call, from which `value` is made. */
  readonly given: readonly unknown[];
  /** The options inside of the call, such as those of `Before(change, ...)`; empty for most options. */
  readonly inner: readonly EarlierSetting[];
  /** The change, if the option is inside of a `Before(change, ...)`. */
  readonly before?: Change;
}

/** An option, or a mistake where an option was expected. */
export type Setting = OptionSetting | { readonly kind: "mistake"; readonly mistake: Mistake };

/** True for a setting of an option, also if another copy of the package made the setting. */
export function isOf<Written, Meant>(
  setting: EarlierSetting,
  { name }: OptionObject<Written, Meant>,
): setting is OptionSetting<Written> {
  return setting.kind === "option" && setting.option.name === name;
}

/** The arguments of `@Get(path, ...options)` or a similar verb. */
export interface VerbNote {
  readonly kind: "verb";
  readonly name: string;
  readonly method: unknown;
  readonly path: unknown;
  readonly settings: readonly Setting[];
}

interface EarlierName {
  readonly kind: "name";
  readonly name: string;
}

/** An argument of `Before(change, ...)`: an option, the old method and path (`Post(path)`), or a webhook's old name. */
export type EarlierSetting = Setting | VerbNote | EarlierName;

/** A `Before(change, ...)`, with the options inside. */
export interface WrittenBefore {
  readonly change: Change;
  readonly settings: readonly EarlierSetting[];
}

/** Every `Before` of a route, and of all Routers and controllers around it, outermost first. */
export const befores: SettingKey<readonly WrittenBefore[]> = { key: "befores", none: [] };

export function isBefore(setting: EarlierSetting): setting is OptionSetting {
  return setting.kind === "option" && setting.option.key === befores.key;
}

/** The changes of `WithChanges`, of a route and of all Routers and controllers around it. */
export const routeChanges: SettingKey<readonly Change[]> = { key: "changes", none: [] };

/** The versions that `WithVersion`, `Since` and `Until` declare. */
export interface DeclaredVersions {
  readonly named: readonly Version[];
  readonly range: VersionRange | undefined;
}

/** The declared versions; undefined without such an option. */
export const declaredVersions: SettingKey<DeclaredVersions | undefined> = {
  key: "versions",
  none: undefined,
};

/** The versions that options declare where no Router around them declares any. */
export function declaredBy(settings: readonly OptionSetting[]): DeclaredVersions {
  return (
    inherit(noSettings, { of: "route", settings }).of(declaredVersions) ?? { named: [], range: undefined }
  );
}

export function isOfVersions(setting: EarlierSetting): setting is OptionSetting {
  return setting.kind === "option" && setting.option.key === declaredVersions.key;
}

/** The kind of declaration on which an option is written; a controller is a `"router"`. */
type PlaceKind = "router" | "route" | "webhook";

type RoutePlaceKind = Exclude<PlaceKind, "webhook">;

export function isBeforeOnly(setting: EarlierSetting): setting is OptionSetting {
  return setting.kind === "option" && setting.option.places.home === "nowhere";
}

export function hasMeaningAt(of: PlaceKind, { places: { home, onWebhook } }: OptionObject): boolean {
  return of === "webhook" ? onWebhook : home === "both" || home === of;
}

/** A mistake in the use of an option or verb, such as a function that is not an option; `Build` reports it. */
export type Mistake =
  | { readonly kind: "not an option"; readonly written: string }
  | { readonly kind: "not called"; readonly name: string; readonly on?: string }
  | { readonly kind: "decorated Router"; readonly name: string }
  | { readonly kind: "too many arguments"; readonly name: string }
  | { readonly kind: "misplaced decorator"; readonly name: string; readonly on: "class" | "method" }
  | { readonly kind: "unusable member"; readonly what: UnusableMember }
  | { readonly kind: "verb of several" };

export type UnusableMember = "a static method" | "a private method" | "a field" | "an accessor";

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
