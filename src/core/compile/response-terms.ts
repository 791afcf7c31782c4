import { hasContent, isSuccess, isSuccessOrRange } from "../http/status";
import { ConversionError } from "../../changes/history/conversion-errors";
import { once } from "../model/collections";
import { entryFor, type Contract, type DeclaredResponse } from "../model/contract";
import { Nothing } from "../model/histories";
import { isObjectOrFunction } from "../model/value";
import type { Registration } from "../model/route";
import type { Version } from "../model/version";
import type {
  ContextQuestion,
  Opening,
  ResponseCheck,
  ResponseDown,
  ResponseTerms,
  RouteResponses,
} from "../model/serving";
import { sameLinkIn, newestOf } from "../../changes/history/at-version";
import { openingAlone } from "../../changes/history/carried-places";
import { needsOfDowns } from "../../changes/history/contract-needs";
import { renderingOf } from "../../changes/history/rendering";
import type { Schemas } from "../../schema/schemas";

interface CompiledResponses extends Pick<Registration, "contract" | "version"> {
  readonly later: readonly ContextQuestion[];
}

/** Compiles the validation and conversion of responses; undefined if no response needs them. */
export function compileResponses(
  { contract: { responses }, version, later }: CompiledResponses,
  schemas: Schemas,
  check: ResponseCheck,
): RouteResponses | undefined {
  const isChecked = check !== undefined;
  const making = { schemas, isChecked, later };
  const terms = new Map(
    responses.map((response) => [response.status, termsOf(inVersion(response, version), making)]),
  );
  const all = [...terms.values()];
  const convertsDown = all.some(({ down }) => down);
  const hasTerms = all.some(({ type, closed, validate, opening }) => type ?? closed ?? validate ?? opening);
  const carries = all.some(({ opening }) => opening);
  if (!convertsDown && !isChecked && !hasTerms) return undefined;
  const hasConvertedSuccess = [...terms].some(([status, { down }]) => down && isOfSuccess(status));
  return {
    check,
    version,
    termsOf: (status) =>
      entryFor(terms, status) ?? (hasConvertedSuccess && isSuccess(status) ? undescribedTerms : undefined),
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

function inVersion(response: DeclaredResponse, version: Version | undefined): DeclaredResponse {
  const { converted } = response;
  return converted
    ? { ...response, converted: { ...converted, at: sameLinkIn(converted.at, version) } }
    : response;
}

function isOfSuccess(status: DeclaredResponse["status"]): boolean {
  return isSuccess(status) || status === "2XX" || status === "default";
}

const noTerms: ResponseTerms = {
  type: undefined,
  closed: undefined,
  validate: undefined,
  down: undefined,
  opening: undefined,
};

const undescribedTerms: ResponseTerms = {
  ...noTerms,
  down: {
    dropping: [],
    closed: undefined,
    validate: undefined,
    convert: () => {
      throw new ConversionError(
        "the response cannot be converted for an older version, because no WithResponse declares its status: add a WithResponse for this status",
      );
    },
    isFromNothing: false,
    type: undefined,
    opening: undefined,
    later: [],
  },
};

interface TermsMaking {
  readonly schemas: Schemas;
  readonly isChecked: boolean;
  readonly later: readonly ContextQuestion[];
}

function termsOf(response: DeclaredResponse, making: TermsMaking): ResponseTerms {
  const { schemas, isChecked } = making;
  const { schema, type, converted } = response;
  const down = downOf(response, making);
  const opening = converted && openingBy(openingAlone(converted.history), making);
  if (!schema) return { ...noTerms, type, down, opening };
  return {
    type,
    closed: down ? schemas.convertedMembers(schema) : schemas.closedMembers(schema),
    validate: isChecked ? schemas.sentValidator(schema) : undefined,
    down,
    opening,
  };
}

function openingBy(
  open: Opening["open"] | undefined,
  { schemas, isChecked }: TermsMaking,
): Opening | undefined {
  if (!open) return undefined;
  return { open, validatorOf: isChecked ? ({ schema }) => schemas.sentValidator(schema) : undefined };
}

function downOf(response: DeclaredResponse, making: TermsMaking): ResponseDown | undefined {
  const { schemas, isChecked, later } = making;
  const { converted } = response;
  const rendering = converted && renderingOf(converted.history, converted.at, schemas);
  if (!rendering) return undefined;
  const { open, ...steps } = rendering;
  const newest = newestOf(converted.history);
  const needed = new Set(needsOfDowns(response).map(({ key }) => key));
  return {
    ...steps,
    validate: isChecked && newest !== Nothing ? schemas.sentValidator(newest) : undefined,
    opening: openingBy(open, making),
    later: steps.convert ? later.filter(({ key }) => needed.has(key)) : [],
  };
}
