import type { OpenAPIMethod, OpenAPIOperation, OpenAPIPathItem, OpenAPIWords } from "./openapi";

/** The versions of OpenAPI that documents are written in. */
export type Dialect = "3.1" | "3.2";

/** The version of OpenAPI that an application asks for by `OpenAPI: { openapi: "3.2.0" }`. */
export function dialectOf(words: OpenAPIWords | undefined): Dialect {
  // Callers without types may give null, which `check` tells of.
  const openapi: unknown = (words as OpenAPIWords | null | undefined)?.openapi;
  return typeof openapi === "string" && openapi.startsWith("3.2.") ? "3.2" : "3.1";
}

/** The methods that a Path Item Object has a member for, in the order in which documents are read; `query` is of 3.2. */
const memberMethods: readonly OpenAPIMethod[] = [
  "get",
  "head",
  "query",
  "post",
  "put",
  "patch",
  "delete",
  "options",
  "trace",
];

const members: ReadonlyMap<string, OpenAPIMethod> = new Map(
  memberMethods.map((member) => [member.toUpperCase(), member]),
);

/** Whether a document has a place for an operation of a request's method: 3.2 has one for all (OpenAPI 3.2.0, 4.9.1). */
export function isDocumentable(method: string, dialect: Dialect): boolean {
  return dialect === "3.2" || (members.has(method) && method !== "QUERY");
}

/** One operation of a path. */
interface MethodOperation {
  /** As requests have it: `GET`. */
  readonly method: string;
  readonly operation: OpenAPIOperation;
}

/** The operations of a path, those of `additionalOperations` last. */
export function operationsOf(item: OpenAPIPathItem): readonly MethodOperation[] {
  const found: MethodOperation[] = [];
  for (const [method, member] of members) {
    const operation = item[member];
    if (operation) found.push({ method, operation });
  }
  const { additionalOperations } = item;
  if (!additionalOperations) return found;
  return [
    ...found,
    ...Object.entries(additionalOperations).map(([method, operation]) => ({ method, operation })),
  ];
}

/** Puts an operation at its method's place. */
export function setOperation(item: OpenAPIPathItem, { method, operation }: MethodOperation): void {
  const member = members.get(method);
  if (member) item[member] = operation;
  else (item.additionalOperations ??= {})[method] = operation;
}
