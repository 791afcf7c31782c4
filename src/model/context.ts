import { isUnderstood, mark, ownCopy, sharedByCopies } from "./copies";
import type { Scheme } from "./security";
import { assertFilledText, describe, isObject, quote } from "./value";

/**
 * A typed key of a fact about the caller of a request, for Up and Down functions: `Context<OrgSettings>("org")`.
 *
 * The object itself is the key; its name is used in messages.
 */
export interface Context<T> {
  readonly Name: string;
  /** The option `Example`, for `guide` and `CheckChanges`: a value, or a function that makes one. */
  readonly Example?: unknown;
  /** The description of the key for readers of `guide`; unset without one. */
  readonly Description?: string;
  /** The value for calls without a request: `V.Show(Plan, "1", plan, [Org.Is(org)])`. */
  readonly Is: (value: T) => ContextValue<T>;
  /** The value for each example of `CheckChanges`, computed from the example: `Org.For((example) => orgOf(example))`. */
  readonly For: (valueOf: (example: unknown) => T) => ContextExample<T>;
  // This member is for the compiler: a key of a wider or narrower type is another key.
  readonly [contextBrand]: (value: T) => T;
}

/** The value of a context, made by `Org.Is(org)`. */
export interface ContextValue<T> {
  readonly Key: Context<T>;
  readonly Value: T;
}

/** The value of a context for each example, made by `Org.For((example) => ...)`. */
export interface ContextExample<T> {
  readonly Key: Context<T>;
  readonly ValueOf: (example: unknown) => T;
}

/** A key of a context of any type. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the type is used on both sides of a function
export type AnyContext = Context<any>;

// A registered symbol, so that another copy of the package recognizes the key.
const contextBrand: unique symbol = Symbol.for("versioned-controllers.context");

/** The options of a key: for tools that show or check changes without a request. */
export interface ContextOptions<T> {
  /** An example of the context's value, or a function that makes one for the value to convert. */
  readonly Example?: T | ((value: unknown) => T);
  /** The fact in words for readers of `guide`: `"your organisation's settings"`. */
  readonly Description?: string;
}

/**
 * Creates a key of a fact about the caller of a request: `const Org = Context<OrgSettings>("org")`.
 *
 * A link names it in `Needs`, and `WithContext` provides its value. `Context<OrgSettings>("org", { Example: { plan:
 * "pro" }, Description: "your plan" })`: `CheckChanges` tries changes with the example, unless its own option `Context`
 * has the key.
 *
 * @throws TypeError for a name that is not a non-empty string, and for invalid options.
 */
export function Context<T>(name: string, options: ContextOptions<T> = {}): Context<T> {
  assertFilledText("Context: the name", name);
  const key: Context<T> = Object.freeze(
    mark({
      Name: name,
      ...readOptions(options),
      Is: (value: T) => Object.freeze(mark({ Key: key, Value: value })),
      For: (valueOf: (example: unknown) => T) => {
        if (typeof valueOf !== "function") {
          throw new TypeError(
            `For: the argument must be a function of the example, got ${describe(valueOf)}`,
          );
        }
        return Object.freeze(mark({ Key: key, ValueOf: valueOf }));
      },
      [contextBrand]: (value: T) => value,
    }),
  );
  return key;
}

function readOptions(options: unknown): Pick<AnyContext, "Example" | "Description"> {
  if (!isObject(options)) {
    throw new TypeError(`Context: the options must be an object, got ${describe(options)}`);
  }
  const unknown = Object.keys(options).find((name) => name !== "Example" && name !== "Description");
  if (unknown !== undefined) {
    throw new TypeError(`Context: an option must be Example or Description, got ${unknown}`);
  }
  const { Description, Example } = options as Partial<AnyContext>;
  if (Description !== undefined) assertFilledText("Context: Description", Description);
  return {
    ...(Example !== undefined && { Example }),
    ...(Description !== undefined && { Description }),
  };
}

/** Returns the function that makes a key's example for a value to convert; undefined for a key without an example. */
export function contextExampleOf({ Example }: AnyContext): ((value: unknown) => unknown) | undefined {
  if (Example === undefined) return undefined;
  return typeof Example === "function" ? (Example as (value: unknown) => unknown) : () => Example;
}

/** The time of a request from `AppOptions.Now`: a context that needs no `WithContext`. */
export const Now: Context<Date> = sharedByCopies(`now.${ownCopy.Interface}`, () => Context<Date>("Now"));

/** True if a value is a key of a context. */
export function isContext(value: unknown): value is AnyContext {
  return isObject(value) && contextBrand in value && isUnderstood(value);
}

/** A `WithContext` of a Router, controller or route: the function that provides a context's value for a request. */
export interface ContextProvision {
  /** Called with the request, or with the principal and the request; the client gets its error as the answer. */
  readonly provide: ProvideContext;
  /** The scheme that admits the principal; undefined if `provide` takes no principal. */
  readonly scheme: Scheme | undefined;
  /** True to call `provide` only after the handler has answered. */
  readonly isAfter: boolean;
}

/** Returns the value of a context. */
export type ProvideContext = (...given: never) => unknown;

/** The values of contexts by their keys, for one request, or one call without a request. */
export class ContextValues {
  readonly #values: ReadonlyMap<AnyContext, unknown>;
  /** Lists of values by a link's list of keys: all items of a list are converted with the same keys. */
  readonly #lists = new Map<readonly AnyContext[], readonly unknown[]>();

  constructor(values: ReadonlyMap<AnyContext, unknown>) {
    this.#values = values;
  }

  /** The values in the order of a list of keys. */
  listOf(keys: readonly AnyContext[]): readonly unknown[] {
    let list = this.#lists.get(keys);
    if (!list) {
      list = Object.freeze(keys.map((key) => this.#valueOf(key)));
      this.#lists.set(keys, list);
    }
    return list;
  }

  /** A copy with more values; a new value replaces the old one of the same key. */
  and(more: ReadonlyMap<AnyContext, unknown>): ContextValues {
    return new ContextValues(new Map([...this.#values, ...more]));
  }

  #valueOf(key: AnyContext): unknown {
    if (this.#values.has(key)) return this.#values.get(key);
    throw new TypeError(`the context ${quote(key.Name)} is needed, but no WithContext provides it`);
  }
}

/** The contexts for conversions that need no context. */
export const noContexts = new ContextValues(new Map());
