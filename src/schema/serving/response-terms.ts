import type { ResponseTerms } from "../../core/answer/terms";
import { isSuccess } from "../../http/status";
import { entryFor, type DeclaredResponse } from "../../core/model/contract";
import type { ResponseMeans, SchemaReading } from "../../core/wings/schema-reading";
import { stagesFor } from "./response-stages";

/** Compiles the validation and conversion of responses; undefined if no response needs them. */
export const compileResponses: SchemaReading["responsesOf"] = (
  { contract: { responses }, version },
  means,
) => {
  const { check, conversions } = means;
  const terms = new Map(responses.map((response) => [response.status, termsOf(response, means)]));
  const all = [...terms.values()];
  const convertsDown = all.some(({ conversion }) => conversion);
  const hasTerms = all.some(({ type, closed, validate, opening }) => type ?? closed ?? validate ?? opening);
  const carries = all.some(({ opening }) => opening);
  if (!convertsDown && check === undefined && !hasTerms) return undefined;
  const convertsSuccess = [...terms].some(([status, { conversion }]) => conversion && isOfSuccess(status));
  const undeclared = convertsSuccess ? { ...noTerms, conversion: conversions?.undeclared } : undefined;
  return {
    version,
    termsOf: (status) => entryFor(terms, status) ?? (isSuccess(status) ? undeclared : undefined),
    stagesOf: (one) => stagesFor(one, check),
    convertsDown,
    carries,
  };
};

function isOfSuccess(status: DeclaredResponse["status"]): boolean {
  return isSuccess(status) || status === "2XX" || status === "default";
}

const noTerms: ResponseTerms = {
  type: undefined,
  closed: undefined,
  validate: undefined,
  conversion: undefined,
  opening: undefined,
};

function termsOf(response: DeclaredResponse, { schemas, check, conversions }: ResponseMeans): ResponseTerms {
  const { schema, type } = response;
  const converted = { ...noTerms, type, ...conversions?.of(response) };
  if (!schema) return converted;
  return {
    ...converted,
    closed: converted.conversion ? schemas.convertedMembers(schema) : schemas.closedMembers(schema),
    validate: check === undefined ? undefined : schemas.sentValidator(schema),
  };
}
