import { fastCheck, type Arbitrary } from "./fast-check";
import type { JSONSchema } from "../../model/schema";

/** Numbers within a schema's bounds; a validator makes the final selection. */
export function numbersOf(schema: JSONSchema, isInteger: boolean): Arbitrary<number> {
  const step = typeof schema.multipleOf === "number" ? schema.multipleOf : undefined;
  const min = boundOf(schema.minimum, schema.exclusiveMinimum, Math.max) ?? -Infinity;
  const max = boundOf(schema.maximum, schema.exclusiveMaximum, Math.min) ?? Infinity;
  const values = withinBounds(min, max, { step, isInteger });
  // The exclusive bound itself would occur often, because examples shrink towards it.
  return values.filter((value) => value !== schema.exclusiveMinimum && value !== schema.exclusiveMaximum);
}

interface Kind {
  readonly step: number | undefined;
  readonly isInteger: boolean;
}

function withinBounds(min: number, max: number, { step, isInteger }: Kind): Arbitrary<number> {
  if (step !== undefined) return multiples(min, max, step);
  const integers = multiples(min, max, 1);
  if (isInteger) return integers;
  const within = {
    noNaN: true,
    noDefaultInfinity: true,
    ...(max >= min && { min: finite(min), max: finite(max) }),
  };
  // Hundredths, for amounts of money.
  return fastCheck().oneof(integers, multiples(min, max, 0.01), fastCheck().double(within));
}

function boundOf(
  inclusive: unknown,
  exclusive: unknown,
  nearest: (a: number, b: number) => number,
): number | undefined {
  const bounds = [inclusive, exclusive].filter((one) => typeof one === "number");
  return bounds.length > 0 ? bounds.reduce(nearest) : undefined;
}

function finite(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}

/** Numbers that a double represents exactly; small ones as often as large ones. */
function multiples(min: number, max: number, step: number): Arbitrary<number> {
  const limit = Number.MAX_SAFE_INTEGER;
  const from = Math.max(-limit, Math.ceil(min / step));
  const to = Math.max(from, Math.min(limit, Math.floor(max / step)));
  // A product of doubles has an error in its last digits, which decimals do not have.
  const multiple = (n: number): number => (step === 1 ? n : Number((n * step).toPrecision(15)));
  const near = Math.max(from, Math.min(to, 0));
  return fastCheck()
    .oneof(
      fastCheck().integer({ min: from, max: to }),
      fastCheck().integer({ min: Math.max(from, near - 1000), max: Math.min(to, near + 1000) }),
      fastCheck().integer({ min: Math.max(from, near - 1e8), max: Math.min(to, near + 1e8) }),
    )
    .map(multiple);
}
