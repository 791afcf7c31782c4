import { fractionsFrom } from "../../support/seed";

/** Random numbers that begin anew by a seed, so that a failure can be had again. */
export interface Random {
  /** A whole number below a limit. */
  below(limit: number): number;
  among<Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value;
  /** Letters. */
  word(): string;
}

export function randomFrom(seed: number): Random {
  const next = fractionsFrom(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    among: <Value>(values: readonly Value[]): Value => {
      const at = below(values.length);
      if (at in values) return values[at] as Value;
      throw new RangeError("nothing to choose among");
    },
    word: () => Array.from({ length: 4 + below(8) }, () => String.fromCharCode(97 + below(26))).join(""),
  };
}
