import { invalidStatusOf, type ErrorSchemas } from "../core/model/error-format";
import type { AppOptions } from "../core/model/app-options";
import { freeName, once } from "../core/model/collections";
import { Nothing } from "../schema/interface/histories";
import { parts, type JSONSchema } from "../schema/interface/schema";
import type { Version } from "../core/model/version";
import { componentKey } from "../schema/component-key";
import type { SchemaWriter } from "../schema/document-writer";

/** The error body of one version in a document: its media type, and a reference to its schema. */
export interface ErrorContent {
  readonly mediaType: string;
  /** The reference to the component `Error`; undefined if errors have no body. */
  readonly schema: { readonly $ref: string } | undefined;
  /** Returns the reference for the error `invalid_request`, whose default body has the member `details`. */
  readonly invalidSchema: () => ErrorContent["schema"];
  readonly invalidStatus: number;
}

export interface ErrorContents {
  /** Returns the error body of a version, or of the newest version if `version` is undefined. */
  readonly of: (version: Version | undefined) => ErrorContent;
  /** Returns the error schemas that `components.schemas` needs: `{ Error: ..., InvalidRequest: ... }`. */
  readonly components: () => Readonly<Record<string, JSONSchema>>;
}

/**
 * Describes the error bodies of each version. The schema of the version `main` is the component `Error`; if version 1
 * has another schema, it is `Error_1`. `hasOwnError` is true if the application defines the component `Error` itself.
 */
export function errorContents(
  options: Pick<AppOptions, "Errors" | "RequestID">,
  schemas: ErrorSchemas,
  writer: SchemaWriter,
  main: Version | undefined,
  hasOwnError: boolean,
): ErrorContents {
  const { Body, Type = "application/json" } = options.Errors ?? {};
  const invalidStatus = invalidStatusOf(options.Errors);
  const requestID = requestIDSchema(options);
  const components = new Map<string, JSONSchema>();
  const made = new Map<ReturnType<ErrorSchemas["at"]>, ErrorContent["schema"]>();
  const contentOf = (version: Version | undefined): ErrorContent => {
    const shown = schemas.at(version);
    if (!made.has(shown)) made.set(shown, referenceTo(shown, version));
    const schema = made.get(shown);
    const isDefault = shown === undefined && !Body && !hasOwnError;
    return {
      mediaType: schemas.typeAt(version) ?? Type,
      schema,
      invalidSchema: () => (isDefault ? invalidReference() : schema),
      invalidStatus,
    };
  };
  const invalidReference = once(() =>
    written("InvalidRequest", defaultSchema(requestID, "invalid_request", invalidDetails())),
  );
  contentOf(main);
  return { of: contentOf, components: () => Object.fromEntries(components) };

  function referenceTo(
    shown: ReturnType<ErrorSchemas["at"]>,
    version: Version | undefined,
  ): ErrorContent["schema"] {
    if (shown === Nothing) return undefined;
    const schema = shown ? writer.write(shown, "output") : Body ? {} : defaultSchema(requestID, "not_found");
    if (isReferenceAlone(schema)) return schema;
    return written(version === main ? "Error" : `Error_${componentKey(version ?? "newest")}`, schema);
  }

  function written(wanted: string, schema: JSONSchema): { readonly $ref: string } {
    const name = freeName(
      wanted,
      (taken) => Object.hasOwn(writer.components, taken) || components.has(taken),
    );
    components.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** True for a schema with no other member than `$ref`, which already refers to a component. */
function isReferenceAlone(schema: JSONSchema): schema is { readonly $ref: string } {
  return typeof schema.$ref === "string" && Object.keys(schema).length === 1;
}

function invalidDetails(): JSONSchema {
  return {
    type: "array",
    items: {
      type: "object",
      required: ["in", "path", "message"],
      properties: {
        in: { type: "string", enum: [...parts] },
        path: { type: "array", items: { type: ["string", "integer"] } },
        message: { type: "string" },
      },
    },
  };
}

/** The schema of the default error body: docs/reference/serving.md, "The error body". */
function defaultSchema(requestID: JSONSchema, code: string, details: JSONSchema = {}): JSONSchema {
  return {
    type: "object",
    required: ["error", "request_id"],
    properties: {
      error: {
        type: "object",
        required: ["code", "message", "status"],
        properties: {
          code: { type: "string", examples: [code] },
          message: { type: "string" },
          status: { type: "integer", minimum: 400, maximum: 599 },
          details,
        },
      },
      request_id: requestID,
    },
  };
}

/** The schema of a request's id: a UUID, or any string if the application creates ids with `RequestID`. */
export function requestIDSchema({ RequestID }: Pick<AppOptions, "RequestID">): JSONSchema {
  return RequestID ? { type: "string" } : { type: "string", format: "uuid" };
}
