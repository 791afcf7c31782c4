import {
  ContextValues,
  isContext,
  noContexts,
  type AnyContext,
  type ContextValue,
} from "../../schema/interface/context";
import type { History } from "../../schema/interface/histories";
import { isObject, misfit, quote } from "../../core/model/value";
import type { Wrong } from "../../types/wrong";
import type { NeedsOf } from "./versioned-type";

export function contextsOf({ links }: History): ReadonlySet<AnyContext> {
  return new Set(links.flatMap(({ needs }) => needs));
}

/** Makes a function that reads `[Org.Is(org)]`, and throws a TypeError if a context of the history is missing. */
export function contextsReader(where: string, history: History): (given: unknown) => ContextValues {
  const needed = [...contextsOf(history)];
  return (given) => {
    if (given === undefined && needed.length === 0) return noContexts;
    const values = contextsIn(where, given);
    const missing = needed.find((key) => !values.has(key));
    if (!missing) return new ContextValues(values);
    const { Name } = missing;
    throw new TypeError(
      `${where}: the history needs the context ${quote(Name)}: pass [${Name}.Is(value)] as the last argument`,
    );
  };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as AnyContext
export type AnyContexts = readonly ContextValue<any>[];

export type NoContexts<H> = [NeedsOf<H>] extends [never]
  ? []
  : [context: Wrong<"the history needs contexts: pass a list such as [Org.Is(org)]">];

export type AllGiven<H, Given extends AnyContexts> = [NeedsOf<H>] extends [Given[number]["Key"]]
  ? unknown
  : Wrong<"the history needs a context that is not in the list: add it, such as Org.Is(org)">;

function contextsIn(where: string, given: unknown): ReadonlyMap<AnyContext, unknown> {
  if (given !== undefined && !Array.isArray(given)) {
    throw misfit(`${where}: the contexts`, "a list such as [Org.Is(org)]", given);
  }
  const values = new Map<AnyContext, unknown>();
  for (const one of (given ?? []) as readonly unknown[]) {
    if (!isObject(one) || !("Key" in one) || !isContext(one.Key) || !("Value" in one)) {
      throw misfit(`${where}: each context`, "made by its method Is, as in Org.Is(org)", one);
    }
    const { Key, Value } = one;
    if (values.has(Key)) {
      throw new TypeError(`${where}: the context ${quote(Key.Name)} is in the list twice: remove one`);
    }
    values.set(Key, Value);
  }
  return values;
}
