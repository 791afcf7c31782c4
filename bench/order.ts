import type { Request } from "./workload";

/** The requests to be sent: over `connections` kept alive, each with one request under way. */
export interface Order {
  readonly port: number;
  readonly seconds: number;
  readonly connections: number;
  readonly requests: readonly Request[];
}

/** The answers that came back. */
export interface Delivery {
  readonly answered: number;
  /** How many of them had the wrong status, or came to nothing. */
  readonly wrong: number;
  /** Of a hundred answers, all but the slowest took at most so many milliseconds. */
  readonly p99: number;
}

/** A load tool's words on its answers. */
interface Told {
  readonly counts: readonly (readonly [status: number, count: number])[];
  readonly errors: number;
  readonly p99: number;
}

/** Counts answers by status; the first request's status is that of all. */
export function delivered({ requests }: Order, { counts, errors, p99 }: Told): Delivery {
  const expected = requests[0]?.status;
  const sum = (chosen: typeof counts): number => chosen.reduce((total, [, count]) => total + count, 0);
  return {
    answered: sum(counts),
    wrong: sum(counts.filter(([status]) => status !== expected)) + errors,
    p99,
  };
}
