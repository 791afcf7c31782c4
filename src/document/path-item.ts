import type {
  OpenAPIMethod,
  OpenAPIOperation,
  OpenAPIPathItem,
  OpenAPIWords,
} from "../schema/interface/openapi";

/** The version of OpenAPI of a document. */
export type Dialect = "3.1" | "3.2";

/** Returns `"3.2"` if the App sets `OpenAPI: { openapi: "3.2.0" }` or a later patch. */
export function dialectOf(words: OpenAPIWords | undefined): Dialect {
  // JavaScript callers may pass null, which `Build` reports later.
  const openapi: unknown = (words as OpenAPIWords | null | undefined)?.openapi;
  return typeof openapi === "string" && openapi.startsWith("3.2.") ? "3.2" : "3.1";
}

/** The methods that are members of a Path Item Object (OpenAPI 3.2.0, 4.9.1). Operations are listed in this order. */
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

/** True if a document can describe a method. OpenAPI 3.2 can describe all methods (3.2.0, 4.9.1). */
export function isDocumentable(method: string, dialect: Dialect): boolean {
  return dialect === "3.2" || (members.has(method) && method !== "QUERY");
}

interface MethodOperation {
  readonly method: string;
  readonly operation: OpenAPIOperation;
}

/** The operations of a path. Operations in `additionalOperations` come last. */
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

/** Adds an operation to a path: as a member, or in `additionalOperations` if there is no member for its method. */
export function setOperation(item: OpenAPIPathItem, { method, operation }: MethodOperation): void {
  const member = members.get(method);
  if (member) item[member] = operation;
  else (item.additionalOperations ??= {})[method] = operation;
}
