import { spreadOf, type Spread } from "./statistics";

/** The head of a table of {@link inTurn}'s rows. */
export const turnHead = (what: string): readonly string[] => [
  what,
  "microseconds",
  "low-high",
  "against",
  "ratio",
];

const batches = 9;

/** Adds the row of an operation held against another: both in turn, so that what else the machine does meets both. */
export async function inTurn(
  rows: (readonly string[])[],
  name: string,
  ours: () => unknown,
  others: () => unknown,
  times = 300,
): Promise<void> {
  const measured: [ours: number, others: number][] = [];
  for (let batch = -2; batch < batches; batch++) {
    const pair: [number, number] = [await timeOf(ours, times), await timeOf(others, times)];
    // The first ones are to be compiled by.
    if (batch >= 0) measured.push(pair);
  }
  const [own, other] = [spreadOf(measured.map(([one]) => one)), spreadOf(measured.map(([, one]) => one))];
  const ratio = spreadOf(measured.map(([one, two]) => one / two));
  rows.push([name, own.median.toFixed(1), lowToHigh(own), other.median.toFixed(1), ratio.median.toFixed(2)]);
}

async function timeOf(operation: () => unknown, times: number): Promise<number> {
  const start = performance.now();
  for (let time = 0; time < times; time++) {
    const result = operation();
    if (result instanceof Promise) await result;
  }
  return ((performance.now() - start) * 1e3) / times;
}

function lowToHigh({ lowest, highest }: Spread): string {
  return `${lowest.toFixed(1)}-${highest.toFixed(1)}`;
}
