import type { OpenAPIDocument, OpenAPIOperation, OpenAPIResponse } from "../../model/openapi";
import { withEachOperation, withWebhooks } from "./documented-operation";
import { appHeaderNames, appHeaders } from "../../model/app-headers";

/** A document without the deprecations, sunsets and successors of its operations. */
export function withoutLifecycle(document: OpenAPIDocument): OpenAPIDocument {
  const paths = withEachOperation(document.paths, operationWithoutLifecycle);
  return { ...document, paths, ...withWebhooks(document, withoutEnd) };
}

function operationWithoutLifecycle(operation: OpenAPIOperation): OpenAPIOperation {
  const responses = Object.entries(operation.responses)
    // A version that is gone answers 410, and a version with a sunset announces it.
    .filter(([status]) => status !== "410")
    .map(([status, response]) => [status, responseWithout(response)] as const);
  return { ...withoutEnd(operation), responses: Object.fromEntries(responses) };
}

function withoutEnd({ responses, ...operation }: OpenAPIOperation): OpenAPIOperation {
  const members = Object.entries(operation).filter(([key]) => !ends.has(key));
  return { ...Object.fromEntries(members), responses };
}

const ends = new Set(["deprecated", "x-deprecated", "x-sunset", "x-brownouts", "x-changes"]);

function responseWithout(response: OpenAPIResponse): OpenAPIResponse {
  if (!response.headers) return response;
  const { headers, ...others } = response;
  const kept = Object.entries(headers).filter(([, header]) => !isLifecycleHeader(header));
  return kept.length === 0 ? others : { ...others, headers: Object.fromEntries(kept) };
}

/**
 * True for the headers of deprecations, sunsets and brownouts: no client fails because one is added or removed.
 *
 * The App's own headers are references; other headers of these names belong to the application.
 */
export function isLifecycleHeader(header: unknown): boolean {
  return typeof header === "object" && header !== null && "$ref" in header && ownHeaders.has(header.$ref);
}

const ownHeaders = new Set<unknown>(
  appHeaderNames
    .filter((name) => appHeaders[name].isOfLifecycle)
    .map((name) => `#/components/headers/${name}`),
);
