import type { ContextValues } from "../../schema/interface/context";
import { HTTPError } from "../../core/model/http-error";
import { Nothing, type History } from "../../schema/interface/histories";
import type { Issue, Misfit, Schema, Validate } from "../../schema/interface/schema";
import type { VersionPoint } from "../../core/model/version";
import { linkAt, shownBy } from "../../schema/interface/at-version";
import { upsFrom } from "./convert";
import { assertConvertible } from "./convertible";
import { isStricterRefusal } from "./conversion-errors";
import { findHostile, issueOfHostility } from "../../schema/hostile";
import { sharedReader, validatorOfSchema, type SchemaReader } from "../../schema/reader";
import { detailsOf } from "../../schema/issues";
import { upJudge } from "../schemas/up-judge";

/** Validates a value in a version's format, and converts it to the newest schema. `Up` functions get `contexts`. */
export type ReadValue = (value: unknown, contexts: ContextValues) => Promise<unknown>;

interface ReadMeans {
  readonly validate: Validate;
  readonly reader: SchemaReader;
  readonly misfit: (misfit: Misfit) => Error;
  /** Makes the error for a converted value that a newer schema rejects, if the change to this schema has `Stricter`. */
  readonly refusal: (misfit: Misfit) => Error;
}

/** Makes a {@link ReadValue}, which rejects with the error of `misfit`, of `refusal` or of a conversion. */
export function readingOf(
  history: History,
  at: VersionPoint,
  { validate, reader, misfit, refusal }: ReadMeans,
): ReadValue {
  const validatorOf = (schema: Schema): Validate =>
    upJudge(schema, validatorOfSchema(schema, reader), reader);
  const convertUp = upsFrom(history, at, { validatorOf, reader });
  return async (value, contexts) => {
    const verdict = await validate(value);
    if ("issues" in verdict) throw misfit(verdict);
    if (!convertUp) return verdict.value;
    try {
      return await convertUp(verdict.value, contexts);
    } catch (error) {
      if (!isStricterRefusal(error)) throw error;
      throw refusal({ issues: error.issuesFor(value), isUntried: error.isUntried });
    }
  };
}

/** Makes the function behind `V.Read`, which converts a value that a client sent to the form that handlers get. */
export function reading(history: History, at: VersionPoint): ReadValue {
  const reader = sharedReader();
  assertConvertible("Read", { history, at, reader });
  const shown = shownBy(linkAt(history, at));
  const validate = shown === Nothing ? () => ({ value: undefined }) : judging(validatorOfSchema(shown));
  return readingOf(history, at, {
    validate,
    reader,
    misfit: misfitError,
    refusal: misfitError,
  });
}

function judging(validate: Validate): Validate {
  return (value) => {
    const hostile = findHostile(value);
    if (!hostile) return validate(value);
    const issue = issueOfHostility(hostile);
    if (!("excess" in hostile)) return { issues: [issue] };
    throw malformed(issue);
  };
}

function malformed({ message }: Issue): HTTPError {
  return new HTTPError(400, `the value cannot be read: ${message}`, { code: "malformed_body" });
}

/** The error is like that of an invalid request, so the application can handle both in the same way. */
function misfitError({ issues, isUntried = false }: Misfit): HTTPError {
  if (isUntried && issues[0]) return malformed(issues[0]);
  return new HTTPError(400, "the value does not match the schema of this version", {
    code: "invalid_request",
    details: detailsOf([{ part: "body", issues }]),
  });
}
