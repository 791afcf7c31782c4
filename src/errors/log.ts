import type { Logger } from "../model/app-options";
import { takeRejection } from "../model/value";

/** A line for an application's Logger. */
export interface LogLine {
  readonly level: "warn" | "error";
  readonly fields: object;
  readonly message: string;
}

/** Writes a line to the Logger, or to the console if the Logger throws or rejects. Never throws. */
export function writeLog(logger: Logger, line: LogLine): void {
  const failed = (failure: unknown): void => {
    writeToConsole({ ...line, fields: { ...line.fields, logger: failure } });
  };
  try {
    takeRejection(logger[line.level](line.fields, line.message), failed);
  } catch (failure) {
    failed(failure);
  }
}

/* eslint-disable no-console -- the last resort: the client still gets its answer, and the line a place to be read */

function writeToConsole({ level, fields, message }: LogLine): void {
  try {
    console[level](fields, message);
  } catch {
    // The thrown value cannot even be printed.
    console[level](message);
  }
}

/* eslint-enable no-console */
