import { hasContent, isErrorOrRange, isSuccessOrRange, reasonPhrase } from "../http/status";
import { onceEach } from "../model/collections";
import {
  bareResponse,
  type Contract,
  type DeclaredResponse,
  entryFor,
  type Renumbering,
  sentHeader,
  sentStatus,
} from "../model/contract";
import { brownoutsToCome, endsInGone, standingAt } from "../model/lifecycle";
import type { OpenAPIMediaType, OpenAPIResponse } from "../model/openapi";
import type { Registration } from "../model/route";
import type { ResponseStatus, Side } from "../model/schema";
import { mediaTypes } from "../model/returned-value";
import { appHeadersOf } from "./header-components";
import { namedExamples, offerVersion, streamedSchema } from "./media-type-objects";
import type { OperationContext } from "./requests";
import { asksForScopes, refuses } from "./security-objects";

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
  const invalid = invalidStatusIn(registration, shared);
  for (const status of errorsOf(registration, shared)) {
    described.set(status, errorResponse(status, shared, status === invalid));
  }
  if (refusesUnknown(registration, shared)) {
    const refused = errorResponse(400, shared);
    const before = described.get(400);
    described.set(400, before ? eitherResponse(before, refused) : refused);
  }
  if (endsInGone(life) || brownoutsToCome(life, shared.now).length > 0) {
    described.set(...gone(registration, shared));
  }
  for (const response of declaredResponses(contract, registration)) {
    const { status, isRenumbered } = response;
    const before = isRenumbered ? described.get(status) : undefined;
    const description = describedResponse(response, shared, status === invalid);
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
  return shared.version === undefined || !errorsOf(registration, shared).includes(400);
}

function gone({ form }: Registration, shared: OperationContext): readonly [ResponseStatus, OpenAPIResponse] {
  const status = sentStatus(form.renumbering, 410);
  return [status, errorResponse(status, shared)];
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

function errorsOf({ contract, form }: Registration, { errors }: OperationContext): readonly number[] {
  const { inputs } = contract;
  const { renumbering } = form;
  const hasBody = inputs.some(({ part }) => part === "body");
  const statuses: number[] = [];
  if (inputs.length > 0) statuses.push(errors.invalidStatus);
  // A malformed body is a 400, even if the option `InvalidStatus` has another status.
  if (hasBody) statuses.push(400);
  if (refuses(contract)) statuses.push(401);
  if (form.settings.guards.length > 0 || asksForScopes(contract)) statuses.push(403);
  statuses.push(404);
  if (hasBody) statuses.push(413, 415);
  if (!renumbering) return statuses;
  // `Restatus` cannot change the 404, which means that no route matched, because it is an option of a route.
  return statuses.map((status) => (status === 404 ? status : sentStatus(renumbering, status)));
}

function describedResponse(
  response: SentResponse,
  shared: OperationContext,
  isInvalid: boolean,
): OpenAPIResponse {
  const { status } = response;
  const description = response.description ?? statusInWords(status);
  const headers = headersOf(response, shared);
  const content = contentOf(response, shared, "output");
  if (content) return { description, ...headers, content };
  // An error that is thrown, not returned, has the App's error body, unless the response declares content.
  return isErrorOrRange(status) && response.isReturned !== true
    ? { ...errorResponse(status, shared, isInvalid, response.examples), description, ...headers }
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

function errorResponse(
  status: ResponseStatus,
  { errors }: OperationContext,
  isInvalid = false,
  examples?: DeclaredResponse["examples"],
): OpenAPIResponse {
  const description = statusInWords(status);
  const shown = isInvalid ? errors.invalidSchema() : errors.schema;
  if (!shown) return { description };
  const schema = { $ref: shown.$ref };
  const described: OpenAPIMediaType = examples ? { schema, ...namedExamples(examples) } : { schema };
  return { description, content: { [errors.mediaType]: described } };
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
    for (const name of sentWith(status)) {
      const sent = sentHeader(renumbering?.headers, name);
      if (sent === undefined || (declared && hasHeader(declared, sent))) continue;
      response.headers ??= {};
      response.headers[sent] = headers.refer(name);
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
