import { reasonPhrase } from "../http/status";
import type {
  OpenAPIComponents,
  OpenAPIDocument,
  OpenAPIMethod,
  OpenAPIOperation,
  OpenAPIPathItem,
  OpenAPIResponse,
} from "../model/openapi";
import type { AppOptions } from "../model/options";
import type { Operation } from "../model/route";

type DocumentOptions = Pick<AppOptions, "Title" | "Version" | "Description" | "OpenAPI">;

/** A fresh OpenAPI document of the operations; what the application's own `OpenAPI` holds is merged into it. */
export function documentOf(operations: readonly Operation[], options: DocumentOptions): OpenAPIDocument {
  const { Title = "API", Version = "0.0.0", Description, OpenAPI = {} } = options;
  const { info, paths, components, ...others } = JSON.parse(
    JSON.stringify(OpenAPI),
  ) as Partial<OpenAPIDocument>;
  const error = freeName("Error", components?.schemas ?? {});
  return {
    openapi: "3.1.1",
    info: {
      title: Title,
      version: Version,
      ...(Description === undefined ? {} : { description: Description }),
      ...info,
    },
    ...others,
    paths: mergePaths(pathsOf(operations, error), paths ?? {}),
    components: mergeComponents({ schemas: { [error]: errorSchema() } }, components ?? {}),
  };
}

type Paths = Record<string, OpenAPIPathItem>;

function pathsOf(operations: readonly Operation[], error: string): Paths {
  const paths: Paths = {};
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {});
    // Only methods that OpenAPI has are operations.
    item[operation.method.toLowerCase() as OpenAPIMethod] = describeOperation(operation, error);
  }
  return paths;
}

function describeOperation({ id, segments, route }: Operation, error: string): OpenAPIOperation {
  const { summary, description, tags, deprecated } = route;
  const parameters = segments.flatMap((segment) =>
    "name" in segment
      ? { name: segment.name, in: "path" as const, required: true, schema: { type: "string" } }
      : [],
  );
  return {
    operationId: id,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(deprecated ? { deprecated } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: responsesOf(route, error),
  };
}

function responsesOf({ status, guards }: Operation["route"], error: string): Record<string, OpenAPIResponse> {
  return {
    [status]: { description: reasonPhrase(status) },
    ...(guards.length === 0 ? {} : { 403: errorResponse(403, error) }),
    404: errorResponse(404, error),
  };
}

function errorResponse(status: number, error: string): OpenAPIResponse {
  const schema = { $ref: `#/components/schemas/${error}` };
  return { description: reasonPhrase(status), content: { "application/json": { schema } } };
}

/** The name, or the name with a number where the application has a schema of that name itself. */
function freeName(name: string, taken: object): string {
  let free = name;
  for (let n = 2; Object.hasOwn(taken, free); n++) free = `${name}_${n}`;
  return free;
}

/** The error body: see API.md, section 5. */
function errorSchema(): object {
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

/** Path by path and method by method; the application's own entries win. */
function mergePaths(generated: Paths, own: Paths): Paths {
  const merged = { ...generated };
  for (const [path, item] of Object.entries(own)) merged[path] = { ...merged[path], ...item };
  return merged;
}

/** Kind by kind and name by name; the application's own entries win. */
function mergeComponents(generated: OpenAPIComponents, own: OpenAPIComponents): OpenAPIComponents {
  return { ...generated, ...own, schemas: { ...generated.schemas, ...own.schemas } };
}
