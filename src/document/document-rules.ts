import { argumentProblem } from "../core/check/arguments";
import type { Checkable } from "../core/check/checkable";
import { otherDeclaration } from "../core/check/problems";
import { repeated } from "../core/model/collections";
import type { Problem, Warning } from "../core/model/problem";
import { allForms, type RouteForm } from "../core/model/route";
import { describe, isObject } from "../core/model/value";
import { hidden } from "../core/options/flags";
import { givenID } from "./operation-options";
import { dialectOf, isDocumentable } from "./path-item";
import { problem, warning } from "./problems";

/** Checks `OpenAPI.openapi` and `OpenAPI.tags`. OpenAPI 3.0 is rejected, because it describes null differently. */
export function checkOpenAPI({ OpenAPI: words }: { readonly OpenAPI?: unknown }): readonly Problem[] {
  if (!isObject(words)) return [];
  const { openapi, tags }: { readonly openapi?: unknown; readonly tags?: unknown } = words;
  const isWritten = typeof openapi === "string" && /^3\.[12]\.\d+(?:-.+)?$/.test(openapi);
  return [
    ...(openapi === undefined || isWritten
      ? []
      : [problem("openapi-version", "AppOptions", describe(openapi))]),
    ...(tags === undefined || (Array.isArray(tags) && Array.from<unknown>(tags).every(isObject))
      ? []
      : [argumentProblem("AppOptions", { name: "OpenAPI.tags", expected: "a list of Tag Objects" }, tags)]),
  ];
}

/** Reports an operation id that two operations of one document share. */
export function checkOperationIDs({ resolution, operations }: Checkable): readonly Problem[] {
  // Generated ids are unique. If no route has an explicit id, there is no need to create the operations.
  if (!resolution.routes.some((route) => allForms(route).some(hasExplicitID))) return [];
  const explicit = operations().filter(({ registration }) => hasExplicitID(registration.form));
  return repeated(explicit, ({ id }) => id).map(([{ id, registration }, first]) => {
    const { route, version } = registration;
    const { where } = route;
    const other = first.registration;
    return route === other.route && version !== undefined && other.version !== undefined
      ? problem("operation-id-of-versions", where, id, version, other.version)
      : problem("operation-id-repeated", where, id, otherDeclaration(where, other.route.where));
  });
}

function hasExplicitID({ settings }: RouteForm): boolean {
  return givenID(settings) !== undefined;
}

/** Warns of routes that no document describes, because its version of OpenAPI has no word for their method. */
export function undocumented({ resolution: { routes }, options }: Checkable): readonly Warning[] {
  const dialect = dialectOf(options.OpenAPI);
  const isLeftOut = ({ method, settings }: RouteForm): boolean =>
    !settings.of(hidden) && !isDocumentable(method, dialect);
  return routes.flatMap((route) => {
    const methods = new Set(
      allForms(route)
        .filter(isLeftOut)
        .map(({ method }) => method),
    );
    return [...methods].map((method) => warning("method-undocumented", route, route.where, method));
  });
}
