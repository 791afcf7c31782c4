import { table } from "./table";
import { mean, spreadOf } from "./statistics";

/** An operation, and what it is held against. */
export interface Pair {
  readonly name: string;
  readonly ours: () => unknown;
  readonly others: () => unknown;
}

/** In milliseconds: long enough for a share of the garbage that it makes to be collected within it. */
const sliceTime = 15;
const slices = 160;
const warmSlices = 40;

/**
 * Drives both sides of each pair in turn, slice by slice, and prints what one call of each costs.
 *
 * What else the machine does makes slices longer and none shorter, so that the best quarter of them tells the most.
 */
export async function printSlices(what: string, pairs: readonly Pair[]): Promise<void> {
  const rows: (readonly string[])[] = [];
  for (const pair of pairs) rows.push(await rowOf(pair));
  const head = [what, "best quarter, microseconds", "against", "ratio", "medians", "against", "ratio"];
  console.log(table(head, rows));
}

async function rowOf({ name, ours, others }: Pair): Promise<readonly string[]> {
  const figures: readonly [number[], number[]] = [[], []];
  for (let slice = -warmSlices; slice < slices; slice++) {
    // There and back, so that neither always pays for the other's garbage.
    for (const side of slice % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const time = await timeOf(side === 0 ? ours : others);
      if (slice >= 0) figures[side].push(time);
    }
  }
  const [best, bestOfOthers] = figures.map(bestQuarter);
  const [median, medianOfOthers] = figures.map((times) => spreadOf(times).median);
  return [name, ...compared(best, bestOfOthers), ...compared(median, medianOfOthers)];
}

function compared(own = Number.NaN, other = Number.NaN): readonly string[] {
  return [own.toFixed(1), other.toFixed(1), (own / other).toFixed(2)];
}

function bestQuarter(times: readonly number[]): number {
  return mean(times.toSorted((a, b) => a - b).slice(0, Math.ceil(times.length / 4)));
}

/** Microseconds of one call; short ones are called several times between two looks at the clock. */
async function timeOf(operation: () => unknown): Promise<number> {
  const start = performance.now();
  let calls = 0;
  let took = 0;
  let batch = 1;
  do {
    for (let call = 0; call < batch; call++) {
      const result = operation();
      if (result instanceof Promise) await result;
    }
    calls += batch;
    took = performance.now() - start;
    batch = took < sliceTime / 100 ? batch * 2 : batch;
  } while (took < sliceTime);
  return (took * 1e3) / calls;
}
