import { isUnderstood, mark, ownCopy, sharedByCopies } from "../../core/model/copies";
import { assertFilledText, assertOptions, kinds } from "../../core/model/options";
import { describe, isObject, quote } from "../../core/model/value";

/**
 * A fact about the client that `Up` and `Down` functions need, such as its organisation's settings:
 * `Context<OrgSettings>("org")`. Two contexts of the same name are different; `Name` appears only in messages.
 */
export interface Context<T> {
  readonly Name: string;
  /** An example of the value, or a function that makes one, for the command `guide` and for `CheckChanges`. */
  readonly Example?: unknown;
  /** A description of the context's value, for readers of the migration guide. */
  readonly Description?: string;
  /** Pairs the context with a value for a conversion without a request: `V.Show(Plan, "1", plan, [Org.Is(org)])`. */
  readonly Is: (value: T) => ContextValue<T>;
  /** Sets the value for each example that `CheckChanges` converts: `Org.For((example) => orgOf(example))`. */
  readonly For: (valueOf: (example: unknown) => T) => ContextExample<T>;
  // This member exists only in the type: it makes the compiler reject a `Context<A>` in place of a `Context<B>`.
  readonly [contextBrand]: (value: T) => T;
}

/** A context with its value: `Org.Is(org)`. */
export interface ContextValue<T> {
  readonly Key: Context<T>;
  readonly Value: T;
}

/** A context, and the function that computes its value from each example: `Org.For((example) => ...)`. */
export interface ContextExample<T> {
  readonly Key: Context<T>;
  readonly ValueOf: (example: unknown) => T;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the type is used on both sides of a function
export type AnyContext = Context<any>;

const contextBrand: unique symbol = Symbol.for("versioned-controllers.context");

/** The options of a context. Tools that convert values without a request use them. */
export interface ContextOptions<T> {
  /** An example of the context's value, or a function that returns an example for the value being converted. */
  readonly Example?: T | ((value: unknown) => T);
  /** A description of the context's value, for readers of the migration guide: `"your organisation's settings"`. */
  readonly Description?: string;
}

/**
 * Creates the key of a fact about the client of a request: `const Org = Context<OrgSettings>("org")`.
 *
 * An `Up` or `Down` with the key in `Needs` gets the value from the route's option `WithContext`. Without a request, in
 * `CheckChanges` and `guide`, it gets `Example` of `{ Example: { plan: "pro" }, Description: "your plan" }`.
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
  assertOptions<ContextOptions<unknown>>("Context", options, {
    Example: kinds.anything,
    Description: kinds.filledText,
  });
  const { Description, Example } = options as Partial<AnyContext>;
  return { ...(Example !== undefined && { Example }), ...(Description !== undefined && { Description }) };
}

export function contextExampleOf({ Example }: AnyContext): ((value: unknown) => unknown) | undefined {
  if (Example === undefined) return undefined;
  return typeof Example === "function" ? (Example as (value: unknown) => unknown) : () => Example;
}

/** A context with the time of the request, from `AppOptions.Now`. The context needs no `WithContext`. */
export const Now: Context<Date> = /* @__PURE__ */ (() =>
  sharedByCopies(`now.${ownCopy.Interface}`, () => Context<Date>("Now")))();

export function isContext(value: unknown): value is AnyContext {
  return isObject(value) && contextBrand in value && isUnderstood(value);
}

/** Reads the value of a context from a recording, in which the time of {@link Now} is a text. */
export function contextFromJSON(key: AnyContext, json: unknown): unknown {
  return key === Now ? new Date(String(json)) : json;
}

/** The values of contexts, for one request, or for one call without a request, such as `V.Show`. */
export class ContextValues {
  readonly #values: ReadonlyMap<AnyContext, unknown>;
  /** Stores the results of `listOf`, which is called with the same keys for every item of a list in a response. */
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

  entries(): Iterable<readonly [AnyContext, unknown]> {
    return this.#values;
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

export const noContexts = new ContextValues(new Map());
