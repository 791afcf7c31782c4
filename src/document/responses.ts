import { reasonPhrase } from "../http/reason-phrase";
import { hasContent, isErrorOrRange, isSuccessOrRange } from "../http/status";
import { openAPIPath } from "../http/path-template";
import { onceEach } from "../core/model/collections";
import {
  bareResponse,
  type Contract,
  type DeclaredResponse,
  entryFor,
  type Renumbering,
  sentHeader,
  sentStatus,
} from "../core/model/contract";
import type { MeantError } from "../core/model/error-format";
import { brownoutsToCome, endsInGone, standingAt } from "../core/model/lifecycle";
import type { OpenAPIMediaType, OpenAPIResponse } from "../schema/interface/openapi";
import type { Registration } from "../core/model/route";
import type { ResponseStatus, Side } from "../schema/interface/schema";
import { mediaTypes } from "../core/model/returned-value";
import { endingError, refusalsOf, statusFor, thrownError, unknownVersionError } from "./error-examples";
import { appHeadersOf } from "./header-components";
import { namedExamples, offerVersion, streamedSchema } from "./media-type-objects";
import type { OperationContext } from "./requests";

/** Describes the responses of a route: its successes, the errors of the App, and the responses of `WithResponse`. */
export function responsesOf(
  registration: Registration,
  shared: OperationContext,
): Record<string, OpenAPIResponse> {
  const { life } = registration;
  const contract = typedByHandler(sentContract(registration), registration);
  if (standingAt(life, shared.now).kind === "gone") {
    return withAppHeaders(new Map([gone(registration, shared)]), registration, shared);
  }
  const described = new Map<ResponseStatus, OpenAPIResponse>();
  const refused = refusedIn(registration, shared);
  const invalid = invalidStatusIn(registration, shared);
  const describeError: DescribeError = (shown) =>
    errorResponse({ ...shown, isInvalid: shown.status === invalid }, registration, shared);
  for (const [status, error] of refused) described.set(status, describeError({ status, error }));
  if (refusesUnknown(registration, shared)) {
    const unknown = unknownVersionError(registration, shared);
    const before = described.get(400);
    // A status has one example: that of its more usual error.
    const refusal = errorResponse({ status: 400, error: before ? undefined : unknown }, registration, shared);
    described.set(400, before ? eitherResponse(before, refusal) : refusal);
  }
  if (endsInGone(life) || brownoutsToCome(life, shared.now).length > 0) {
    described.set(...gone(registration, shared));
  }
  for (const response of declaredResponses(contract, registration)) {
    const { status, isRenumbered, thrown = status } = response;
    const before = isRenumbered ? described.get(status) : undefined;
    const error = (typeof status === "number" ? refused.get(status) : undefined) ?? thrownError(thrown);
    const description = describedResponse(response, shared, (shown) => describeError({ ...shown, error }));
    // If the option `Restatus` gives two responses the same status, the document allows either response.
    described.set(status, before ? eitherResponse(before, description) : description);
  }
  const suffix = shared.versions.mediaTypeSuffixOf(registration);
  const all = suffix === undefined ? described : offerVersion(described, suffix, registration);
  return withAppHeaders(all, registration, shared);
}

/** An async generator streams its values, so its successful responses get the media type `mediaTypes.items`. */
function typedByHandler(contract: SentContract, { route: { handler } }: Registration): SentContract {
  if (contract.responses.length === 0 || !isAsyncGenerator(handler)) return contract;
  const responses = contract.responses.map((response) => {
    return isSuccessOrRange(response.status) && response.schema && response.type === undefined
      ? { ...response, type: mediaTypes.items }
      : response;
  });
  return { ...contract, responses };
}

function isAsyncGenerator(handler: object): boolean {
  // A bound method has this tag, too: it inherits it from the prototype of async generator functions.
  return Symbol.toStringTag in handler && handler[Symbol.toStringTag] === "AsyncGeneratorFunction";
}

function sentContract({ contract, form: { renumbering } }: Registration): SentContract {
  if (!renumbering) return contract;
  const responses = contract.responses.map((response) => sentResponse(response, renumbering));
  return {
    ...contract,
    status: sentStatus(renumbering, contract.status),
    // A renumbered response is merged with the response that already has its new status, so it must come later.
    responses: responses.toSorted((one, other) => Number(one.isRenumbered) - Number(other.isRenumbered)),
  };
}

interface SentResponse extends DeclaredResponse {
  /** True if clients of the version get another status than the handler sets. */
  readonly isRenumbered?: boolean;
  /** The status that the handler throws, if the version gets another one. */
  readonly thrown?: ResponseStatus;
  /** True for a body that the handler returns; false for the body of an error that it throws. */
  readonly isReturned?: boolean;
}

interface SentContract extends Contract {
  readonly responses: readonly SentResponse[];
}

function sentResponse(response: DeclaredResponse, renumbering: Renumbering): SentResponse {
  const { status, headers } = response;
  return {
    ...response,
    status: typeof status === "number" ? sentStatus(renumbering, status) : status,
    isRenumbered: typeof status === "number" && renumbering.statuses.has(status),
    thrown: status,
    headers: new Map(
      [...headers].flatMap(([name, schema]) => {
        const sent = sentHeader(renumbering.headers, name);
        return sent === undefined ? [] : [[sent, schema] as const];
      }),
    ),
  };
}

/** True if the document shows the 400 of `UnknownVersion: "refuse"`. */
function refusesUnknown(registration: Registration, shared: OperationContext): boolean {
  const { version, form } = registration;
  if (version === undefined || !shared.refusesUnknown(form)) return false;
  // Clients with the document of one version do not name an unknown one. Their 400 for invalid input stays as it is.
  return shared.version === undefined || !refusedIn(registration, shared).has(400);
}

function gone(
  registration: Registration,
  shared: OperationContext,
): readonly [ResponseStatus, OpenAPIResponse] {
  const error = endingError(registration, shared.now);
  const status = statusFor(registration, error);
  return [status, errorResponse({ status, error }, registration, shared)];
}

function declaredResponses(
  { status, isStatusDeclared, responses }: SentContract,
  { route: { handler } }: Registration,
): readonly SentResponse[] {
  const isSuccessful = responses.some((response) => isSuccessOrRange(response.status));
  const isDescribed = responses.some((response) => response.status === status);
  if (isDescribed || (isSuccessful && !isStatusDeclared)) return responses;
  const isOfItems = isAsyncGenerator(handler) && hasContent(status);
  if (responses.length === 0 && !isOfItems) return undeclaredAt(status);
  // In OpenAPI, `201` hides `2XX`, so 201 gets a copy of what is declared for `2XX`.
  const entry = entryFor(new Map(responses.map((response) => [response.status, response])), status);
  return [entry ? { ...entry, status } : undeclaredResponse(status, isOfItems), ...responses];
}

const undeclaredAt = onceEach((status: number): readonly SentResponse[] => [
  undeclaredResponse(status, false),
]);

function undeclaredResponse(status: number, isOfItems: boolean): SentResponse {
  return { ...bareResponse, status, type: isOfItems ? mediaTypes.items : undefined, isReturned: true };
}

function invalidStatusIn(
  { contract, form: { renumbering } }: Registration,
  { errors: { invalidStatus } }: OperationContext,
): number | undefined {
  if (contract.inputs.length === 0) return undefined;
  return renumbering ? sentStatus(renumbering, invalidStatus) : invalidStatus;
}

/** The errors of the App by the status that clients of the version get. */
function refusedIn(registration: Registration, shared: OperationContext): ReadonlyMap<number, MeantError> {
  const byStatus = new Map<number, MeantError>();
  for (const error of refusalsOf(registration, shared)) {
    const status = statusFor(registration, error);
    if (!byStatus.has(status)) byStatus.set(status, error);
  }
  return byStatus;
}

function describedResponse(
  response: SentResponse,
  shared: OperationContext,
  describeError: DescribeError,
): OpenAPIResponse {
  const { status } = response;
  const description = response.description ?? statusInWords(status);
  const headers = headersOf(response, shared);
  const content = contentOf(response, shared, "output");
  if (content) return { description, ...headers, content };
  // An error that is thrown, not returned, has the App's error body, unless the response declares content.
  return isErrorOrRange(status) && response.isReturned !== true
    ? { ...describeError({ status, examples: response.examples }), description, ...headers }
    : { description, ...headers };
}

/** Returns the declared content; undefined if none is declared, or if the status has no content. */
export function contentOf(
  { status, schema, type, examples }: DeclaredResponse,
  { writer, dialect }: Pick<OperationContext, "writer" | "dialect">,
  side: Side,
): OpenAPIResponse["content"] {
  if (typeof status === "number" && !hasContent(status)) return undefined;
  const isDeclared =
    schema !== undefined || type !== undefined || (examples.size > 0 && !isErrorOrRange(status));
  if (!isDeclared) return undefined;
  // A handler's string is sent as text, so a string schema gets `text/plain`.
  const mediaType = type ?? mediaTypes[schema && writer.isText(schema) ? "text" : "json"];
  const written = schema && writer.write(schema, side);
  const described: OpenAPIMediaType = {
    ...(dialect === "3.2" && isSuccessOrRange(status)
      ? streamedSchema(mediaType, written)
      : written && { schema: written }),
    ...namedExamples(examples),
  };
  return { [mediaType]: described };
}

export function headersOf(
  { headers }: DeclaredResponse,
  { writer }: Pick<OperationContext, "writer">,
): Pick<OpenAPIResponse, "headers"> {
  if (headers.size === 0) return {};
  const described = [...headers].map(([name, schema]) => [name, writer.header(schema)] as const);
  return { headers: Object.fromEntries(described) };
}

/** Describes a status in words: `Not Found` for 404, `Client Error` for `4XX`. */
export function statusInWords(status: ResponseStatus): string {
  if (typeof status === "number") return reasonPhrase(status);
  return rangeWords.get(status) ?? "Any other response";
}

/** The words for ranges of statuses (RFC 9110, 15). */
const rangeWords: ReadonlyMap<ResponseStatus, string> = new Map([
  ["2XX", "Success"],
  ["3XX", "Redirection"],
  ["4XX", "Client Error"],
  ["5XX", "Server Error"],
]);

/** An error response to describe. */
interface ErrorToShow {
  readonly status: ResponseStatus;
  /** The error of the example; undefined if the response has no example, or examples of its own. */
  readonly error?: MeantError | undefined;
  readonly isInvalid?: boolean;
  readonly examples?: DeclaredResponse["examples"];
}

type DescribeError = (shown: ErrorToShow) => OpenAPIResponse;

function errorResponse(
  { status, error, isInvalid = false, examples = new Map() }: ErrorToShow,
  registration: Registration,
  shared: OperationContext,
): OpenAPIResponse {
  const { errors } = shared;
  const description = statusInWords(status);
  const shown = isInvalid ? errors.invalidSchema() : errors.schema;
  if (!shown) return { description };
  const example =
    examples.size === 0 && error
      ? exampleOf(status, error, { registration, shared })
      : namedExamples(examples);
  const described: OpenAPIMediaType = { schema: { $ref: shown.$ref }, ...example };
  return { description, content: { [errors.mediaType]: described } };
}

function exampleOf(
  status: ResponseStatus,
  error: MeantError,
  { registration, shared }: { readonly registration: Registration; readonly shared: OperationContext },
): Pick<OpenAPIMediaType, "example"> {
  const { method, segments, version } = registration;
  const sent = typeof status === "number" ? status : error.status;
  const example = shared.errorExample({ error, status: sent, version, method, path: openAPIPath(segments) });
  return example === undefined ? {} : { example };
}

function withAppHeaders(
  described: ReadonlyMap<ResponseStatus, OpenAPIResponse>,
  registration: Registration,
  shared: OperationContext,
): Record<string, OpenAPIResponse> {
  const { headers, versioning, successorOf, tellsOfQuery, now } = shared;
  const sentWith = appHeadersOf(registration, {
    versioning,
    successor: successorOf(registration),
    isQueried: tellsOfQuery(registration),
    refusesUnknown: refusesUnknown(registration, shared),
    now,
  });
  const { renumbering } = registration.form;
  const responses = emptyByStatus<OpenAPIResponse>();
  for (const [status, response] of described) {
    const declared = response.headers && Object.keys(response.headers);
    for (const row of sentWith(status)) {
      const sent = sentHeader(renumbering?.headers, row.name);
      if (sent === undefined || (declared && hasHeader(declared, sent))) continue;
      response.headers ??= {};
      response.headers[sent] = headers.refer(row);
    }
    responses[status] = response;
  }
  return responses;
}

/** Creates an object for statuses as keys. Without the deletion, V8 would allocate room up to the highest status. */
function emptyByStatus<Value>(): Record<string, Value> {
  const empty: Record<string, Value | undefined> = { "599": undefined };
  delete empty["599"];
  return empty as Record<string, Value>;
}

function hasHeader(headers: readonly string[], name: string): boolean {
  return headers.some((declared) => declared.toLowerCase() === name.toLowerCase());
}

/** Combines two responses of one status: the headers and bodies of both, with the description of the second. */
export function eitherResponse(one: OpenAPIResponse, other: OpenAPIResponse): OpenAPIResponse {
  const headers = { ...one.headers, ...other.headers };
  const content = { ...one.content, ...other.content };
  for (const [type, media] of Object.entries(one.content ?? {})) {
    const second = other.content?.[type];
    if (second) content[type] = eitherMedia(media, second);
  }
  return {
    ...one,
    ...other,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

function eitherMedia(one: OpenAPIMediaType, other: OpenAPIMediaType): OpenAPIMediaType {
  const examples = { ...one.examples, ...other.examples };
  const both = { ...one, ...other, ...(Object.keys(examples).length > 0 && { examples }) };
  // A Media Type Object has either `example` or `examples` (OpenAPI 3.1.1, 4.8.14).
  if (both.examples) delete both.example;
  delete both.schema;
  delete both.itemSchema;
  const schema = eitherSchema(one.schema, other.schema);
  const itemSchema = eitherSchema(one.itemSchema, other.itemSchema);
  return { ...both, ...(schema && { schema }), ...(itemSchema && { itemSchema }) };
}

function eitherSchema(first: object | undefined, second: object | undefined): object | undefined {
  if (!first || !second) return undefined;
  const isSame = JSON.stringify(first) === JSON.stringify(second);
  return isSame ? second : { anyOf: [...anyOfIn(first), second] };
}

function anyOfIn(schema: object): readonly object[] {
  const { anyOf, ...others } = schema as { readonly anyOf?: readonly object[] };
  return anyOf && Object.keys(others).length === 0 ? anyOf : [schema];
}
