import { hasContent, isSuccess, reasonPhrase } from "../http/status";
import type { OpenAPIResponse } from "../model/openapi";
import type { Contract, DeclaredResponse } from "../model/contract";
import type { Registration } from "../model/route";
import type { ResponseStatus } from "../model/schema";
import { mediaTypes } from "../model/value-kind";
import type { Shared } from "./requests";
import { challengeHeader, refuses } from "./security";

/** The response of the route's status, the errors that may be answered, and what `WithResponse` says of each. */
export function responsesOf(
  { contract, route }: Registration,
  shared: Shared,
): Record<string, OpenAPIResponse> {
  const { status, inputs, responses } = contract;
  const { guards } = route.settings;
  const errors = [
    ...invalidInput(inputs, shared),
    ...(refuses(contract) ? [401] : []),
    ...(guards.length > 0 ? [403] : []),
    404,
    ...(inputs.some(({ part }) => part === "body") ? [413, 415] : []),
  ];
  // Where responses alone declare successes, the route answers with no other.
  const isShown = contract.isStatusDeclared || !responses.some((response) => isSuccess(response.status));
  const described: Record<string, OpenAPIResponse> = isShown
    ? { [status]: { description: reasonPhrase(status) } }
    : {};
  for (const error of errors) described[error] = errorResponse(error, shared);
  if (described[401]) described[401] = { ...described[401], headers: challengeHeader() };
  for (const response of responses) {
    described[response.status] = { ...described[response.status], ...declaredResponse(response, shared) };
  }
  const { sent } = shared;
  const suffix = sent?.source.mediaTypeSuffix?.(sent.version);
  return suffix === undefined ? described : withMediaTypes(described, suffix, shared);
}

/** A body that is malformed is a 400, whatever the application's status of input that does not fit. */
function invalidInput(inputs: Contract["inputs"], { errors }: Shared): readonly number[] {
  if (inputs.length === 0) return [];
  return inputs.some(({ part }) => part === "body") ? [400, errors.invalidStatus] : [errors.invalidStatus];
}

function declaredResponse(response: DeclaredResponse, shared: Shared): OpenAPIResponse {
  const { status, schema } = response;
  const description = response.description ?? statusInWords(status);
  if (schema && (typeof status === "string" || hasContent(status))) {
    return { description, content: contentOf(schema, shared) };
  }
  // An error that is told of without a schema has the body of all errors.
  return isErrorStatus(status) ? { ...errorResponse(status, shared), description } : { description };
}

/** A status, a range such as `4XX`, or `default`, for people. */
function statusInWords(status: ResponseStatus): string {
  if (typeof status === "number") return reasonPhrase(status);
  return rangeWords.get(status) ?? "Any other response";
}

/** The classes of statuses (RFC 9110, 15). */
const rangeWords: ReadonlyMap<ResponseStatus, string> = new Map([
  ["2XX", "Success"],
  ["3XX", "Redirection"],
  ["4XX", "Client Error"],
  ["5XX", "Server Error"],
]);

/** Whether answers of a status have the error body unless something else is said. */
function isErrorStatus(status: ResponseStatus): boolean {
  return typeof status === "number" ? status >= 400 : status === "4XX" || status === "5XX";
}

function contentOf(schema: object, { writer }: Shared): NonNullable<OpenAPIResponse["content"]> {
  // A returned text is answered as such.
  const type = mediaTypes[writer.isText(schema) ? "text" : "json"];
  return { [type]: { schema: writer.write(schema, "output") } };
}

/**
 * The version as a parameter of the media types: what a client picks here it sends as Accept, which OpenAPI lets no
 * parameter say. Errors are answered whatever Accept says.
 *
 * Where no success has content there is nothing to pick: there it stands at `default`, which tells of all else.
 */
function withMediaTypes(
  described: Readonly<Record<string, OpenAPIResponse>>,
  suffix: string,
  shared: Shared,
): Record<string, OpenAPIResponse> {
  const all = new Map(Object.entries(described));
  let isOffered = false;
  for (const [status, response] of all) {
    if (Number(status) >= 400 || !hasContent(Number(status))) continue;
    all.set(status, withMediaType({ content: { "application/json": {} }, ...response }, suffix));
    isOffered ||= Number(status) < 300;
  }
  if (!isOffered) {
    all.set(
      "default",
      withMediaType({ ...errorResponse(500, shared), description: "Any other answer" }, suffix),
    );
  }
  return Object.fromEntries(all);
}

function withMediaType(
  response: OpenAPIResponse & Required<Pick<OpenAPIResponse, "content">>,
  suffix: string,
): OpenAPIResponse {
  const content = Object.entries(response.content).map(([type, of]) => [type + suffix, of] as const);
  return { ...response, content: Object.fromEntries(content) };
}

function errorResponse(
  status: ResponseStatus,
  { errors: { mediaType, schema } }: Shared,
): OpenAPIResponse & Required<Pick<OpenAPIResponse, "content">> {
  return { description: statusInWords(status), content: { [mediaType]: { schema: { ...schema } } } };
}
