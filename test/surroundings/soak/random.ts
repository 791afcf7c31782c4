/** Random numbers that begin anew by a seed, so that a failure can be had again. */
export interface Random {
  /** A whole number below a limit. */
  below(limit: number): number;
  among<Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value;
  /** Letters. */
  word(): string;
}

/** Mulberry32, by Tommy Ettinger: small, and even enough for choosing among requests. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
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
