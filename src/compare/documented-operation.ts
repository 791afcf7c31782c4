import { openAPIShape, parseTemplate } from "../http/path";
import type { OpenAPIDocument, OpenAPIMethod, OpenAPIOperation, OpenAPIPathItem } from "../model/openapi";
import type { JSONSchema } from "../model/schema";

/** Follows a `$ref` of a document; undefined where it leads nowhere. */
export type FollowReference = (reference: string) => JSONSchema | undefined;

/** One operation, with the document that its references lead into. */
export interface DocumentedOperation {
  readonly document: OpenAPIDocument;
  readonly method: string;
  readonly path: string;
  readonly item: OpenAPIPathItem;
  readonly operation: OpenAPIOperation;
  readonly resolve: FollowReference;
}

/** The methods that a path of a document may hold, in the order that they are told in. */
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

/** A document's path with the names of its parameters left out: `/cats/{}` of `/cats/{id}`. */
export function documentedPathShape(path: string): string {
  return openAPIShape(parseTemplate(path));
}
