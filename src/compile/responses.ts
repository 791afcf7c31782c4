import { entryFor, type Contract, type DeclaredResponse } from "../model/contract";
import type { ResponseTerms, ResponseTermsOf } from "../model/serving";
import { validatorFor, type Schemas } from "../schema/schemas";

/** The terms of a contract's responses by status; undefined where they ask for nothing. */
export function compileResponses(
  { responses }: Contract,
  schemas: Schemas,
  isChecked: boolean,
): ResponseTermsOf | undefined {
  const terms = new Map(
    responses.map((response) => [response.status, termsOf(response, schemas, isChecked)]),
  );
  const isAsked = [...terms.values()].some(({ type, closed, validate }) => type ?? closed ?? validate);
  return isAsked ? (status) => entryFor(terms, status) : undefined;
}

function termsOf({ schema, type }: DeclaredResponse, schemas: Schemas, isChecked: boolean): ResponseTerms {
  if (!schema) return { type, closed: undefined, validate: undefined };
  return {
    type,
    closed: schemas.closedMembers(schema),
    validate: isChecked ? validatorFor(schemas, { schema, place: "response" }) : undefined,
  };
}
