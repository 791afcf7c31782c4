import { hasContent, isSuccess, isSuccessOrRange } from "../http/status";
import { newestOf } from "../model/at-version";
import { once } from "../model/collections";
import { entryFor, type Contract, type DeclaredResponse } from "../model/contract";
import { Nothing } from "../model/histories";
import type { LogFacts } from "../model/fault";
import type { Registration } from "../model/route";
import type { ClosedMembers, Validate } from "../model/schema";
import type { ResponseCheck } from "../model/serving";
import { isObjectOrFunction } from "../model/value";
import type { Version } from "../model/version";
import type { Exchange } from "../request/exchange";
import type { Schemas } from "../../schema/schemas";
import type { AnswerInProgress, Body, Stage } from "./body";

/** How a returned value becomes one declared response: its media type, validation and conversion. */
export interface ResponseTerms {
  /** The declared media type. If it is undefined, the kind of the value (text, bytes, JSON ...) decides. */
  readonly type: string | undefined;
  /** Removes members that the schema does not allow; undefined if the schema allows all. */
  readonly closed: ClosedMembers | undefined;
  readonly validate: Validate | undefined;
  /** Converts the handler's value to the form of the client's version; undefined if the forms are the same. */
  readonly conversion: Conversion | undefined;
  /** Takes apart the handler's value before any other stage; undefined if the schema needs none of this. */
  readonly opening: Opening | undefined;
}

/** The stages from a handler's value to the body of another version. */
export interface Conversion {
  /** Removes members that the schema of the handler's value does not allow; undefined if it allows all. */
  readonly closed: ClosedMembers | undefined;
  /** Validates the handler's value. */
  readonly validate: Validate | undefined;
  /** Replaces the opening of the terms. */
  readonly opening: Stage | undefined;
  /** The stages that ask what the conversion needs besides the value. */
  readonly asked: readonly Stage[];
  readonly convert: (body: Body, answer: AnswerInProgress) => Body;
  /** True if the newest version has no body, so that `convert` makes the body even for a status without content. */
  readonly isFromNothing: boolean;
  readonly type: string | undefined;
  /** Facts for the log if the converted value does not match its schema. */
  readonly facts: LogFacts | undefined;
  /**
   * Converts the JSON of a handler's value again, as a recording holds it. `given` may be changed.
   *
   * @throws The error that the answer would cause.
   */
  readonly again: (
    given: unknown,
    means: Pick<Exchange, "contexts" | "touched"> & Pick<AnswerInProgress, "carried">,
  ) => unknown;
}

export interface Opening {
  readonly stage: Stage;
  /** Does the same to a value that the handler sends itself. */
  readonly plain: (value: unknown) => unknown;
}

/** Makes the conversions of a route's responses. */
export interface Conversions {
  readonly of: (response: DeclaredResponse) => Pick<ResponseTerms, "conversion" | "opening">;
  /** The conversion of a success whose status no `WithResponse` declares, if other successes are converted. */
  readonly undeclared: Conversion;
}

export interface RouteResponses {
  readonly check: ResponseCheck;
  readonly version: Version | undefined;
  readonly termsOf: (status: number) => ResponseTerms | undefined;
  readonly carries: boolean;
  readonly convertsDown: boolean;
  /** Called if a handler sends a status that no `WithResponse` declares: the App then does not convert the body. */
  readonly undescribed?: (status: number) => void;
}

interface ResponseMeans {
  readonly schemas: Schemas;
  readonly check: ResponseCheck;
  /** Undefined if no response is converted. */
  readonly conversions: Conversions | undefined;
}

/** Compiles the validation and conversion of responses; undefined if no response needs them. */
export function compileResponses(
  { contract: { responses }, version }: Pick<Registration, "contract" | "version">,
  means: ResponseMeans,
): RouteResponses | undefined {
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
    check,
    version,
    termsOf: (status) => entryFor(terms, status) ?? (isSuccess(status) ? undeclared : undefined),
    convertsDown,
    carries,
  };
}

/**
 * Creates a function that resolves to true if every 2xx schema rejects undefined, so that a handler that returns
 * undefined has forgotten its `return`.
 *
 * There is no such function if no 2xx response has a schema, or if one of them may have no content.
 */
export function compileForgotten(
  { responses, status }: Pick<Contract, "responses" | "status">,
  { sentValidator }: Pick<Schemas, "sentValidator">,
): (() => Promise<boolean>) | undefined {
  const successes = responses.filter((response) => isSuccessOrRange(response.status));
  const newest = successes.map(({ schema, converted }) => (converted ? newestOf(converted.history) : schema));
  const isBare = successes.some((success, i) =>
    typeof success.status === "number" ? !hasContent(success.status) : newest[i] === undefined,
  );
  if (isBare || !hasContent(status) || newest.includes(Nothing)) return undefined;
  // Removes undefined, but keeps functions, because schemas of ArkType are functions.
  const schemas = newest.filter(isObjectOrFunction);
  if (schemas.length === 0) return undefined;
  return once(async () => {
    const accepting = await Promise.all(schemas.map((schema) => acceptsUndefined(sentValidator, schema)));
    return !accepting.includes(true);
  });
}

async function acceptsUndefined(validatorOf: Schemas["sentValidator"], schema: object): Promise<boolean> {
  try {
    return "value" in (await validatorOf(schema)(undefined));
  } catch {
    // A schema that throws an error for undefined does not accept undefined.
    return false;
  }
}

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
