import { historyOf, Nothing } from "../model/histories";
import type { Validate } from "../model/schema";
import type { Schemas } from "../schema/schemas";
import { newestOf } from "./at-version";

/** Validates an error's body before it is converted; undefined if no usable schema describes it. */
export function errorBodyValidator(schemas: Schemas): Validate | undefined {
  const { declared } = schemas.errors;
  const history = historyOf(declared);
  const schema = history ? newestOf(history) : declared;
  if (!schema || schema === Nothing) return undefined;
  // Plain JSON Schema only describes errors: no ajv is needed for it.
  const compiled = schemas.compile({ schema, place: "response" });
  return compiled && "validate" in compiled ? schemas.sentValidator(schema) : undefined;
}
