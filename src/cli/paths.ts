import { documentedMethods } from "../compare/documented-operation";
import type { Route } from "../model/route";

/** Whether documents show a route. */
export function isDocumented({ Method, Hidden }: Route): boolean {
  return !Hidden && documentedMethods.some((method) => method.toUpperCase() === Method);
}

/** A path below a segment such as `/v1`; `""` for none. */
export function below(segment: string, path: string): string {
  return path === "/" && segment !== "" ? segment : segment + path;
}
