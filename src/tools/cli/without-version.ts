import { openAPIPath, parseTemplate } from "../../http/path-template";
import type { ReachedRoute } from "../../core/model/app-internals";
import type {
  OpenAPIDocument,
  OpenAPIOperation,
  OpenAPIParameter,
  OpenAPIPathItem,
} from "../../schema/interface/openapi";
import { operationsOf } from "../../document/path-item";
import { recordIn } from "../../core/model/route";
import type { VersionSource } from "../../core/model/source";
import type { Version } from "../../core/model/version";
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

/** Lists the parameters in which requests send the document's version: the places of which each request needs one. */
export function ownParametersIn(
  { paths }: OpenAPIDocument,
  named: NamedVersion,
): readonly OpenAPIParameter[] {
  for (const item of Object.values(paths)) {
    for (const { operation } of operationsOf(item)) {
      const found = operation.parameters?.filter((one) => isOwnParameter(one, named)) ?? [];
      if (found.length > 0) return found;
    }
  }
  return [];
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
function isOwnParameter(parameter: OpenAPIParameter, { version, sources }: NamedVersion): boolean {
  const { name, in: place } = parameter;
  const nameIn = (own: string): string => (place === "header" ? own.toLowerCase() : own);
  const isSame = ({ parameter: own }: VersionSource): boolean =>
    own?.in === place && nameIn(own.name) === nameIn(name);
  return sources.some(isSame) || isFilledIn(parameter, version);
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

/** True if the version is the parameter's only value, and its example, or its default if this version is assumed. */
function isFilledIn({ schema, ...parameter }: OpenAPIParameter, version: Version): boolean {
  if (!schema || !("enum" in schema) || !Array.isArray(schema.enum)) return false;
  if (schema.enum.length !== 1 || schema.enum[0] !== version) return false;
  const filled = "example" in parameter ? parameter.example : "default" in schema && schema.default;
  return filled === version;
}

/** Removes the parameter with the version from a media type: `application/json;v=2` becomes `application/json`. */
function mediaTypeWithout(type: string, version: Version): string {
  const parameters = /;\s*[^;=]+=("(?:[^"\\]|\\.)*"|[^;]*)/g;
  return type.replaceAll(parameters, (parameter, value: string) => {
    const text = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1") : value;
    return text === version ? "" : parameter;
  });
}
