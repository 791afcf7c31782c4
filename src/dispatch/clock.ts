import type { Exchange } from "./exchange";

/** The time by an application's clock; one that fails is logged, ends no request, and gives none. */
export function timeBy(now: () => Date, exchange: Exchange): Date | undefined {
  try {
    return now();
  } catch (error) {
    exchange.fail(exchange, error, true);
    return undefined;
  }
}

/** Whether a date has come; not where there is none, or the time is unknown. */
export function isPast(date: Date | undefined, at: Date | undefined): boolean {
  return date !== undefined && at !== undefined && date <= at;
}
