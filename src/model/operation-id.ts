import type { RouteSettings } from "./setting";

/** The id that `WithOperation` says of an operation, word for word; undefined where it says none. */
export function idInWords({ operation }: RouteSettings): string | undefined {
  const id: unknown = operation.findLast((words) => "operationId" in words)?.operationId;
  return typeof id === "string" ? id : undefined;
}

/** The id that a route is given, by `WithOperation` or `OperationID`; undefined where it is generated. */
export function givenID(settings: RouteSettings): string | undefined {
  return idInWords(settings) ?? settings.operationID;
}
