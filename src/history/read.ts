import type { ContextValues } from "../model/context";
import { HTTPError } from "../model/http-error";
import { Nothing, type History } from "../model/history";
import type { Issue, Validate } from "../model/schema";
import type { VersionPoint } from "../model/version";
import { linkAt, shownBy } from "./at-version";
import { upsFrom } from "./convert";
import { isStricterRefusal } from "./conversion-errors";
import { bodyOfExcess, findHostile } from "../schema/hostile";
import { validatorOfSchema } from "../schema/reader";
import { detailsOf } from "../schema/issues";

/** Reads a value of a version's client as a handler would get it; see `DefinedVersions.Read`. */
export function reading(
  history: History,
  at: VersionPoint,
): (value: unknown, contexts: ContextValues) => Promise<unknown> {
  const shown = shownBy(linkAt(history, at));
  const validate = shown === Nothing ? undefined : validatorOfSchema(shown);
  const convertUp = upsFrom(history, at, { validatorOf: (schema) => validatorOfSchema(schema) });
  return async (value, contexts) => {
    const read = validate && (await validated(validate, value));
    if (!convertUp) return read;
    try {
      return await convertUp(read, contexts);
    } catch (error) {
      throw isStricterRefusal(error) ? misfitError(error.issuesFor(value)) : error;
    }
  };
}

async function validated(validate: Validate, value: unknown): Promise<unknown> {
  const hostile = findHostile(value);
  if (hostile && "excess" in hostile) throw bodyOfExcess(hostile.excess);
  const verdict = hostile ? { issues: [hostile.issue] } : await validate(value);
  if ("value" in verdict) return verdict.value;
  throw misfitError(verdict.issues);
}

/** The same error as for a request with this body, so that callers handle both alike. */
function misfitError(issues: readonly Issue[]): HTTPError {
  return new HTTPError(400, "the value does not match the version's schema", {
    code: "invalid_request",
    details: detailsOf([{ part: "body", issues }]),
  });
}
