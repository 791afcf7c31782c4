import { isUnderstood } from "./copies";
import type { Change } from "./change";
import { isCollector, isClass } from "./value";
import type { AnyContext } from "./context";
import type { DeclaredResponse, Input } from "./contract";
import type { Guard, Middleware } from "./handler";
import type { Lifecycle } from "./lifecycle";
import type { OpenAPIOperationWords } from "./openapi";
import type { Part } from "./schema";
import type { Scheme, SecurityNeed } from "./security";
import type { Version } from "./version";

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

/**
 * The arguments of one option, before validation. A new option also needs a row in {@link optionTable} and a field in
 * {@link RouteSettings}; the compiler then reports the other places that must change.
 */
type WrittenOption =
  | { readonly kind: "version"; readonly versions: readonly unknown[] }
  | { readonly kind: "since"; readonly version: unknown }
  | { readonly kind: "until"; readonly version: unknown }
  | { readonly kind: "lifecycle"; readonly lifecycle: unknown }
  | { readonly kind: "prefix"; readonly path: unknown }
  | { readonly kind: "tags"; readonly tags: readonly unknown[] }
  | { readonly kind: "guards"; readonly guards: readonly unknown[] }
  | { readonly kind: "middleware"; readonly handlers: readonly unknown[] }
  | { readonly kind: "security"; readonly needed: readonly SecurityNeed[] }
  | {
      readonly kind: "context";
      readonly key: unknown;
      readonly scheme: Scheme | undefined;
      readonly provide: unknown;
      readonly options: unknown;
    }
  /** `Deprecated()` sets `isSo` to undefined, which means true; `Deprecated(false)` sets it to false. */
  | { readonly kind: "deprecated"; readonly isSo: unknown }
  | { readonly kind: "hidden"; readonly isSo: unknown }
  | { readonly kind: "status"; readonly code: unknown }
  | { readonly kind: "summary"; readonly text: unknown }
  | { readonly kind: "description"; readonly text: unknown }
  | { readonly kind: "operationID"; readonly id: unknown }
  | { readonly kind: "operation"; readonly operation: unknown }
  | { readonly kind: "changes"; readonly changes: readonly unknown[] }
  | { readonly kind: "before"; readonly change: unknown; readonly settings: readonly EarlierSetting[] }
  | { readonly kind: "restatus"; readonly old: unknown; readonly now: unknown }
  | { readonly kind: "headerRename"; readonly old: unknown; readonly now: unknown }
  | { readonly kind: "withoutHeader"; readonly now: unknown }
  | {
      readonly kind: "shadow";
      readonly range: readonly Setting[];
      readonly handler: unknown;
      readonly options: unknown;
    }
  | InputSetting
  | {
      readonly kind: "response";
      readonly status: unknown;
      readonly schema: unknown;
      readonly about: unknown;
    };

/** The arguments of one option. `before` is the change, if the option is inside of a `Before(change, ...)`. */
export type OptionSetting = WrittenOption & { readonly before?: Change };

export type InputSetting = {
  [P in Part]: { readonly kind: P; readonly schema: unknown; readonly options?: unknown };
}[Part];

/** An option, or a mistake where an option was expected. */
export type Setting = OptionSetting | { readonly kind: "mistake"; readonly mistake: Mistake };

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

export type OptionKind = OptionSetting["kind"];

export type SettingOf<Kind extends Setting["kind"]> = Extract<Setting, { readonly kind: Kind }>;

/** The kind of declaration on which an option is written; a controller is a `"router"`. */
export type PlaceKind = "router" | "route" | "webhook";

type RoutePlaceKind = Exclude<PlaceKind, "webhook">;

/** Where one option may be written, and how often. */
export interface OptionRow {
  readonly name: string;
  /** Where the option may be written: on Routers and controllers (`"router"`), on routes, or on both. */
  readonly home: RoutePlaceKind | "both";
  readonly onWebhook?: true;
  /** `"adds"`: one declaration may have several such options. `"replaces"`: several are a mistake. */
  readonly repeats: "adds" | "replaces";
  /** Where the option may be written in a `Before(change, ...)`; undefined if nowhere. */
  readonly inBefore?: RoutePlaceKind | "both";
  readonly isOfBefore?: true;
}

const optionRows = {
  version: { name: "WithVersion", home: "both", onWebhook: true, repeats: "replaces" },
  since: { name: "Since", home: "both", onWebhook: true, repeats: "replaces" },
  until: { name: "Until", home: "both", onWebhook: true, repeats: "replaces" },
  lifecycle: { name: "WithLifecycle", home: "both", repeats: "replaces" },
  prefix: { name: "WithPrefix", home: "router", repeats: "adds", inBefore: "router" },
  tags: { name: "WithTags", home: "both", onWebhook: true, repeats: "adds", inBefore: "both" },
  guards: { name: "WithGuards", home: "both", repeats: "adds", inBefore: "both" },
  middleware: { name: "WithMiddleware", home: "both", repeats: "adds", inBefore: "both" },
  security: { name: "WithSecurity", home: "both", repeats: "replaces", inBefore: "both" },
  // One place may have several `WithContext` for different contexts; two for the same context are a mistake.
  context: { name: "WithContext", home: "both", repeats: "replaces" },
  deprecated: { name: "Deprecated", home: "both", onWebhook: true, repeats: "adds", inBefore: "both" },
  hidden: { name: "Hidden", home: "both", onWebhook: true, repeats: "adds", inBefore: "both" },
  status: { name: "Status", home: "both", repeats: "replaces", inBefore: "both" },
  summary: { name: "Summary", home: "both", onWebhook: true, repeats: "replaces", inBefore: "both" },
  description: { name: "Description", home: "both", onWebhook: true, repeats: "replaces", inBefore: "both" },
  operationID: { name: "OperationID", home: "route", repeats: "replaces", inBefore: "route" },
  operation: { name: "WithOperation", home: "both", repeats: "adds" },
  changes: { name: "WithChanges", home: "both", onWebhook: true, repeats: "adds" },
  before: { name: "Before", home: "both", onWebhook: true, repeats: "adds" },
  restatus: { name: "Restatus", home: "both", repeats: "adds", inBefore: "both", isOfBefore: true },
  headerRename: { name: "RenameHeader", home: "both", repeats: "adds", inBefore: "both", isOfBefore: true },
  withoutHeader: { name: "WithoutHeader", home: "both", repeats: "adds", inBefore: "both", isOfBefore: true },
  shadow: { name: "Shadow", home: "route", repeats: "adds" },
  params: { name: "WithParams", home: "route", repeats: "replaces" },
  query: { name: "WithQuery", home: "route", repeats: "replaces" },
  headers: { name: "WithHeaders", home: "route", onWebhook: true, repeats: "replaces" },
  cookies: { name: "WithCookies", home: "route", repeats: "replaces" },
  body: { name: "WithBody", home: "route", repeats: "replaces" },
  // One place may have several `WithResponse` for different statuses; two for the same status are a mistake.
  response: { name: "WithResponse", home: "both", onWebhook: true, repeats: "replaces" },
} as const satisfies Readonly<Record<OptionKind, OptionRow>>;

export const optionTable: Readonly<Record<OptionKind, OptionRow>> = optionRows;

type BeforeOnlyKind = {
  [Kind in OptionKind]: (typeof optionRows)[Kind] extends { readonly isOfBefore: true } ? Kind : never;
}[OptionKind];

type BeforeOnlySetting = SettingOf<BeforeOnlyKind>;

export function isBeforeOnly(setting: EarlierSetting): setting is BeforeOnlySetting {
  return isOption(setting) && optionTable[setting.kind].isOfBefore === true;
}

export function isOption(setting: EarlierSetting): setting is OptionSetting {
  return setting.kind !== "verb" && setting.kind !== "name" && setting.kind !== "mistake";
}

export function hasMeaningAt(of: PlaceKind, kind: OptionKind): boolean {
  const { home, onWebhook } = optionTable[kind];
  return of === "webhook" ? onWebhook === true : home === "both" || home === of;
}

/** The option `WithContext(key, provide)`, which provides a context's value for each request. */
export interface ContextProvision {
  /** Called with the request, or with a principal and the request. If it throws an error, the client gets the error. */
  readonly provide: ProvideContext;
  /** The scheme whose principal is the first argument of `provide`; undefined if `provide` gets only the request. */
  readonly scheme: Scheme | undefined;
  readonly isAfter: boolean;
}

export type ProvideContext = (...given: never) => unknown;

/** The options of a route: its own, and those of all Routers and controllers around it. */
export interface RouteSettings {
  readonly prefix: string;
  readonly versions: DeclaredVersions | undefined;
  readonly tags: readonly string[];
  readonly middleware: readonly Middleware[];
  readonly guards: readonly Guard[];
  /** The nearest `WithSecurity`. A request must meet all its requirements. */
  readonly security: readonly SecurityNeed[] | undefined;
  readonly contextSettings: readonly SettingOf<"context">[];
  /** For each context, the `WithContext` that is nearest to the route. */
  readonly contexts: ReadonlyMap<AnyContext, ContextProvision>;
  readonly status: number | undefined;
  /** The change, if `status` comes from `Before(change, Status(...))`. */
  readonly statusBefore: Change | undefined;
  readonly deprecated: boolean;
  readonly hidden: boolean;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly operationID: string | undefined;
  /** The overrides of all `WithOperation` options, outermost first. */
  readonly operation: readonly OpenAPIOperationWords[];
  readonly changes: readonly Change[];
  readonly lifecycle: Lifecycle | undefined;
  readonly inputs: readonly Input[];
  readonly responses: readonly DeclaredResponse[];
  /** Every `Before` of the route, and of all Routers and controllers around it, outermost first. */
  readonly befores: readonly WrittenBefore[];
  readonly shadows: readonly SettingOf<"shadow">[];
  readonly held: readonly HeldOption[];
}

/** An option in `Before(change, ...)`, such as an old path, whose change affects every request of older versions. */
export interface HeldOption {
  readonly kind: "verb" | "prefix" | "guards" | "middleware" | "security";
  readonly change: Change;
}

export interface WrittenBefore {
  readonly change: Change;
  readonly settings: readonly EarlierSetting[];
}

export interface DeclaredVersions {
  readonly named: readonly Version[];
  readonly range: VersionRange | undefined;
}

/** The versions from `since` to `until`, both inclusive. An undefined bound is open. */
export interface VersionRange {
  readonly since: Version | undefined;
  readonly until: Version | undefined;
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
