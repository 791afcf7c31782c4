import type { OpenAPIMediaType } from "../model/openapi";
import { mediaTypes } from "../model/returned-value";

/** How OpenAPI 3.2 describes a success: the whole body by `schema`, each item of a stream by `itemSchema`. */
export function streamedSchema(
  mediaType: string,
  schema: object | undefined,
): Pick<OpenAPIMediaType, "schema" | "itemSchema"> {
  const type = mediaType.split(";", 1)[0]?.trim().toLowerCase();
  if (type === "text/event-stream") return { itemSchema: eventSchema(schema) };
  if (!schema) return {};
  return type === mediaTypes.items ? { itemSchema: schema } : { schema };
}

/**
 * A server-sent event whose data is JSON text (OpenAPI 3.2.0, 4.14.4).
 *
 * Browsers ignore an event without data (HTML, 9.2.6).
 */
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
