import type { WarnOnce } from "../../core/errors/request-warnings";
import type { ErrorFormat } from "../../core/model/error-format";
import type { Validate } from "../../core/model/schema";
import { isThenable } from "../../core/model/value";
import { issuesInWords } from "../issues";
import { errorBodyValidator, type Schemas } from "../schemas";

/** Warns of bodies from `Errors.Body` that do not match `Errors.Schema`. They are sent nevertheless. */
export function watchedErrors(format: ErrorFormat, schemas: Schemas, warn: WarnOnce): ErrorFormat {
  const { Body } = format;
  const validate = Body && errorBodyValidator(schemas);
  if (!validate) return format;
  return {
    ...format,
    Body: (error, about) => {
      const result = Body(error, about);
      if (!isThenable(result)) void watch(error.status, result, { validate, warn });
      return result;
    },
  };
}

async function watch(
  status: number,
  result: unknown,
  { validate, warn }: { readonly validate: Validate; readonly warn: WarnOnce },
): Promise<void> {
  try {
    const verdict = await validate(JSON.parse(JSON.stringify(result)));
    if (!("issues" in verdict)) return;
    const text = (): string =>
      `AppOptions: the body that Errors.Body returned for status ${status} does not match Errors.Schema, but was sent: ${issuesInWords(verdict.issues).join("; ")}; correct Errors.Body or Errors.Schema`;
    warn(undefined, `error body ${status}`, text, { status });
  } catch {
    // An error of the validator is ignored. A body that JSON cannot represent is logged when the body is sent.
  }
}
