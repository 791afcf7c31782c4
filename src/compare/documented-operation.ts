import { documentedShape } from "../http/path-template";
import type { OpenAPIDocument, OpenAPIOperation, OpenAPIPathItem } from "../model/openapi";
import { operationsOf, setOperation } from "../model/path-item";
import type { FollowReference } from "../json-schema/parts";
import { subschemaIn } from "../json-schema/targets";

/** One operation, with the document that its references lead into. */
export interface DocumentedOperation {
  readonly document: OpenAPIDocument;
  /** `GET /cats/{id}`. */
  readonly name: string;
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
  const changed = { ...item, ...(item.additionalOperations && { additionalOperations: {} }) };
  for (const { method, operation } of operationsOf(item)) {
    setOperation(changed, { method, operation: change(operation) });
  }
  return changed;
}

/** A document's operations by their keys. */
export function operationsIn(document: OpenAPIDocument): ReadonlyMap<string, DocumentedOperation> {
  const root = { ...document };
  const resolve: FollowReference = (from, reference) => subschemaIn(root, from, reference);
  const found = new Map<string, DocumentedOperation>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const { method, operation } of operationsOf(item)) {
      const name = `${method} ${path}`;
      found.set(operationKey(name), { document, name, method, path, item, operation, resolve });
    }
  }
  return found;
}

/** Whether an operation has ended: it answers with 410, and nothing else. */
export function isGone({ operation }: DocumentedOperation): boolean {
  const statuses = Object.keys(operation.responses);
  return statuses.length === 1 && statuses[0] === "410";
}

/** The same for two operations that a document takes for one, whatever their parameters are called: `GET /cats/{}` of `GET /cats/{id}`. */
export function operationKey(name: string): string {
  const end = name.indexOf(" ");
  return `${name.slice(0, end)} ${documentedShape(name.slice(end + 1))}`;
}
