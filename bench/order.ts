import type { Request } from "./workload";

/** What is to be sent: over `connections` kept alive, each with one request under way. */
export interface Order {
  readonly port: number;
  readonly seconds: number;
  readonly connections: number;
  readonly requests: readonly Request[];
}

/** What came back. */
export interface Delivery {
  readonly answered: number;
  /** How many of them had the wrong status, or came to nothing. */
  readonly wrong: number;
}

/** Counts answers by status; the first request's status is that of all. */
export function delivered(
  { requests }: Order,
  counts: readonly (readonly [status: number, count: number])[],
  errors: number,
): Delivery {
  const expected = requests[0]?.status;
  const sum = (chosen: typeof counts): number => chosen.reduce((total, [, count]) => total + count, 0);
  return {
    answered: sum(counts),
    wrong: sum(counts.filter(([status]) => status !== expected)) + errors,
  };
}
