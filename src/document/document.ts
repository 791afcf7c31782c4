import type {
  OpenAPIComponents,
  OpenAPIDocument,
  OpenAPIMethod,
  OpenAPIOperation,
  OpenAPIPathItem,
} from "../model/openapi";
import type { Life } from "../model/lifecycle";
import { defaultTitle, type AppOptions } from "../model/options";
import type { Operation } from "../model/route";
import type { Schemas } from "../schema/schemas";
import { errorContent } from "./error-content";
import { parametersOf, requestBodyOf, type SentVersion, type Shared } from "./requests";
import { responsesOf } from "./responses";
import { schemaWriter } from "./schemas";
import { requirementsOf, securitySchemesOf } from "./security";

type DocumentOptions = Pick<AppOptions, "Title" | "Version" | "Description" | "OpenAPI" | "Errors">;

/** What a document is made of. */
export interface Documented {
  readonly operations: readonly Operation[];
  readonly schemas: Schemas;
  readonly options: DocumentOptions;
  /** For the document of one version. */
  readonly sent?: SentVersion | undefined;
}

/** A fresh OpenAPI document of the operations; what the application's own `OpenAPI` holds is merged into it. */
export function documentOf({ operations, schemas, options, sent }: Documented): OpenAPIDocument {
  const { Title = defaultTitle, Version = "0.0.0", Description, OpenAPI = {} } = options;
  const { info, paths, components, ...others } = JSON.parse(
    JSON.stringify(OpenAPI),
  ) as Partial<OpenAPIDocument>;
  const writer = schemaWriter(operations, schemas);
  const errors = errorContent(options.Errors, writer);
  return {
    openapi: "3.1.1",
    info: {
      title: Title,
      version: Version,
      ...(Description === undefined ? {} : { description: Description }),
      ...info,
    },
    ...others,
    paths: mergePaths(pathsOf(operations, { writer, errors, sent }), paths ?? {}),
    components: mergeComponents(
      { schemas: { ...writer.components, ...errors.components }, ...securitySchemesOf(operations) },
      components ?? {},
    ),
  };
}

type Paths = Record<string, OpenAPIPathItem>;

function pathsOf(operations: readonly Operation[], shared: Shared): Paths {
  const paths: Paths = {};
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {});
    // Only methods that OpenAPI has are operations.
    item[operation.registration.method.toLowerCase() as OpenAPIMethod] = describeOperation(operation, shared);
  }
  return paths;
}

function describeOperation(operation: Operation, shared: Shared): OpenAPIOperation {
  const { id, registration } = operation;
  const { route, contract, life } = registration;
  const { summary, tags } = route.settings;
  const description = [route.settings.description, lifeInWords(life)]
    .filter((text) => text !== undefined)
    .join("\n\n");
  const deprecated = route.deprecated || life?.deprecated !== undefined;
  const parameters = parametersOf(operation, shared);
  const body = requestBodyOf(contract, shared);
  return {
    operationId: id,
    ...(summary === undefined ? {} : { summary }),
    ...(description === "" ? {} : { description }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(deprecated ? { deprecated } : {}),
    ...(life?.deprecated ? { "x-deprecated": life.deprecated.toISOString() } : {}),
    ...(life?.sunset ? { "x-sunset": life.sunset.toISOString() } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    ...requirementsOf(contract),
    responses: responsesOf(registration, shared),
  };
}

/** What is said of an operation's end, for people. */
function lifeInWords(life: Life | undefined): string | undefined {
  if (!life) return undefined;
  const { deprecated, sunset, successor, link } = life;
  return [
    ...(deprecated ? [`Deprecated from ${dayOf(deprecated)}.`] : []),
    ...(sunset ? [`Served until ${dayOf(sunset)}.`] : []),
    ...(successor === undefined ? [] : [`Version ${successor} comes after it.`]),
    ...(link === undefined ? [] : [`See <${link}>.`]),
  ].join(" ");
}

/** The date alone where it is midnight in UTC, as a date without a time is read. */
function dayOf(date: Date): string {
  return date.toISOString().replace("T00:00:00.000Z", "");
}

/** Path by path and method by method; the application's own entries win. */
function mergePaths(generated: Paths, own: Paths): Paths {
  const merged = { ...generated };
  for (const [path, item] of Object.entries(own)) merged[path] = { ...merged[path], ...item };
  return merged;
}

/** Kind by kind and name by name; the application's own entries win. */
function mergeComponents(generated: OpenAPIComponents, own: OpenAPIComponents): OpenAPIComponents {
  const { securitySchemes } = generated;
  return {
    ...generated,
    ...own,
    schemas: { ...generated.schemas, ...own.schemas },
    ...(securitySchemes ? { securitySchemes: { ...securitySchemes, ...own.securitySchemes } } : {}),
  };
}
