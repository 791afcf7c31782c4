import type { OpenAPIDocument, OpenAPIOperation, OpenAPIResponse } from "../../schema/interface/openapi";
import { withEachOperation, withWebhooks } from "./documented-operation";
import { answerHeaders, errorHeaders } from "../../http/answer-headers";

export function withoutLifecycle(document: OpenAPIDocument): OpenAPIDocument {
  const paths = withEachOperation(document.paths, operationWithoutLifecycle);
  return { ...document, paths, ...withWebhooks(document, withoutEnd) };
}

function operationWithoutLifecycle(operation: OpenAPIOperation): OpenAPIOperation {
  const responses = Object.entries(operation.responses)
    // The package documents a 410 for a sunset, so this response belongs to the lifecycle.
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
  const otherHeaders = Object.entries(headers).filter(([, header]) => !isLifecycleHeader(header));
  return otherHeaders.length === 0 ? others : { ...others, headers: Object.fromEntries(otherHeaders) };
}

/** True for lifecycle headers, which are always a `$ref`. A plain header `Sunset` belongs to the application. */
export function isLifecycleHeader(header: unknown): boolean {
  return typeof header === "object" && header !== null && "$ref" in header && ownHeaders.has(header.$ref);
}

const ownHeaders = new Set<unknown>(
  [...Object.values(errorHeaders), ...Object.values(answerHeaders)]
    .filter(({ isOfLifecycle }) => isOfLifecycle)
    .map(({ component }) => `#/components/headers/${component}`),
);
