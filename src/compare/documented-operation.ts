import { openAPIShape, parseTemplate } from "../http/path";
import { documentedMethods } from "../model/documented-methods";
import type { OpenAPIDocument, OpenAPIOperation, OpenAPIPathItem } from "../model/openapi";
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

/** A path's item with each of its operations changed. */
export function withOperations(
  item: OpenAPIPathItem,
  change: (operation: OpenAPIOperation) => OpenAPIOperation,
): OpenAPIPathItem {
  const changed = { ...item };
  for (const method of documentedMethods) {
    const operation = item[method];
    if (operation) changed[method] = change(operation);
  }
  return changed;
}

/** A document's path with the names of its parameters left out: `/cats/{}` of `/cats/{id}`. */
export function documentedPathShape(path: string): string {
  return openAPIShape(parseTemplate(path));
}
