import type { Logger } from "../model/app-options";
import type { ErrorFormat } from "../model/error-format";
import type { Issue, Validate } from "../model/schema";
import { isThenable } from "../model/value";
import { issuesInWords } from "../schema/issues";
import { writeLog } from "./log";

/** Warns, once for each status, of an error body that does not match `Errors.Schema`. */
export function errorMisfitWarning(logger: Logger): (status: number, issues: readonly Issue[]) => void {
  const warned = new Set<number>();
  return (status, issues) => {
    if (warned.has(status)) return;
    warned.add(status);
    const misfits = issuesInWords(issues).join("; ");
    const text = `AppOptions: the body that Errors.Body returned for status ${status} does not match Errors.Schema: ${misfits}; it was sent all the same: correct Body or Schema`;
    writeLog(logger, "warn", text, { status });
  };
}

type ErrorBody = NonNullable<ErrorFormat["Body"]>;

/**
 * Wraps `Errors.Body` to report results that do not match the schema (`AppOptions.CheckResponses`). They are sent all
 * the same, because an error about the schema would hide the original error.
 */
export function watchedBody(
  body: ErrorBody,
  validate: Validate,
  report: ReturnType<typeof errorMisfitWarning>,
): ErrorBody {
  const watch = async (status: number, result: unknown): Promise<void> => {
    try {
      const verdict = await validate(JSON.parse(JSON.stringify(result)));
      if ("issues" in verdict) report(status, verdict.issues);
    } catch {
      // A body that JSON cannot represent is logged when it is sent; a schema that throws says nothing about the body.
    }
  };
  return (error, about) => {
    const result = body(error, about);
    if (!isThenable(result)) void watch(error.status, result);
    return result;
  };
}
