import { isDate } from "node:util/types";
import type { AppOptions } from "../model/app-options";
import { takeRejection, describe } from "../model/value";
import type { Exchange } from "../request/exchange";
import { writeLog } from "../errors/log";

/** Returns a function that reads the time from `AppOptions.Now`, and throws if `Now` does not return a valid Date. */
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

/** Returns the time; undefined if the clock throws. The error is then only logged, and the request continues. */
export function timeBy(now: () => Date, exchange?: Exchange): Date | undefined {
  try {
    return now();
  } catch (error) {
    exchange?.fail(exchange, error, true);
    return undefined;
  }
}

/** Returns the time for code outside of requests. If `Now` throws, the error is logged, and the result is undefined. */
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
