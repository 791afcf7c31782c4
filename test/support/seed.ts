/** Where random values begin: `npm run test:long` begins each run with another number. */
export const SEED = Number(process.env.PROPERTY_SEED ?? 1);

/** Random fractions for `Math.random`. Mulberry32, by Tommy Ettinger: small, and even enough for choosing among requests. */
export function fractionsFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
