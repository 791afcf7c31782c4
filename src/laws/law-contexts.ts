import {
  ContextValues,
  isContext,
  type AnyContext,
  type ContextExample,
  type ContextValue,
} from "../model/context";
import { describe, isObject, quote } from "../model/value";
import type { LawStep } from "./steps";

/** A context in the options of `CheckChanges`: one value, or one for each example. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as AnyContext
export type LawContext = ContextValue<any> | ContextExample<any>;

/** Makes the value of a context for an example. */
type ValueOf = (example: unknown) => unknown;

/** The contexts that laws are held with. */
export interface LawContexts {
  /** The words of the context that a step needs and nobody gives; undefined where none is missing. */
  readonly missingFor: (step: LawStep) => string | undefined;
  readonly valuesFor: (step: LawStep, example: unknown) => ContextValues;
}

/** `known` are those that need not be given, by their keys. @throws TypeError for what is no context, and one given twice. */
export function lawContextsOf(
  given: readonly LawContext[],
  known: ReadonlyMap<AnyContext, unknown>,
): LawContexts {
  const makers = new Map<AnyContext, ValueOf>();
  for (const one of given) {
    const [key, valueOf] = makerOf(one);
    if (makers.has(key)) throw new TypeError(`CheckChanges: the context ${quote(key.Name)} is given twice`);
    makers.set(key, valueOf);
  }
  for (const [key, value] of known) if (!makers.has(key)) makers.set(key, () => value);
  return {
    missingFor: ({ needs, up, down }) => {
      const missing = up || down ? needs.find((key) => !makers.has(key)) : undefined;
      return (
        missing &&
        `needs the context ${quote(missing.Name)}: add ${missing.Name}.Is(value) to the Context option of CheckChanges`
      );
    },
    valuesFor: ({ needs }, example) =>
      new ContextValues(new Map(needs.map((key) => [key, makers.get(key)?.(example)]))),
  };
}

function makerOf(one: unknown): readonly [AnyContext, ValueOf] {
  if (isObject(one) && "Key" in one && isContext(one.Key)) {
    if ("Value" in one) return [one.Key, () => one.Value];
    if ("ValueOf" in one) return [one.Key, one.ValueOf as ValueOf];
  }
  throw new TypeError(
    `CheckChanges: each context must be made by Is or For, such as Org.Is(org), got ${describe(one)}`,
  );
}
