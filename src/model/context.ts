import { isUnderstood, mark, ownCopy, sharedByCopies } from "./copies";
import type { Scheme } from "./security";
import { assertFilledText, assertOptions, describe, isObject, quote } from "./value";

/**
 * The key of a fact about a request's caller that `Up` and `Down` functions need: `Context<OrgSettings>("org")`.
 *
 * The key is the object itself. Its name appears only in messages.
 */
export interface Context<T> {
  readonly Name: string;
  /** An example of the value, or a function that makes one, for `guide` and `CheckChanges`. */
  readonly Example?: unknown;
  /** A description of the fact, for readers of `guide`. */
  readonly Description?: string;
  /** Sets the value for a call without a request: `V.Show(Plan, "1", plan, [Org.Is(org)])`. */
  readonly Is: (value: T) => ContextValue<T>;
  /** Computes the value from each example of `CheckChanges`: `Org.For((example) => orgOf(example))`. */
  readonly For: (valueOf: (example: unknown) => T) => ContextExample<T>;
  // This member is only for the compiler, which thereby rejects a context of a wider or narrower type.
  readonly [contextBrand]: (value: T) => T;
}

/** A context with its value: `Org.Is(org)`. */
export interface ContextValue<T> {
  readonly Key: Context<T>;
  readonly Value: T;
}

/** A context with a function that computes its value: `Org.For((example) => ...)`. */
export interface ContextExample<T> {
  readonly Key: Context<T>;
  readonly ValueOf: (example: unknown) => T;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the type is used on both sides of a function
export type AnyContext = Context<any>;

const contextBrand: unique symbol = Symbol.for("versioned-controllers.context");

/** The options of a context, for tools that convert values without a request. */
export interface ContextOptions<T> {
  /** An example of the value, or a function that makes one for the value to convert. */
  readonly Example?: T | ((value: unknown) => T);
  /** A description of the fact, for readers of `guide`: `"your organisation's settings"`. */
  readonly Description?: string;
}

/**
 * Creates the key of a fact about the caller of a request: `const Org = Context<OrgSettings>("org")`.
 *
 * A link names the key in `Needs`, and `WithContext` provides the value. A second argument such as
 * `{ Example: { plan: "pro" }, Description: "your plan" }` lets `CheckChanges` and `guide` work without a request.
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
            `For: the argument must be a function such as (example) => contextOf(example), got ${describe(valueOf)}; for a fixed value, use Is`,
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
  assertOptions<ContextOptions<unknown>>("Context", options, { Example: true, Description: true });
  const { Description, Example } = options as Partial<AnyContext>;
  if (Description !== undefined) assertFilledText("Context: Description", Description);
  return { ...(Example !== undefined && { Example }), ...(Description !== undefined && { Description }) };
}

/** Returns the function that makes an example of the context; undefined without the option `Example`. */
export function contextExampleOf({ Example }: AnyContext): ((value: unknown) => unknown) | undefined {
  if (Example === undefined) return undefined;
  return typeof Example === "function" ? (Example as (value: unknown) => unknown) : () => Example;
}

/** A context with the time of the request, by `AppOptions.Now`. It needs no `WithContext`. */
export const Now: Context<Date> = sharedByCopies(`now.${ownCopy.Interface}`, () => Context<Date>("Now"));

export function isContext(value: unknown): value is AnyContext {
  return isObject(value) && contextBrand in value && isUnderstood(value);
}

/** The arguments of a `WithContext`. */
export interface ContextProvision {
  /** Called with the request, or with the principal and the request. If it throws an error, this error is answered. */
  readonly provide: ProvideContext;
  /** The scheme whose principal `provide` gets first; undefined if `provide` gets only the request. */
  readonly scheme: Scheme | undefined;
  readonly isAfter: boolean;
}

/** The function that the application passes to `WithContext`. */
export type ProvideContext = (...given: never) => unknown;

/** The contexts of one request, or of one call without a request. */
export class ContextValues {
  readonly #values: ReadonlyMap<AnyContext, unknown>;
  /** The values for each list of keys in `Needs`. All items of a list in a response share one lookup. */
  readonly #lists = new Map<readonly AnyContext[], readonly unknown[]>();

  constructor(values: ReadonlyMap<AnyContext, unknown>) {
    this.#values = values;
  }

  listOf(keys: readonly AnyContext[]): readonly unknown[] {
    let list = this.#lists.get(keys);
    if (!list) {
      list = Object.freeze(keys.map((key) => this.#valueOf(key)));
      this.#lists.set(keys, list);
    }
    return list;
  }

  and(more: ReadonlyMap<AnyContext, unknown>): ContextValues {
    return new ContextValues(new Map([...this.#values, ...more]));
  }

  #valueOf(key: AnyContext): unknown {
    if (this.#values.has(key)) return this.#values.get(key);
    throw new TypeError(
      `the context ${quote(key.Name)} is needed, but no WithContext provides it: add WithContext to the route`,
    );
  }
}

/** The contexts of a conversion that needs none. */
export const noContexts = new ContextValues(new Map());
