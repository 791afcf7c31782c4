import { isDate } from "node:util/types";
import type { AppOptions } from "../model/app-options";
import { takeRejection, describe } from "../model/value";
import type { Exchange } from "../request/exchange";
import { writeLog } from "../errors/log";

/** Returns the clock of lifecycles, `AppOptions.Now`. The clock throws if `Now` does not return a valid Date. */
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

/** Reads a clock. If the clock throws, logs the error for `exchange`, and returns undefined. */
export function timeBy(now: () => Date, exchange?: Exchange): Date | undefined {
  try {
    return now();
  } catch (error) {
    exchange?.fail(exchange, error, true);
    return undefined;
  }
}

/** Reads the clock for a Build or a document; undefined if the clock throws an error, which is logged. */
export function timeOf(options: Pick<AppOptions, "Now" | "Logger">): Date | undefined {
  try {
    return clockOf(options)();
  } catch (err) {
    writeLog(options.Logger ?? console, "error", "AppOptions.Now failed", { err });
    return undefined;
  }
}

/** True if a date is not later than `at`; false if one of the two is undefined. */
export function isPast(date: Date | undefined, at: Date | undefined): boolean {
  return date !== undefined && at !== undefined && date <= at;
}
