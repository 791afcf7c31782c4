import { isUnderstood } from "./copies";
import type { Change } from "./change";
import { isCollector, isClass } from "./value";
import type { AnyContext, ContextProvision } from "./context";
import type { DeclaredResponse, Input } from "./contract";
import type { Guard, Middleware } from "./handler";
import type { Lifecycle } from "./lifecycle";
import type { OpenAPIOperationWords } from "./openapi";
import type { Part } from "./schema";
import type { Scheme, SecurityNeed } from "./security";
import type { Version } from "./version";

/** The key of the setting on an option's decorator; it distinguishes such decorators from other functions. */
export const says: unique symbol = Symbol.for("versioned-controllers.option");

/** True for a function that can be called with a request: not a decorator, class or Router. */
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
 * The values of one option as written: nothing has been checked yet, so a caller without types may have passed anything.
 *
 * A new option is a member here, a row in {@link optionTable} and a field of {@link RouteSettings}: the compiler then
 * names the other places that must handle it.
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
  /** `scheme`: undefined if `provide` takes no principal. */
  | {
      readonly kind: "context";
      readonly key: unknown;
      readonly scheme: Scheme | undefined;
      readonly provide: unknown;
      readonly options: unknown;
    }
  /** `isSo`: `false` is only allowed in Before; undefined if there is no argument. */
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
      /** The response's description, or the whole `ResponseOptions`. */
      readonly about: unknown;
    };

/** One option; within a `Before`, `before` is the change before which the option applies. */
export type OptionSetting = WrittenOption & { readonly before?: Change };

/** The schema of one part of the request: `WithBody` and similar options. */
export type InputSetting = {
  [P in Part]: { readonly kind: P; readonly schema: unknown; readonly options?: unknown };
}[Part];

/** One option, or a mistake in its place. */
export type Setting = OptionSetting | { readonly kind: "mistake"; readonly mistake: Mistake };

/** `@Get(path, ...options)` and similar verbs. */
export interface VerbNote {
  readonly kind: "verb";
  /** The name that users write. */
  readonly name: string;
  readonly method: unknown;
  readonly path: unknown;
  readonly settings: readonly Setting[];
}

/** The name of a webhook before a change. */
interface EarlierName {
  readonly kind: "name";
  readonly name: string;
}

/** A setting before a change; a verb has the route's earlier method and path. */
export type EarlierSetting = Setting | VerbNote | EarlierName;

/** The kinds of options. */
export type OptionKind = OptionSetting["kind"];

/** The settings of one kind. */
export type SettingOf<Kind extends Setting["kind"]> = Extract<Setting, { readonly kind: Kind }>;

/** The kinds of places for options. */
export type PlaceKind = "router" | "route" | "webhook";

type RoutePlaceKind = Exclude<PlaceKind, "webhook">;

/** The rules of one option that are the same everywhere. */
export interface OptionRow {
  /** The name that users write. */
  readonly name: string;
  /** The kind of place where the option has a meaning: a Router, a route, or both. */
  readonly home: RoutePlaceKind | "both";
  /** True if the option has a meaning on a webhook. */
  readonly onWebhook?: true;
  /** `replaces` means that two such options at one place are a mistake. */
  readonly repeats: "adds" | "replaces";
  /** The places whose `Before` may have the option; undefined for none. */
  readonly inBefore?: RoutePlaceKind | "both";
  /** True if the option only has a meaning in `Before`. */
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
  // Replaces the function of the same key only.
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
  // Replaces the response of the same status only.
  response: { name: "WithResponse", home: "both", onWebhook: true, repeats: "replaces" },
} as const satisfies Readonly<Record<OptionKind, OptionRow>>;

/** Every option, by the kind of its setting. */
export const optionTable: Readonly<Record<OptionKind, OptionRow>> = optionRows;

type BeforeOnlyKind = {
  [Kind in OptionKind]: (typeof optionRows)[Kind] extends { readonly isOfBefore: true } ? Kind : never;
}[OptionKind];

type BeforeOnlySetting = SettingOf<BeforeOnlyKind>;

/** True for a setting that only has a meaning in `Before`, according to {@link optionTable}. */
export function isBeforeOnly(setting: EarlierSetting): setting is BeforeOnlySetting {
  return isOption(setting) && optionTable[setting.kind].isOfBefore === true;
}

/** True if a setting is an option, not a verb, name or mistake. */
export function isOption(setting: EarlierSetting): setting is OptionSetting {
  return setting.kind !== "verb" && setting.kind !== "name" && setting.kind !== "mistake";
}

/** True if an option has a meaning at a kind of place. */
export function hasMeaningAt(of: PlaceKind, kind: OptionKind): boolean {
  const { home, onWebhook } = optionTable[kind];
  return of === "webhook" ? onWebhook === true : home === "both" || home === of;
}

/** The settings of a route: its own, and those of all places around it. */
export interface RouteSettings {
  /** All prefixes, joined. */
  readonly prefix: string;
  /** The declared versions; undefined if no place declares any. */
  readonly versions: DeclaredVersions | undefined;
  readonly tags: readonly string[];
  readonly middleware: readonly Middleware[];
  readonly guards: readonly Guard[];
  /** The arguments of the nearest `WithSecurity`; a request must meet all of them. */
  readonly security: readonly SecurityNeed[] | undefined;
  /** Every WithContext of the route and of the places around it. */
  readonly contextSettings: readonly SettingOf<"context">[];
  /** For each context, its nearest WithContext. */
  readonly contexts: ReadonlyMap<AnyContext, ContextProvision>;
  /** The declared status; undefined if no place declares one. */
  readonly status: number | undefined;
  /** The change before which the status applied; undefined for the newest status. */
  readonly statusBefore: Change | undefined;
  readonly deprecated: boolean;
  readonly hidden: boolean;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly operationID: string | undefined;
  /** The overridden members of the Operation Object, outermost first. */
  readonly operation: readonly OpenAPIOperationWords[];
  /** The changes of the route's behaviour, from WithChanges. */
  readonly changes: readonly Change[];
  /** The declared lifecycle of the route, each field from the nearest place that sets it; undefined without one. */
  readonly lifecycle: Lifecycle | undefined;
  readonly inputs: readonly Input[];
  readonly responses: readonly DeclaredResponse[];
  /** Every `Before`, of all places, outermost first, as written. */
  readonly befores: readonly WrittenBefore[];
  /** The old handlers that run next to the route's own, as written. */
  readonly shadows: readonly SettingOf<"shadow">[];
  /** The options in `befores` that affect requests: another path, other middleware, guards or security. */
  readonly held: readonly HeldOption[];
}

/** An option of a `Before` that applies in the versions of a form. */
export interface HeldOption {
  readonly kind: "verb" | "prefix" | "guards" | "middleware" | "security";
  readonly change: Change;
}

/** The settings of a place before a change. */
export interface WrittenBefore {
  readonly change: Change;
  readonly settings: readonly EarlierSetting[];
}

/** The declared versions of a route, by their names or by a range of the closed list. */
export interface DeclaredVersions {
  readonly named: readonly Version[];
  readonly range: VersionRange | undefined;
}

/** The versions from `since` to `until`, both inclusive; an undefined bound leaves the range open. */
export interface VersionRange {
  readonly since: Version | undefined;
  readonly until: Version | undefined;
}

/** A value that cannot be a setting, kept as written, for `check` to report. */
export type Mistake =
  | { readonly kind: "not an option"; readonly written: string }
  | { readonly kind: "not called"; readonly name: string; readonly on?: string }
  | { readonly kind: "decorated Router"; readonly name: string }
  | { readonly kind: "too many arguments"; readonly name: string }
  | { readonly kind: "misplaced decorator"; readonly name: string; readonly on: "class" | "method" }
  | { readonly kind: "unusable member"; readonly what: UnusableMember }
  | { readonly kind: "verb of several" };

/** A class member that cannot be a route. */
export type UnusableMember = "a static method" | "a private method" | "a field" | "an accessor";
