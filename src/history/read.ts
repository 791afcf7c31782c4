import type { ContextValues } from "../model/context";
import { HTTPError } from "../model/http-error";
import { Nothing, type History } from "../model/history";
import type { Issue, JSONSchema, Schema, Validate } from "../model/schema";
import type { VersionPoint } from "../model/version";
import { linkAt, shownBy } from "./at-version";
import { sharedAjv } from "../schema/ajv";
import type { CompiledSchema } from "../schema/compile-by-ajv";
import { describeSchema, standardOf, validatorOf } from "../schema/standard";
import { validatorBehindUp } from "../schema/schemas";
import { upsFrom } from "./convert";
import { StricterRefusal } from "./conversion-errors";
import { bodyOfExcess, findHostile } from "../schema/hostile";
import { detailsOf } from "../schema/issues";
import { jsonCopy } from "../schema/plain-copy";

/** Reads a value of a version's client as a handler would get it; see `DefinedVersions.Read`. */
export function reading(
  history: History,
  at: VersionPoint,
): (value: unknown, contexts: ContextValues) => Promise<unknown> {
  const shown = shownBy(linkAt(history, at));
  const validate = shown === Nothing ? undefined : validatorOfSchema(shown);
  const turnUp = upsFrom(history, at, { validatorOf: validatorOfSchema });
  return async (value, contexts) => {
    const read = validate && (await validated(validate, value));
    if (!turnUp) return read;
    try {
      return await turnUp(read, contexts);
    } catch (error) {
      throw error instanceof StricterRefusal ? misfitError(error.issuesFor(value)) : error;
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

/**
 * The validator of any schema, without a Build.
 *
 * @throws Error for plain JSON Schema if ajv is missing or refuses it.
 */
export function validatorOfSchema(schema: Schema): Validate {
  const { validate } = compiled(schema, false);
  // ajv writes defaults into its argument, which belongs to the caller.
  return standardOf(schema) ? validate : (value) => validate(jsonCopy(value));
}

/** The same for an Up's result in the place of a part that clients send as text. */
export function textValidatorOfSchema(schema: Schema): Validate {
  return validatorBehindUp(schema, { describe: describeSchema, compiled, ajv: sharedAjv });
}

function compiled(schema: object, coerces: boolean): Exclude<CompiledSchema, { readonly failure: string }> {
  const standard = standardOf(schema);
  if (standard) return { validate: validatorOf(standard, schema), unchecked: [] };
  const made = sharedAjv()?.(schema as JSONSchema, coerces);
  if (!made) throw new Error("plain JSON Schema needs ajv: npm install ajv");
  if ("failure" in made) throw new Error(`the schema cannot be compiled: ${made.failure}`);
  return made;
}
