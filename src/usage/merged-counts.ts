import { usageIndex, type Usage } from "../model/usage-counts";
import { add, countOf, earlier, emptyTally, later, type Tally } from "./tally";

/**
 * The sum of several counts: calls are added, the later date is the last call, and the earlier one the beginning of
 * counting.
 *
 * @throws TypeError for a value that has no counts.
 */
export function merged(usages: readonly Usage[]): Usage {
  const tallies = new Map<string, Tally>();
  for (const usage of usages) {
    for (const [key, { calls, last, since, clients, changes }] of usageIndex(usage)) {
      const tally = tallies.get(key) ?? emptyTally(undefined);
      tallies.set(key, tally);
      tally.calls += calls;
      tally.last = later(tally.last, timeOf(last));
      tally.since = earlier(tally.since, timeOf(since));
      for (const [client, count] of clients) add(tally.clients, client, count);
      for (const [change, count] of changes) add(tally.changes, change, count);
    }
  }
  return usageOf(tallies);
}

/** Tallies as JSON; a key is an own member, whatever its name. */
export function usageOf(tallies: ReadonlyMap<string, Tally>): Usage {
  return Object.fromEntries([...tallies].map(([key, tally]) => [key, countOf(tally)]));
}

function timeOf(date: string | undefined): number | undefined {
  return date === undefined ? undefined : Date.parse(date);
}
