import { spreadOf, type Spread } from "./statistics";

const batches = 9;

/** The results of the last call of each batch: a result that nobody reads is not computed. */
const results: unknown[] = [];

/**
 * The time of one call, in nanoseconds, over several batches. Not CPU time, to which V8's helpers on the other core add.
 *
 * A call gets a thing of its own, made by `make(n)` before the time runs; with `repeat`, it is called so often with each.
 */
export function nanosecondsOf<Thing>(
  make: (n: number) => Thing,
  operation: (thing: Thing) => unknown,
  repeat = 1,
): Spread {
  // Warm enough to be compiled.
  for (let batch = 0; batch < batches; batch++) timeOf(make, operation, repeat);
  return spreadOf(Array.from({ length: batches }, () => timeOf(make, operation, repeat)));
}

const things = 2_000;

function timeOf<Thing>(
  make: (n: number) => Thing,
  operation: (thing: Thing) => unknown,
  repeat: number,
): number {
  const made = Array.from({ length: things }, (_, n) => make(n));
  const start = performance.now();
  let result: unknown;
  for (let time = 0; time < repeat; time++) {
    for (const thing of made) result = operation(thing);
  }
  const passed = performance.now() - start;
  results.push(result);
  return (passed * 1e6) / (things * repeat);
}
