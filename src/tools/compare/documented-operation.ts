import { documentedShape } from "../../http/path-template";
import type { OpenAPIDocument, OpenAPIOperation, OpenAPIPathItem } from "../../schema/interface/openapi";
import { operationsOf, setOperation } from "../../document/path-item";
import { type FollowReference, subschemaIn } from "../../schema/json-schema/targets";
import { isSchema } from "../../schema/json-schema/subschema";
import type { JSONSchema } from "../../schema/interface/schema";
import type { DocumentReader } from "./renaming";

/** An operation, with the document that contains it, and with the function that resolves references there. */
export interface DocumentedOperation {
  readonly document: OpenAPIDocument;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly item: OpenAPIPathItem;
  readonly operation: OpenAPIOperation;
  readonly resolve: DocumentReader;
}

/** Copies a path item. Replaces each operation in the copy by the result of `change`. */
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

export function withEachOperation(
  items: Readonly<Record<string, OpenAPIPathItem>>,
  change: (operation: OpenAPIOperation) => OpenAPIOperation,
): Readonly<Record<string, OpenAPIPathItem>> {
  return Object.fromEntries(
    Object.entries(items).map(([name, item]) => [name, withOperations(item, change)]),
  );
}

/** Copies the webhooks of a document. Replaces each operation in the copy by the result of `change`. */
export function withWebhooks(
  { webhooks }: OpenAPIDocument,
  change: (operation: OpenAPIOperation) => OpenAPIOperation,
): Pick<OpenAPIDocument, "webhooks"> {
  return webhooks ? { webhooks: withEachOperation(webhooks, change) } : {};
}

/** Returns the webhooks of a document by their names in reports: `webhook cat.added`. */
export function documentedWebhooks(document: OpenAPIDocument): OperationsByKey {
  const side = sideOf(document);
  const found = documentedOperations(itemsIn(document.webhooks, side.resolve), side, (method, path) =>
    method === "POST" ? `${ofWebhooks}${path}` : `${ofWebhooks}${path} (${method})`,
  );
  return byKey(found);
}

const ofWebhooks = "webhook ";

/** Returns the operations of a document, by keys without parameter names: `GET /cats/{}`. */
export function operationsIn(document: OpenAPIDocument): OperationsByKey {
  const side = sideOf(document);
  const items = itemsIn(document.paths, side.resolve);
  return byKey(documentedOperations(items, side, (method, path) => `${method} ${path}`));
}

export type OperationsByKey = ReadonlyMap<string, DocumentedOperation>;

function byKey(operations: readonly DocumentedOperation[]): OperationsByKey {
  return new Map(operations.map((one) => [operationKey(one.name), one]));
}

type DocumentSide = Pick<DocumentedOperation, "document" | "resolve">;

function sideOf(document: OpenAPIDocument): DocumentSide {
  const root = { ...document };
  return { document, resolve: (from, reference) => subschemaIn(root, from, reference) };
}

type PlacedItem = readonly [path: string, item: OpenAPIPathItem];

export function itemsIn(written: unknown, resolve: FollowReference): readonly PlacedItem[] {
  return Object.entries(followed(written, resolve) ?? {}).flatMap(([path, one]) => {
    const item = followed(one, resolve);
    // The cast is safe: in a valid document, the value is a Path Item Object. Members beside its `$ref` are its own.
    return item ? [[path, { ...item, ...(one as OpenAPIPathItem) }] as const] : [];
  });
}

export function documentedOperations(
  items: readonly PlacedItem[],
  side: DocumentSide,
  nameOf: (method: string, path: string) => string,
): readonly DocumentedOperation[] {
  return items.flatMap(([path, item]) =>
    operationsOf(item).map((one) => ({ ...side, ...one, name: nameOf(one.method, path), path, item })),
  );
}

/** Returns the target of a `$ref`, or the object itself if it has no `$ref`; undefined for other values. */
export function followed(value: unknown, resolve: FollowReference): JSONSchema | undefined {
  if (!isSchema(value)) return undefined;
  const target = typeof value.$ref === "string" ? resolve(value, value.$ref) : value;
  return isSchema(target) ? target : undefined;
}

/** True for an operation that has ended: its only response is a 410. */
export function isGone({ operation }: DocumentedOperation): boolean {
  const statuses = Object.keys(operation.responses);
  return statuses.length === 1 && statuses[0] === "410";
}

/** Returns the key of an operation, in which path parameters have no names: `GET /cats/{}` for `GET /cats/{id}`. */
export function operationKey(name: string): string {
  if (name.startsWith(ofWebhooks)) return name;
  const end = name.indexOf(" ");
  return `${name.slice(0, end)} ${documentedShape(name.slice(end + 1))}`;
}
