import { invalidStatusOf, type ErrorFormat } from "../model/error-format";
import { freeName } from "../model/free-name";
import type { JSONSchema } from "../model/schema";
import type { SchemaWriter } from "./schemas";

/** The errors of one document: `{ "application/json": { schema: { $ref: "#/components/schemas/Error" } } }`. */
export interface ErrorContent {
  readonly mediaType: string;
  /** A reference to the one component that all errors share. */
  readonly schema: { readonly $ref: string };
  /** That component, where nothing else in the document has written it. */
  readonly components: Readonly<Record<string, JSONSchema>>;
  /** The status of `invalid_request`. */
  readonly invalidStatus: number;
}

/** Describes the form that an App writes its errors in; an own `components.schemas.Error` replaces the default's. */
export function errorContent(format: ErrorFormat = {}, writer: SchemaWriter): ErrorContent {
  const { Body, Type: mediaType = "application/json", Schema } = format;
  const invalidStatus = invalidStatusOf(format);
  const schema = Schema ? writer.write(Schema, "output") : Body ? {} : defaultSchema();
  if (isReferenceAlone(schema)) return { mediaType, schema, components: {}, invalidStatus };
  const name = freeName("Error", (taken) => Object.hasOwn(writer.components, taken));
  return {
    mediaType,
    schema: { $ref: `#/components/schemas/${name}` },
    components: { [name]: schema },
    invalidStatus,
  };
}

/** A schema that has a name is written as a reference alone: it stands among the components already. */
function isReferenceAlone(schema: JSONSchema): schema is { readonly $ref: string } {
  return typeof schema.$ref === "string" && Object.keys(schema).length === 1;
}

/** The default body: docs/reference/serving.md, "The error body". */
function defaultSchema(): JSONSchema {
  return {
    type: "object",
    required: ["error", "request_id"],
    properties: {
      error: {
        type: "object",
        required: ["code", "message", "status"],
        properties: {
          code: { type: "string", examples: ["not_found"] },
          message: { type: "string" },
          status: { type: "integer", minimum: 400, maximum: 599 },
          details: {},
        },
      },
      request_id: { type: "string", format: "uuid" },
    },
  };
}
