import type { CallCount, CountedCalls } from "../model/usage-counts";

/** The sum of several counts, with their clients. */
export interface CallSum extends CallCount {
  /** By name, those with the most calls first. */
  readonly clients: ReadonlyMap<string, number>;
}

/** The sum of several counts, and the date of their last call. */
export function sumOf(counts: readonly CallCount[]): CallCount {
  const calls = counts.reduce((sum, count) => sum + count.calls, 0);
  const last = counts
    .flatMap((count) => count.last ?? [])
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1);
  return last === undefined ? { calls } : { calls, last };
}

/** The same with the clients of all. */
export function sumWithClients(counts: readonly CountedCalls[]): CallSum {
  const clients = new Map<string, number>();
  for (const [client, calls] of counts.flatMap((count) => [...count.clients])) {
    clients.set(client, (clients.get(client) ?? 0) + calls);
  }
  return { ...sumOf(counts), clients: new Map([...clients].toSorted(([, one], [, other]) => other - one)) };
}
