import type { Logger } from "../model/app-options";
import type { ErrorFormat } from "../model/error-format";
import type { Validate } from "../model/schema";
import { isThenable } from "../model/value";
import { issuesInWords } from "../schema/issues";
import { writeLog } from "./log";

/**
 * The same format, which warns once for each status of a body that does not match `Errors.Schema`
 * (`AppOptions.CheckResponses`). The body is sent all the same: an error in its place would hide the error.
 */
export function watchedErrors(format: ErrorFormat, validate: Validate, logger: Logger): ErrorFormat {
  const { Body } = format;
  if (!Body) return format;
  const warned = new Set<number>();
  const watch = async (status: number, body: unknown): Promise<void> => {
    try {
      const verdict = await validate(JSON.parse(JSON.stringify(body)));
      if (!("issues" in verdict) || warned.has(status)) return;
      warned.add(status);
      const misfits = issuesInWords(verdict.issues).join("; ");
      const text = `AppOptions: the body that Errors.Body returned for status ${status} does not match Errors.Schema: ${misfits}; it was sent all the same: correct Body or Schema`;
      writeLog(logger, "warn", text, { status });
    } catch {
      // The failure of a body without JSON is logged when the body is written; a schema's own failure says nothing of it.
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
