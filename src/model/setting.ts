import type { Part } from "./schema";
import type { SecurityNeed } from "./security";
import { isClass } from "./value";

/** Where a decorator keeps what it says: it tells options, and all other decorators, from other functions. */
export const says: unique symbol = Symbol("versioned-controllers option");

/** Whether a value can be called with a request: a function that is no decorator and no class. */
export function isCallable(value: unknown): value is (...args: never[]) => unknown {
  return typeof value === "function" && !Object.hasOwn(value, says) && !isClass(value);
}

/**
 * What one option says, as it was written: nothing is judged yet, so nothing is certain about a value
 * that came from a caller without types.
 */
export type Setting =
  | { readonly kind: "version"; readonly versions: readonly unknown[] }
  | { readonly kind: "since"; readonly version: unknown }
  | { readonly kind: "until"; readonly version: unknown }
  | { readonly kind: "lifecycle"; readonly lifecycle: unknown }
  | { readonly kind: "prefix"; readonly path: unknown }
  | { readonly kind: "tags"; readonly tags: readonly unknown[] }
  | { readonly kind: "guards"; readonly guards: readonly unknown[] }
  | { readonly kind: "middleware"; readonly handlers: readonly unknown[] }
  | { readonly kind: "security"; readonly needed: readonly SecurityNeed[] }
  | { readonly kind: "deprecated" }
  | { readonly kind: "hidden" }
  | { readonly kind: "status"; readonly code: unknown }
  | { readonly kind: "summary"; readonly text: unknown }
  | { readonly kind: "description"; readonly text: unknown }
  | { readonly kind: "operationID"; readonly id: unknown }
  | { readonly kind: "input"; readonly part: Part; readonly schema: unknown; readonly options?: unknown }
  | {
      readonly kind: "response";
      readonly status: unknown;
      readonly schema: unknown;
      readonly description: unknown;
    }
  | { readonly kind: "mistake"; readonly mistake: Mistake };

/** What cannot be a setting, kept as it was written, for `check` to report. */
export type Mistake =
  | { readonly kind: "not an option"; readonly written: string }
  | { readonly kind: "not called"; readonly name: string; readonly on?: string }
  | { readonly kind: "decorated Router"; readonly name: string }
  | { readonly kind: "too many arguments"; readonly name: string }
  | { readonly kind: "misplaced decorator"; readonly name: string; readonly on: "class" | "method" }
  | { readonly kind: "unusable member"; readonly what: UnusableMember };

/** A member of a class that can carry no route. */
export type UnusableMember = "a static method" | "a private method" | "a field" | "an accessor";

/** The settings of one kind. */
export type SettingOf<Kind extends Setting["kind"]> = Extract<Setting, { readonly kind: Kind }>;
