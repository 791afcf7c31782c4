import { documentedShape } from "../../http/path-template";
import type { OpenAPIDocument, OpenAPIOperation, OpenAPIPathItem } from "../../model/openapi";
import { operationsOf, setOperation } from "../../model/path-item";
import { type FollowReference, subschemaIn } from "../../json-schema/targets";
import { isSchema } from "../../json-schema/subschema";

/** One operation, with the document that its references point into. */
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

/** A document with each of its webhooks' operations changed. */
export function withWebhooks(
  document: OpenAPIDocument,
  change: (operation: OpenAPIOperation) => OpenAPIOperation,
): Pick<OpenAPIDocument, "webhooks"> {
  if (!document.webhooks) return {};
  const webhooks = Object.entries(document.webhooks).map(
    ([name, item]) => [name, withOperations(item, change)] as const,
  );
  return { webhooks: Object.fromEntries(webhooks) };
}

/** A document's webhooks by the names shown to clients: `webhook cat.added`. */
export function documentedWebhooks(document: OpenAPIDocument): ReadonlyMap<string, DocumentedOperation> {
  const resolve = resolverOf(document);
  const found = new Map<string, DocumentedOperation>();
  for (const [path, written] of Object.entries(document.webhooks ?? {})) {
    const target =
      "$ref" in written && typeof written.$ref === "string" ? resolve(written, written.$ref) : written;
    if (!isSchema(target)) continue;
    // A Path Item Object, as a document has it.
    const item = target as OpenAPIPathItem;
    for (const { method, operation } of operationsOf(item)) {
      const name = method === "POST" ? `${ofWebhooks}${path}` : `${ofWebhooks}${path} (${method})`;
      found.set(name, { document, name, method, path, item, operation, resolve });
    }
  }
  return found;
}

const ofWebhooks = "webhook ";

function resolverOf(document: OpenAPIDocument): FollowReference {
  const root = { ...document };
  return (from, reference) => subschemaIn(root, from, reference);
}

/** A document's operations by their keys. */
export function operationsIn(document: OpenAPIDocument): ReadonlyMap<string, DocumentedOperation> {
  const resolve = resolverOf(document);
  const found = new Map<string, DocumentedOperation>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const { method, operation } of operationsOf(item)) {
      const name = `${method} ${path}`;
      found.set(operationKey(name), { document, name, method, path, item, operation, resolve });
    }
  }
  return found;
}

/** True if an operation has ended: 410 is its only response. */
export function isGone({ operation }: DocumentedOperation): boolean {
  const statuses = Object.keys(operation.responses);
  return statuses.length === 1 && statuses[0] === "410";
}

/**
 * A key that is equal for two operations that a document treats as one, whatever their parameters are called: `GET
 * /cats/{}` of `GET /cats/{id}`.
 */
export function operationKey(name: string): string {
  // A name in small letters begins with the word webhook or callback: methods are in capitals.
  if (name.startsWith(ofWebhooks)) return name;
  const end = name.indexOf(" ");
  return `${name.slice(0, end)} ${documentedShape(name.slice(end + 1))}`;
}
