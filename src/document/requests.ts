import { parameterNames } from "../http/path-template";
import type { AppChanges } from "../schema/interface/app-changes";
import type { OpenAPIParameter } from "../schema/interface/openapi";
import type { DocumentedSecurity } from "../core/wings/wing";
import type { Contract } from "../core/model/contract";
import type { ErrorExample } from "../core/model/error-format";
import type { Dialect } from "./path-item";
import type { Operation, Registration, RouteForm, SuccessorOf } from "../core/model/route";
import { bodyMediaTypes, bodyTypesOf, separatorStyles, type Part } from "../schema/interface/schema";
import type { Version } from "../core/model/version";
import type { Versioning } from "../core/model/versioning";
import type { HeaderComponents } from "./header-components";
import type { ErrorContent } from "./error-content";
import { namedExamples } from "./media-type-objects";
import type { DocumentedProperty, SchemaWriter } from "../schema/document-writer";
import { ignoredHeaders, type DocumentVersions } from "./sent-versions";

export interface OperationContext {
  readonly writer: SchemaWriter;
  readonly errors: ErrorContent;
  readonly headers: HeaderComponents;
  readonly versioning: Versioning;
  readonly changes: AppChanges;
  readonly now: Date | undefined;
  /** The version of the document; undefined for the document of all versions. */
  readonly version?: Version | undefined;
  readonly successorOf: SuccessorOf;
  /** True if a QUERY route has the same path. Responses then list that route's media types in `Accept-Query`. */
  readonly tellsOfQuery: (registration: Registration) => boolean;
  /** True if requests with an unknown version get 400 at the path of a route, by `UnknownVersion: "refuse"`. */
  readonly refusesUnknown: (form: RouteForm) => boolean;
  readonly errorExample: ErrorExample;
  readonly security: DocumentedSecurity;
  readonly versions: DocumentVersions;
  readonly dialect: Dialect;
}

/** Lists the parameters of an operation, in this order: path, version, query, headers, cookies. */
export function parametersOf(
  operation: Operation,
  { writer, versions }: OperationContext,
): OpenAPIParameter[] {
  const { inputs } = operation.registration.contract;
  const propertiesOf = (part: Part): readonly DocumentedProperty[] => {
    const input = inputs.find((declared) => declared.part === part);
    return input ? writer.properties(input.schema) : [];
  };
  const parameters = pathParameters(operation, inputs.length === 0 ? [] : propertiesOf("params"));
  const ofVersion = versions.parametersOf(operation);
  parameters.push(...ofVersion);
  if (inputs.length === 0) return parameters;
  const declared = [
    ...queryParameters(inputs, propertiesOf("query"), writer),
    ...propertiesOf("headers")
      .filter(({ name }) => !ignoredHeaders.has(name))
      .map(headerParameter),
    ...propertiesOf("cookies").map((property) => parameter("cookie", property)),
  ];
  parameters.push(...declared.filter((one) => !ofVersion.some((other) => isSameParameter(one, other))));
  return parameters;
}

function pathParameters(
  { segments, registration }: Operation,
  declared: readonly DocumentedProperty[],
): OpenAPIParameter[] {
  // `/cats/{id}` and `/cats/{name}` are one path of a document, so parameters are matched by position.
  const own = declared.length === 0 ? [] : parameterNames(registration.segments);
  return parameterNames(segments).map((name, i) => {
    const property = declared.find((one) => one.name === own[i]);
    // Each parameter gets a schema of its own, because a caller may change the document.
    if (!property) return { name, in: "path", required: true, schema: { type: "string" } };
    return parameter("path", { ...property, name, required: true });
  });
}

function isSameParameter(one: OpenAPIParameter, other: OpenAPIParameter): boolean {
  return one.in === other.in && one.name.toLowerCase() === other.name.toLowerCase();
}

function queryParameters(
  inputs: Contract["inputs"],
  properties: readonly DocumentedProperty[],
  { listsWithin }: SchemaWriter,
): readonly OpenAPIParameter[] {
  const query = inputs.find(({ part }) => part === "query");
  const separators = new Map(Object.entries(query?.options.Separator ?? {}));
  return properties.map((property) => {
    const written = parameter("query", property);
    const separator = separators.get(property.name);
    if (!query || !separator || listsWithin(query.schema)(property.name) !== "list") return written;
    return { ...written, style: separatorStyles[separator], explode: false };
  });
}

export function headerParameter(property: DocumentedProperty): OpenAPIParameter {
  return parameter("header", property);
}

function parameter(
  place: OpenAPIParameter["in"],
  { name, required, description, deprecated = false, schema }: DocumentedProperty,
): OpenAPIParameter {
  const written: OpenAPIParameter = { name, in: place };
  if (required) written.required = true;
  if (description !== undefined) written.description = description;
  if (deprecated) written.deprecated = true;
  written.schema = schema;
  return written;
}

export function requestBodyOf({ inputs }: Contract, { writer }: OperationContext): object | undefined {
  const body = inputs.find(({ part }) => part === "body");
  if (!body) return undefined;
  const { Examples } = body.options;
  const content = bodyTypesOf(body.options).map((type) => {
    const schema = writer.write(body.schema, "input");
    return [bodyMediaTypes[type][0], { schema, ...namedExamples(Object.entries(Examples ?? {})) }] as const;
  });
  return { required: !writer.isOptional(body.schema), content: Object.fromEntries(content) };
}
