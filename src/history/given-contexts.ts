import { ContextValues, isContext, noContexts, type AnyContext } from "../model/context";
import type { History } from "../model/history";
import { describe, isObject, quote } from "../model/value";
import { contextsOf } from "./needs";

/**
 * Reads the contexts passed to `V.Show` or `V.Read`: `[Org.Is(org)]`, in any order.
 *
 * @throws TypeError if a needed context is missing, if one is repeated, or for any other value.
 */
export function contextsReader(where: string, history: History): (given: unknown) => ContextValues {
  const needed = [...contextsOf(history)];
  return (given) => {
    if (given === undefined && needed.length === 0) return noContexts;
    const values = contextsIn(where, given);
    const missing = needed.find((key) => !values.has(key));
    if (!missing) return new ContextValues(values);
    const { Name } = missing;
    throw new TypeError(`${where}: the history needs the context ${quote(Name)}: pass [${Name}.Is(value)]`);
  };
}

function contextsIn(where: string, given: unknown): ReadonlyMap<AnyContext, unknown> {
  const values = new Map<AnyContext, unknown>();
  for (const one of listOf(where, given)) {
    const { Key, Value } = valueIn(where, one);
    if (values.has(Key)) throw new TypeError(`${where}: the context ${quote(Key.Name)} is given twice`);
    values.set(Key, Value);
  }
  return values;
}

function listOf(where: string, given: unknown): readonly unknown[] {
  if (given === undefined) return [];
  if (Array.isArray(given)) return given as readonly unknown[];
  throw new TypeError(`${where}: the contexts must be a list such as [Org.Is(org)], got ${describe(given)}`);
}

function valueIn(where: string, one: unknown): { readonly Key: AnyContext; readonly Value: unknown } {
  if (isObject(one) && "Key" in one && isContext(one.Key) && "Value" in one) {
    return { Key: one.Key, Value: one.Value };
  }
  throw new TypeError(`${where}: each context must be made by Is, such as Org.Is(org), got ${describe(one)}`);
}
