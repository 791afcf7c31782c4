import type { JSONSchema } from "../../schema/interface/schema";

/**
 * Lists the smallest and the largest number that a schema allows, as far as it has limits. The limits of safe integers
 * do not count: zod writes them for every `z.int()`.
 */
export function endsOf(schema: JSONSchema): readonly number[] {
  const { low, high } = rangeOf(schema);
  const ends = [low, high].filter((end) => end !== undefined);
  return ends.filter((end) => Math.abs(end) < Number.MAX_SAFE_INTEGER);
}

/**
 * Returns another number than `usual` for each `turn` from 1 on, with a fraction if the schema allows one; `usual` or a
 * number near it, if the limits allow few numbers.
 */
export function variedNumber(schema: JSONSchema, usual: number, turn: number): number {
  const { low, high, step } = rangeOf(schema);
  const isWithin = (value: number): boolean => value >= (low ?? value) && value <= (high ?? value);
  if (step !== undefined) {
    // Of decimals, a sum may have a digit too many: 0.1 + 0.2 is 0.30000000000000004.
    const near = [turn, -turn].map((times) => Number((usual + times * step).toPrecision(15)));
    return near.find(isWithin) ?? usual;
  }
  const middle = low !== undefined && high !== undefined ? low + (high - low) * 0.375 : usual;
  return [turn + 0.5, (low ?? 0) + turn + 0.5, (high ?? 0) - turn - 0.5].find(isWithin) ?? middle;
}

interface NumberRange {
  readonly low: number | undefined;
  readonly high: number | undefined;
  /** The difference between two allowed numbers; undefined if the schema allows fractions. */
  readonly step: number | undefined;
}

function rangeOf({
  minimum,
  exclusiveMinimum,
  maximum,
  exclusiveMaximum,
  ...schema
}: JSONSchema): NumberRange {
  const step = stepOf(schema);
  const lows = [
    end(minimum, (least) => (step === undefined ? least : Math.ceil(least / step) * step)),
    end(exclusiveMinimum, (least) =>
      step === undefined ? least + smallGap : (Math.floor(least / step) + 1) * step,
    ),
  ].filter((one) => one !== undefined);
  const highs = [
    end(maximum, (most) => (step === undefined ? most : Math.floor(most / step) * step)),
    end(exclusiveMaximum, (most) =>
      step === undefined ? most - smallGap : (Math.ceil(most / step) - 1) * step,
    ),
  ].filter((one) => one !== undefined);
  return {
    low: lows.length > 0 ? Math.max(...lows) : undefined,
    high: highs.length > 0 ? Math.min(...highs) : undefined,
    step,
  };
}

/** The distance of a sample from a limit that the limit itself excludes, if the schema allows fractions. */
const smallGap = 0.25;

function stepOf({ multipleOf, type }: JSONSchema): number | undefined {
  if (typeof multipleOf === "number" && multipleOf > 0) return multipleOf;
  return type === "integer" ? 1 : undefined;
}

function end(limit: unknown, inside: (limit: number) => number): number | undefined {
  return typeof limit === "number" ? inside(limit) : undefined;
}

/** Replaces the last digit of a formatted text, or the word `example`, so that two texts of a format differ. */
export function variedText(text: string, turn: number): string {
  if (turn === 0) return text;
  if (text.includes("example")) return text.replace("example", `example${turn + 1}`);
  const day = /^\d{4}-\d{2}-0/.exec(text)?.[0];
  if (day !== undefined) return `${day}${1 + (turn % 9)}${text.slice(day.length + 1)}`;
  return text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + turn) % 10));
}
