import { openAPIShape, parseTemplate } from "../http/path";
import type { OpenAPIMethod } from "../model/openapi";
import type { Route } from "../model/route";

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

/** Whether documents show a route. */
export function isDocumented({ Method, Hidden }: Route): boolean {
  return !Hidden && documentedMethods.some((method) => method.toUpperCase() === Method);
}

/** A path of a document, or of a route, with the names of its parameters left out. */
export function shapeOf(path: string): string {
  return openAPIShape(parseTemplate(path));
}

/** A path below a segment such as `/v1`; `""` for none. */
export function below(segment: string, path: string): string {
  return path === "/" && segment !== "" ? segment : segment + path;
}
