import * as fc from "fast-check";
import { CarriedNode, type Carrier } from "../model/carried";
import type { Schema } from "../model/schema";
import type { Examples } from "./examples";
import type { Judges } from "./judges";

/** An example, and what it carries; undefined where it carries nothing. */
export type Example = readonly [example: unknown, carried: unknown];

/** The source of examples with what they carry. */
export type PairSource =
  | { readonly kind: "given"; readonly values: readonly Example[] }
  | { readonly kind: "made"; readonly values: fc.Arbitrary<Example> }
  | { readonly kind: "none"; readonly reason: string };

/** The examples of a schema whose values carry nothing. */
export function alone(source: ReturnType<Examples["of"]>): PairSource {
  switch (source.kind) {
    case "given":
      return { kind: "given", values: source.values.map((value) => [value, undefined]) };
    case "made":
      return { kind: "made", values: source.values.map((value) => [value, undefined] as const) };
    case "none":
      return source;
  }
}

/** The number of carried values that stand beside examples of an application's own. */
const samples = 20;

/** The examples of a schema, each with one of what it carries. */
export function carrying({ schema }: Carrier, of: Schema, examples: Examples): PairSource {
  const [source, carried] = [examples.of(of), examples.of(schema)];
  if (carried.kind === "none") return { kind: "none", reason: `its carried value: ${carried.reason}` };
  if (source.kind === "none") return source;
  if (source.kind === "made") {
    const beside = carried.kind === "made" ? carried.values : fc.constantFrom(...carried.values);
    return { kind: "made", values: fc.tuple(source.values, beside) };
  }
  const pool = examples.some(schema, samples);
  return { kind: "given", values: source.values.map((value, i) => [value, pool[i % pool.length]]) };
}

/** What a Down is given of an example of what is carried; undefined where that does not fit its schema. */
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
