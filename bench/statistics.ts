/** Several measurements of one thing. */
export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** The spread of some values; NaN where there is none. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return {
    median: mean([at(sorted, Math.floor(middle)), at(sorted, Math.ceil(middle))]),
    lowest: at(sorted, 0),
    highest: at(sorted, sorted.length - 1),
  };
}

/** The mean of the best quarter: what is left of costs where nothing else disturbs; NaN where there is none. */
export function bestOf(values: readonly number[]): number {
  return mean(values.toSorted((a, b) => a - b).slice(0, Math.ceil(values.length / 4)));
}

/** The same values in a random order. */
export function shuffled<Value>(values: readonly Value[]): readonly Value[] {
  const order = values.map((value) => ({ value, at: Math.random() }));
  return order.toSorted((one, other) => one.at - other.at).map(({ value }) => value);
}

/** The least value that a share of the values does not exceed: `quantile(values, 0.99)`; NaN where there is none. */
export function quantile(values: readonly number[], share: number): number {
  return at(
    values.toSorted((a, b) => a - b),
    Math.ceil(values.length * share) - 1,
  );
}

/** The arithmetic mean. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Number.NaN;
}
