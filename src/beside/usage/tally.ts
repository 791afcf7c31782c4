import { momentOf, usageIndex, type Usage, type UsageCount } from "../../records/usage-counts";

/** The calls of one route in one version, or of one kind of refusal. */
export interface Tally {
  calls: number;
  /** The time of the last call, in milliseconds since 1970; undefined if it is unknown. */
  last: number | undefined;
  /** The time at which counting began, in milliseconds since 1970; undefined if it is unknown. */
  since: number | undefined;
  readonly clients: Map<string, number>;
  readonly changes: Map<string, number>;
}

export function emptyTally(since: number | undefined): Tally {
  return { calls: 0, last: undefined, since, clients: new Map(), changes: new Map() };
}

export function addCalls(counts: Map<string, number>, name: string, calls: number): void {
  counts.set(name, (counts.get(name) ?? 0) + calls);
}

export function later(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.max(one, other);
}

/** Adds up the counts of several usages. Throws a TypeError for a value that has no counts. */
export function mergedUsage(usages: readonly Usage[]): Usage {
  const tallies = new Map<string, Tally>();
  for (const usage of usages) {
    for (const [key, { calls, last, since, clients, changes }] of usageIndex(usage)) {
      const tally = tallies.get(key) ?? emptyTally(undefined);
      tallies.set(key, tally);
      tally.calls += calls;
      tally.last = later(tally.last, momentOf(last));
      tally.since = earlier(tally.since, momentOf(since));
      for (const [client, count] of clients) addCalls(tally.clients, client, count);
      for (const [change, count] of changes) addCalls(tally.changes, change, count);
    }
  }
  return usageOf(tallies);
}

export function usageOf(tallies: ReadonlyMap<string, Tally>): Usage {
  return Object.fromEntries([...tallies].map(([key, tally]) => [key, countOf(tally)]));
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}

function countOf({ calls, last, since, clients, changes }: Tally): UsageCount {
  return {
    calls,
    ...(last === undefined ? {} : { last: new Date(last).toISOString() }),
    ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
    // `Object.fromEntries` creates an own member even for a client that is named `__proto__`.
    ...(clients.size === 0 ? {} : { clients: Object.fromEntries(clients) }),
    ...(changes.size === 0 ? {} : { changes: Object.fromEntries(changes) }),
  };
}
