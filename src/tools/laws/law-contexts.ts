import { contextExampleOf, ContextValues, isContext } from "../../schema/interface/context";
import type { AnyContext, ContextExample, ContextValue } from "../../schema/interface/context";
import { isObject, misfit, quote } from "../../core/model/value";
import type { LawStep } from "./steps";
import { CarriedNode, type Carrier } from "../../schema/interface/carried";
import type { Schema } from "../../schema/interface/schema";
import type { Examples, ExampleSource } from "./examples";
import { fastCheck } from "./fast-check";
import type { Judges } from "./judges";

/** A value for `Up` and `Down` that depends on the caller: `Org.Is(org)`, or for each example `Org.For(orgOf)`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as AnyContext
export type LawContext = ContextValue<any> | ContextExample<any>;

type ContextValueOf = (example: unknown) => unknown;

export interface LawContexts {
  /** Returns an error text if a step needs a context that has neither a value nor an Example; otherwise undefined. */
  readonly missingFor: (step: LawStep) => string | undefined;
  readonly valuesFor: (step: LawStep, example: unknown) => ContextValues;
}

/** Reads `CheckOptions.Context`, and `known` for other contexts. Throws a TypeError for a malformed or repeated one. */
export function lawContextsOf(
  given: readonly LawContext[],
  known: ReadonlyMap<AnyContext, unknown>,
): LawContexts {
  const makers = new Map<AnyContext, ContextValueOf>();
  for (const one of given) {
    const [key, valueOf] = makerOf(one);
    if (makers.has(key)) {
      throw new TypeError(`CheckChanges: the context ${quote(key.Name)} is in the list twice: remove one`);
    }
    makers.set(key, valueOf);
  }
  for (const [key, value] of known) if (!makers.has(key)) makers.set(key, () => value);
  const makerFor = (key: AnyContext): ContextValueOf | undefined => makers.get(key) ?? contextExampleOf(key);
  return {
    missingFor: ({ needs, up, down }) => {
      const missing = up || down ? needs.find((key) => !makerFor(key)) : undefined;
      return (
        missing &&
        `needs the context ${quote(missing.Name)}: add ${missing.Name}.Is(value) to the Context option of CheckChanges, or an Example to the key`
      );
    },
    valuesFor: ({ needs }, example) =>
      new ContextValues(new Map(needs.map((key) => [key, makerFor(key)?.(example)]))),
  };
}

function makerOf(one: unknown): readonly [AnyContext, ContextValueOf] {
  if (isObject(one) && "Key" in one && isContext(one.Key)) {
    if ("Value" in one) return [one.Key, () => one.Value];
    if ("ValueOf" in one) return [one.Key, one.ValueOf as ContextValueOf];
  }
  throw misfit("CheckChanges: each context", "made by its method Is or For, as in Org.Is(org)", one);
}

/** An example of a body, and of the data that handlers pass to `Carry` for older versions (undefined if none). */
export type Example = readonly [example: unknown, carried: unknown];

const carriedSamples = 20;

/** Finds the examples of a schema. With a `carrier`, pairs each example with a carried value. */
export function pairedExamples(
  of: Schema,
  carrier: Carrier | undefined,
  examples: Examples,
): ExampleSource<Example> {
  const source = examples.of(of);
  const carried = carrier ? examples.of(carrier.schema) : alone;
  if (carried.kind === "none") return { kind: "none", reason: `its carried value: ${carried.reason}` };
  if (source.kind === "none") return source;
  if (source.kind === "made") {
    const fc = fastCheck();
    const beside = carried.kind === "made" ? carried.values : fc.constantFrom(...carried.values);
    return { kind: "made", values: fc.tuple(source.values, beside) };
  }
  const pool = carrier ? examples.some(carrier.schema, carriedSamples) : alone.values;
  return { kind: "given", values: source.values.map((value, i) => [value, pool[i % pool.length]]) };
}

/** Without a `carrier`, each example is paired with undefined. */
const alone = { kind: "given", values: [undefined] } as const satisfies ExampleSource;

/** Validates an example of the data of `Carry`, and wraps it for `Down`; undefined if it is invalid. */
export async function nodeOf(
  { schema }: Carrier,
  example: unknown,
  { judge }: Judges,
): Promise<CarriedNode | undefined> {
  const verdict = await judge(schema, example);
  if ("issues" in verdict) return undefined;
  const node = new CarriedNode();
  node.set(verdict.value);
  return node;
}
