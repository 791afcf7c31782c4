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
