import { isDate } from "node:util/types";
import type { AppOptions } from "../model/app-options";
import { takeRejection, describe } from "../model/value";
import type { Exchange } from "../request/exchange";
import { writeLog } from "../errors/log";

/** The clock of lifecycles. */
export function clockOf({ Now = () => new Date() }: Pick<AppOptions, "Now">): () => Date {
  return () => {
    const time: unknown = Now();
    if (isDate(time) && !Number.isNaN(time.getTime())) return time;
    throw new TypeError(
      `AppOptions.Now must return a Date, got ${takeRejection(time) ? "a promise" : timeInWords(time)}`,
    );
  };
}

function timeInWords(time: unknown): string {
  return isDate(time) ? "an invalid Date" : describe(time);
}

/**
 * The time of a clock; if it fails, the request continues, and the time is undefined. The answer to an exchange logs that,
 * what only tells of it does not.
 */
export function timeBy(now: () => Date, exchange?: Exchange): Date | undefined {
  try {
    return now();
  } catch (error) {
    exchange?.fail(exchange, error, true);
    return undefined;
  }
}

/** The time of a Build or a document; a failing clock is logged as well. */
export function timeOf(options: Pick<AppOptions, "Now" | "Logger">): Date | undefined {
  try {
    return clockOf(options)();
  } catch (err) {
    writeLog(options.Logger ?? console, "error", "AppOptions.Now failed", { err });
    return undefined;
  }
}

/** True if a date has come; false without a date or a time. */
export function isPast(date: Date | undefined, at: Date | undefined): boolean {
  return date !== undefined && at !== undefined && date <= at;
}
