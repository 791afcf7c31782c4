import type { JSONSchema } from "../../model/schema";
import type { OpenAPIDocument, OpenAPIOperation, OpenAPIPathItem } from "../../model/openapi";

/** What a `$ref` of a document leads to; undefined where it leads nowhere. */
export type Resolve = (reference: string) => JSONSchema | undefined;

/** One operation, with the document that its references lead into. */
export interface OperationIn {
  readonly document: OpenAPIDocument;
  readonly method: string;
  readonly path: string;
  readonly item: OpenAPIPathItem;
  readonly operation: OpenAPIOperation;
  readonly resolve: Resolve;
}
