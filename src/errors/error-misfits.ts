import type { Logger } from "../model/app-options";
import type { ErrorFormat } from "../model/error-format";
import type { Issue, Validate } from "../model/schema";
import { isThenable } from "../model/value";
import { issuesInWords } from "../schema/issues";
import { writeLog } from "./log";

/** Warns of a body that does not match `Errors.Schema`, once for each status. */
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

/**
 * The format with a `Body` that reports results that do not match the schema (`AppOptions.CheckResponses`). They are
 * still sent, because an error about the schema would hide the original error.
 */
export function watchedErrors(
  format: ErrorFormat,
  validate: Validate,
  report: ReturnType<typeof errorMisfitWarning>,
): ErrorFormat {
  const { Body } = format;
  if (!Body) return format;
  const watch = async (status: number, body: unknown): Promise<void> => {
    try {
      const verdict = await validate(JSON.parse(JSON.stringify(body)));
      if ("issues" in verdict) report(status, verdict.issues);
    } catch {
      // A body that JSON cannot represent is logged when it is sent; a schema that throws proves nothing about it.
    }
  };
  return {
    ...format,
    Body: (error, about) => {
      const body = Body(error, about);
      if (!isThenable(body)) void watch(error.status, body);
      return body;
    },
  };
}
