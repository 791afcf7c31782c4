import { openAPIPath } from "../http/path-template";
import type { OpenAPIDocument, OpenAPIOperation, OpenAPIPathItem } from "../model/openapi";
import type { Version } from "../model/version";
import { withOperations, withWebhooks } from "../compare/documented-operation";

/**
 * A version's document without the parts that name the version: the path segment, the parameter, the media types'
 * parameter. So the documents of two versions differ only in what the versions do.
 */
export function withoutVersion(
  document: OpenAPIDocument,
  version: Version,
  prefix: string | undefined,
): OpenAPIDocument {
  const paths: Record<string, OpenAPIPathItem> = {};
  for (const [path, item] of Object.entries(document.paths)) {
    const plain = pathWithoutVersion(path, version, prefix);
    const own = withOperations(item, (operation) => operationWithoutVersion(operation, version));
    // A neutral route may have the plain path: the version's clients call the version's own route.
    paths[plain] = plain === path ? { ...own, ...paths[plain] } : { ...paths[plain], ...own };
  }
  const webhooks = withWebhooks(document, (operation) => operationWithoutVersion(operation, version));
  return { ...document, paths, ...webhooks };
}

/**
 * The document for clients who name the version: its parameter is required, even if a version is assumed for other
 * clients.
 */
export function withVersionNamed(document: OpenAPIDocument, version: Version): OpenAPIDocument {
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const own = withOperations(item, ({ parameters, ...operation }) => ({
      ...operation,
      ...(parameters
        ? {
            parameters: parameters.map((one) =>
              isFilledIn(one.schema, version) ? { ...one, required: true } : one,
            ),
          }
        : {}),
    }));
    return [path, own] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** A path without the version's segment: `/cats` of `/v1/cats`. */
export function pathWithoutVersion(path: string, version: Version, prefix: string | undefined): string {
  return prefix === undefined ? path : withoutSegment(path, versionSegment(prefix, version));
}

/** `/v1`, as documents write it. */
function versionSegment(prefix: string, version: Version): string {
  return openAPIPath([{ kind: "static", text: prefix + version }]);
}

export function withoutSegment(path: string, segment: string): string {
  if (path === segment) return "/";
  return path.startsWith(`${segment}/`) ? path.slice(segment.length) : path;
}

function operationWithoutVersion(operation: OpenAPIOperation, version: Version): OpenAPIOperation {
  const parameters = operation.parameters?.filter(({ schema }) => !isFilledIn(schema, version));
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    if (!response.content) return [status, response] as const;
    const content = Object.entries(response.content).map(
      ([type, of]) => [mediaTypeWithout(type, version), of] as const,
    );
    return [status, { ...response, content: Object.fromEntries(content) }] as const;
  });
  return { ...operation, ...(parameters ? { parameters } : {}), responses: Object.fromEntries(responses) };
}

/** A parameter whose only value is the version is the one that names it. */
function isFilledIn(schema: object | undefined, version: Version): boolean {
  if (!schema || !("enum" in schema) || !Array.isArray(schema.enum) || !("default" in schema)) return false;
  return schema.enum.length === 1 && schema.enum[0] === version && schema.default === version;
}

/** `application/json` of `application/json;v=2`. */
function mediaTypeWithout(type: string, version: Version): string {
  const parameters = /;\s*[^;=]+=("(?:[^"\\]|\\.)*"|[^;]*)/g;
  return type.replaceAll(parameters, (parameter, value: string) =>
    unquoted(value) === version ? "" : parameter,
  );
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1") : value;
}
