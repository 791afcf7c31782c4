import { ContextValues, isContext, noContexts, type AnyContext, type ContextValue } from "../model/context";
import { type History, Nothing, type Link } from "../model/histories";
import { isObject, misfit, quote } from "../model/value";
import type { Contract, DeclaredResponse } from "../model/contract";
import type { VersionPoint } from "../model/version";
import { depthAt } from "./at-version";
import type { Wrong } from "../model/result";
import type { NeedsOf } from "./versioned-type";

export interface Need {
  readonly key: AnyContext;
  readonly link: Link;
}

/** Lists, without repetitions, the contexts that the conversions of requests and responses need. */
export function needsIn(contract: Contract): readonly Need[] {
  const needs = [...needsOfUps(contract), ...contract.responses.flatMap(needsOfDowns)];
  if (needs.length < 2) return needs;
  return [...new Map(needs.map((need) => [need.key, need])).values()];
}

export function needsOfUps({ convertedInputs }: Contract): readonly Need[] {
  return convertedInputs.flatMap(({ history, at }) => needsAt(history, at, "up"));
}

export function needsOfDowns({ converted }: DeclaredResponse): readonly Need[] {
  return converted ? needsAt(converted.history, converted.at, "down") : [];
}

export function contextsOf({ links }: History): ReadonlySet<AnyContext> {
  return new Set(links.flatMap(({ needs }) => needs));
}

function needsAt(history: History, at: VersionPoint, way: "up" | "down"): readonly Need[] {
  const { links } = history;
  if (links.every(({ needs }) => needs.length === 0)) return [];
  return links.slice(1, depthAt(history, at) + 1).flatMap((link, i) => {
    const to = way === "down" ? link.schema : links[i]?.schema;
    return to === Nothing ? [] : link.needs.map((key) => ({ key, link }));
  });
}

/** Makes the function that reads a list such as `[Org.Is(org)]`, and throws a TypeError if a context is missing. */
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
