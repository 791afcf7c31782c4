import { openAPIPath, parseTemplate } from "../../http/path-template";
import type { ReachedRoute } from "../../model/app-internals";
import type {
  OpenAPIDocument,
  OpenAPIOperation,
  OpenAPIParameter,
  OpenAPIPathItem,
} from "../../model/openapi";
import { operationsOf } from "../../model/path-item";
import { recordIn } from "../../model/route";
import type { VersionSource } from "../../model/source";
import type { Version } from "../../model/version";
import { withEachOperation, withOperations, withWebhooks } from "../compare/documented-operation";

/** Removes the version from paths, parameters and media types, so that operations of two versions can be compared. */
export function withoutVersion(
  document: OpenAPIDocument,
  named: NamedVersion,
  prefix: string | undefined,
): OpenAPIDocument {
  const { version } = named;
  const paths: Record<string, OpenAPIPathItem> = {};
  for (const [path, item] of Object.entries(document.paths)) {
    const plain = pathWithoutVersion(path, version, prefix);
    const own = withOperations(item, (operation) => operationWithoutVersion(operation, named));
    // If `/v1/cats` and the neutral `/cats` become the same path, the version's operation replaces the neutral one.
    paths[plain] = plain === path ? { ...own, ...paths[plain] } : { ...paths[plain], ...own };
  }
  const webhooks = withWebhooks(document, (operation) => operationWithoutVersion(operation, named));
  // `servers` is emptied, because the URLs of servers may contain the version.
  return { ...document, servers: [], paths, ...webhooks };
}

/** Finds the parameter in which requests send the document's version; undefined if there is none. */
export function ownParameterIn(
  { paths }: OpenAPIDocument,
  { version, sources }: NamedVersion,
): OpenAPIParameter | undefined {
  for (const item of Object.values(paths)) {
    for (const { operation } of operationsOf(item)) {
      const found = operation.parameters?.find((one) => isOwnParameter(one, { version, sources }));
      if (found) return found;
    }
  }
  return undefined;
}

export function withoutOwnParameter(document: OpenAPIDocument, named: NamedVersion): OpenAPIDocument {
  const paths = withEachOperation(document.paths, (operation) => withoutParameter(operation, named));
  return { ...document, paths };
}

/** A version, and the places of a request where its App looks for the version. */
export interface NamedVersion {
  readonly version: Version;
  readonly sources: readonly VersionSource[];
}

function withoutParameter(operation: OpenAPIOperation, named: NamedVersion): OpenAPIOperation {
  if (!operation.parameters) return operation;
  return { ...operation, parameters: operation.parameters.filter((one) => !isOwnParameter(one, named)) };
}

/** True for a parameter from which the App reads the version, and for a parameter whose only value is the version. */
function isOwnParameter(
  { name, in: place, schema }: OpenAPIParameter,
  { version, sources }: NamedVersion,
): boolean {
  const nameIn = (own: string): string => (place === "header" ? own.toLowerCase() : own);
  const isSame = ({ parameter }: VersionSource): boolean =>
    parameter?.in === place && nameIn(parameter.name) === nameIn(name);
  return sources.some(isSame) || isFilledIn(schema, version);
}

/** Returns the name of a route without the version: `GET /cats/{id}`. */
export function documentedName(
  { route, path }: ReachedRoute,
  version: Version,
  prefix: string | undefined,
): string {
  const plain = pathWithoutVersion(openAPIPath(parseTemplate(path)), version, prefix);
  return `${recordIn(route, version).Method} ${plain}`;
}

function pathWithoutVersion(path: string, version: Version, prefix: string | undefined): string {
  // The paths of documents are escaped, so the segment of the version, such as `/v1`, is escaped here, too.
  return prefix === undefined
    ? path
    : withoutSegment(path, openAPIPath([{ kind: "static", text: prefix + version }]));
}

export function withoutSegment(path: string, segment: string): string {
  if (path === segment) return "/";
  return path.startsWith(`${segment}/`) ? path.slice(segment.length) : path;
}

function operationWithoutVersion(operation: OpenAPIOperation, named: NamedVersion): OpenAPIOperation {
  const { version } = named;
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    if (!response.content) return [status, response] as const;
    const content = Object.entries(response.content).map(
      ([type, of]) => [mediaTypeWithout(type, version), of] as const,
    );
    return [status, { ...response, content: Object.fromEntries(content) }] as const;
  });
  return { ...withoutParameter(operation, named), responses: Object.fromEntries(responses) };
}

function isFilledIn(schema: object | undefined, version: Version): boolean {
  if (!schema || !("enum" in schema) || !Array.isArray(schema.enum) || !("default" in schema)) return false;
  return schema.enum.length === 1 && schema.enum[0] === version && schema.default === version;
}

/** Removes the parameter with the version from a media type: `application/json;v=2` becomes `application/json`. */
function mediaTypeWithout(type: string, version: Version): string {
  const parameters = /;\s*[^;=]+=("(?:[^"\\]|\\.)*"|[^;]*)/g;
  return type.replaceAll(parameters, (parameter, value: string) => {
    const text = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1") : value;
    return text === version ? "" : parameter;
  });
}
