import type { OpenAPIMethod } from "./openapi";

/** The methods that an OpenAPI 3.1 path can describe, in the order that they are told in. */
export const documentedMethods: readonly OpenAPIMethod[] = [
  "get",
  "head",
  "post",
  "put",
  "patch",
  "delete",
  "options",
  "trace",
];

const inRequests: ReadonlySet<string> = new Set(documentedMethods.map((method) => method.toUpperCase()));

/** Whether OpenAPI 3.1 has a place for an operation of a request's method. */
export function isDocumentable(method: string): boolean {
  return inRequests.has(method);
}
