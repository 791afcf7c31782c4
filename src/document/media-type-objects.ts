import { hasContent, isSuccessOrRange } from "../http/status";
import type { OpenAPIResponse, OpenAPIMediaType } from "../schema/interface/openapi";
import type { Registration } from "../core/model/route";
import type { ResponseStatus } from "../schema/interface/schema";
import { mediaTypes } from "../core/model/returned-value";

type Responses = ReadonlyMap<ResponseStatus, OpenAPIResponse>;

/**
 * Adds the version to the media types of successful responses: `application/json;v=2`. Clients send it in Accept, which
 * OpenAPI cannot describe as a parameter. If no success has content, `2XX` offers any type with the version.
 */
export function offerVersion(described: Responses, suffix: string, registration: Registration): Responses {
  const offered = new Map(described);
  for (const [status, response] of described) {
    const content =
      response.content ?? (isJSON(status, registration) ? { "application/json": {} } : undefined);
    if (isSuccessOrRange(status) && content) {
      const isSent = registration.version !== undefined;
      offered.set(status, { ...response, content: withSuffix(content, suffix, isSent) });
    }
  }
  const isOffered = [...offered].some(
    ([status, { content }]) => isSuccessOrRange(status) && content !== undefined,
  );
  if (!isOffered) {
    const range = { description: "Any other success", ...described.get("2XX") };
    offered.set("2XX", { ...range, content: { [`*/*${suffix}`]: {} } });
  }
  return offered;
}

/** True if a response without declared content is surely JSON. A handler that takes `res` may send other types. */
function isJSON(status: ResponseStatus, { route, contract }: Registration): boolean {
  const statuses = [contract.status, ...contract.responses.map((response) => response.status)];
  return (
    isSuccessOrRange(status) &&
    (status === "2XX" || hasContent(status)) &&
    route.handler.length < 2 &&
    statuses.every((one) => typeof one === "string" || hasContent(one))
  );
}

/** Adds the version to each media type. Only JSON whose version is always sent (`isSent`) loses the type without it. */
function withSuffix(
  content: NonNullable<OpenAPIResponse["content"]>,
  suffix: string,
  isSent: boolean,
): NonNullable<OpenAPIResponse["content"]> {
  const types = Object.entries(content).flatMap(([type, of]) =>
    isSent && /^[^;]*[/+]json\s*(?:;|$)/i.test(type)
      ? [[type + suffix, of] as const]
      : [[type + suffix, of] as const, [type, structuredClone(of)] as const],
  );
  return Object.fromEntries(types);
}

/** Describes the body of a success for OpenAPI 3.2: `schema`, or `itemSchema` for each item of a stream. */
export function streamedSchema(
  mediaType: string,
  schema: object | undefined,
): Pick<OpenAPIMediaType, "schema" | "itemSchema"> {
  const type = mediaType.split(";", 1)[0]?.trim().toLowerCase();
  if (type === "text/event-stream") return { itemSchema: eventSchema(schema) };
  if (!schema) return {};
  return type === mediaTypes.items ? { itemSchema: schema } : { schema };
}

/** The schema of an event with JSON (OpenAPI 3.2.0, 4.14.4). Browsers ignore events that lack `data` (HTML, 9.2.6). */
function eventSchema(data: object | undefined): object {
  const content = data ? { contentMediaType: "application/json", contentSchema: data } : {};
  return {
    type: "object",
    required: ["data"],
    properties: {
      data: { type: "string", ...content },
      event: { type: "string" },
      id: { type: "string" },
      retry: { type: "integer", minimum: 0 },
    },
  };
}

/** Writes Example Objects (OpenAPI 3.1.1, 4.8.19). Values are copied, because a caller may change the document. */
export function namedExamples(examples: Iterable<readonly [string, unknown]>): {
  readonly examples?: Record<string, object>;
} {
  const named = [...examples].map(([name, value]) => [name, { value: structuredClone(value) }] as const);
  return named.length === 0 ? {} : { examples: Object.fromEntries(named) };
}
