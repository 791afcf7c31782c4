import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  App,
  Deprecated,
  OperationID,
  Summary,
  WithBody,
  WithCookies,
  WithHeaders,
  WithParams,
  WithQuery,
  WithResponse,
  WithTags,
  type AppOptions,
  type BodyType,
  type RouteOption,
} from "versioned-controllers";
import { parse } from "yaml";
import type { Request } from "express";

/** A document of OpenAPI 3.0, as far as the documents of this folder use it. */
export interface SourceDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: {
    readonly parameters?: Readonly<Record<string, SourceParameter>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

interface SourceParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required?: boolean;
  readonly explode?: boolean;
  readonly schema: object;
}

interface SourceOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly (SourceParameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, SourceResponse>>;
}

interface SourceResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly schema: object }>>;
  readonly content?: Content;
}

type Content = Readonly<Record<string, { readonly schema: object }>>;

/** What the handlers of a document's operations return, by the operations' ids. */
export type Handlers = Readonly<Record<string, (req: Request) => unknown>>;

/** The document of a file in this folder. */
export function sourceDocument(file: string): SourceDocument {
  return parse(readFileSync(join(__dirname, file), "utf8")) as SourceDocument;
}

/** An App with a route for each operation of a document, whose schemas stay as they are written there. */
export function appOfDocument(document: SourceDocument, handlers: Handlers, options: AppOptions): App {
  // Without this version of OpenAPI, the App writes its own.
  const app = new App({ OpenAPI: { ...document, openapi: "3.1.1", paths: {} }, ...options });
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods.filter((one) => one in item)) {
      const operation = item[method] as SourceOperation;
      const handler = handlers[operation.operationId];
      if (!handler) throw new Error(`no handler of ${operation.operationId}`);
      app.Handle(method, path, (req): unknown => handler(req), ...optionsOf(operation, document));
    }
  }
  return app;
}

const methods = ["get", "put", "post", "delete", "patch"];

function optionsOf(operation: SourceOperation, document: SourceDocument): readonly RouteOption[] {
  const { operationId, summary, tags, deprecated, requestBody, responses } = operation;
  return [
    OperationID(operationId),
    WithTags(...tags),
    ...(summary === undefined ? [] : [Summary(summary)]),
    ...(deprecated ? [Deprecated()] : []),
    ...parameterOptions(operation, document),
    ...(requestBody ? [bodyOption(requestBody)] : []),
    ...Object.entries(responses).map(([status, response]) => responseOption(status, response)),
  ];
}

function parameterOptions(
  { parameters = [] }: SourceOperation,
  { components }: SourceDocument,
): readonly RouteOption[] {
  const all = parameters.map((one) =>
    "$ref" in one ? components.parameters?.[one.$ref.split("/").at(-1) ?? ""] : one,
  );
  const partOf = (place: SourceParameter["in"]): readonly SourceParameter[] =>
    all.filter((one) => one !== undefined).filter((one) => one.in === place);
  const [path, query, header, cookie] = [partOf("path"), partOf("query"), partOf("header"), partOf("cookie")];
  const separated = query.filter(({ explode }) => explode === false).map(({ name }) => [name, ","] as const);
  return [
    ...(path.length > 0 ? [WithParams(objectOf(path))] : []),
    ...(query.length > 0 ? [WithQuery(objectOf(query), { Separator: Object.fromEntries(separated) })] : []),
    ...(header.length > 0 ? [WithHeaders(objectOf(header.map(lowerCased)))] : []),
    ...(cookie.length > 0 ? [WithCookies(objectOf(cookie))] : []),
  ];
}

/** WithHeaders asks for the names as Node gives them. */
function lowerCased(header: SourceParameter): SourceParameter {
  return { ...header, name: header.name.toLowerCase() };
}

function objectOf(parameters: readonly SourceParameter[]): object {
  return {
    type: "object",
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  };
}

function bodyOption({ content }: NonNullable<SourceOperation["requestBody"]>): RouteOption {
  const [type = "", { schema } = { schema: {} }] = Object.entries(content)[0] ?? [];
  return WithBody(schema, { Type: bodyTypes.get(type) ?? "json" });
}

const bodyTypes: ReadonlyMap<string, BodyType> = new Map([
  ["application/x-www-form-urlencoded", "form"],
  ["multipart/form-data", "multipart"],
]);

function responseOption(status: string, { description, headers, content }: SourceResponse): RouteOption {
  const [type, media] = Object.entries(content ?? {})[0] ?? [];
  return WithResponse(status === "default" ? status : Number(status), media?.schema, {
    Description: description,
    ...(type === undefined || type === "application/json" ? {} : { Type: type }),
    ...(headers
      ? {
          Headers: Object.fromEntries(Object.entries(headers).map(([name, { schema }]) => [name, schema])),
        }
      : {}),
  });
}
