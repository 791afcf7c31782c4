import { invalidStatusOf, type ErrorFormat, type ErrorSchemas } from "../model/error-format";
import { freeName } from "../model/collections";
import { Nothing } from "../model/history";
import type { JSONSchema } from "../model/schema";
import type { Version } from "../model/version";
import { componentKey } from "../schema/components";
import type { SchemaWriter } from "./schema-writer";

/** The errors of one version: `{ "application/json": { schema: { $ref: "#/components/schemas/Error" } } }`. */
export interface ErrorContent {
  readonly mediaType: string;
  /** A reference to the component that all its errors share; undefined if the body is empty. */
  readonly schema: { readonly $ref: string } | undefined;
  /** The status of `invalid_request`. */
  readonly invalidStatus: number;
}

/** The errors of one document. */
export interface ErrorContents {
  /** The errors of a version; undefined for the newest. */
  readonly of: (version: Version | undefined) => ErrorContent;
  /** Their components, if no other part of the document has written them. */
  readonly components: () => Readonly<Record<string, JSONSchema>>;
}

/**
 * Describes the error bodies of an App in each version; the application's own `components.schemas.Error` replaces the
 * default. `main` is the version of the document, whose errors keep the name.
 */
export function errorContents(
  format: ErrorFormat = {},
  schemas: ErrorSchemas,
  { writer, main }: { readonly writer: SchemaWriter; readonly main: Version | undefined },
): ErrorContents {
  const { Body, Type = "application/json" } = format;
  const invalidStatus = invalidStatusOf(format);
  const components = new Map<string, JSONSchema>();
  const made = new Map<ReturnType<ErrorSchemas["at"]>, ErrorContent["schema"]>();
  const contentOf = (version: Version | undefined): ErrorContent => {
    const shown = schemas.at(version);
    if (!made.has(shown)) made.set(shown, referenceTo(shown, version));
    return { mediaType: schemas.typeAt(version) ?? Type, schema: made.get(shown), invalidStatus };
  };
  contentOf(main);
  return { of: contentOf, components: () => Object.fromEntries(components) };

  function referenceTo(
    shown: ReturnType<ErrorSchemas["at"]>,
    version: Version | undefined,
  ): ErrorContent["schema"] {
    if (shown === Nothing) return undefined;
    const schema = shown ? writer.write(shown, "output") : Body ? {} : defaultSchema();
    if (isReferenceAlone(schema)) return schema;
    const wanted = version === main ? "Error" : `Error_${componentKey(version ?? "newest")}`;
    const name = freeName(
      wanted,
      (taken) => Object.hasOwn(writer.components, taken) || components.has(taken),
    );
    components.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** A named schema is written as a bare reference, because it is a component already. */
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
