import type { Logger } from "../model/app-options";
import { takeRejection } from "../model/value";

type Level = "warn" | "error";

/** Writes a line to the Logger, or to the console if the Logger throws or rejects. Never throws. */
export function writeLog(logger: Logger, level: Level, message: string, about: object = {}): void {
  const fields = { component: "Router", ...about };
  const failed = (failure: unknown): void => {
    writeToConsole(level, message, { ...fields, logger: failure });
  };
  try {
    takeRejection(logger[level](fields, message), failed);
  } catch (failure) {
    failed(failure);
  }
}

/* eslint-disable no-console -- the last resort: a line that the Logger does not take is not lost */

function writeToConsole(level: Level, message: string, fields: object): void {
  try {
    console[level](fields, message);
  } catch {
    // A getter in the fields may have thrown, so the message is printed without the fields.
    console[level](message);
  }
}

/* eslint-enable no-console */
