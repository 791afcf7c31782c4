import type { ResolvedRoute } from "../model/route";
import { inputOptions, type Part, type Side } from "../model/schema";

/** One place that a schema is used at. */
export interface Use {
  readonly route: ResolvedRoute;
  readonly schema: object;
  readonly side: Side;
  /** The part of the request, or the response's status. */
  readonly at: Part | number;
}

/** Every use of a schema by a route, in registration order. */
export function usesOf(routes: readonly ResolvedRoute[]): readonly Use[] {
  return routes
    .filter(({ inputs, responses }) => inputs.length > 0 || responses.length > 0)
    .flatMap((route) => [
      ...route.inputs.map(({ part, schema }): Use => ({ route, schema, side: "input", at: part })),
      ...route.responses.flatMap(({ status, schema }): readonly Use[] =>
        schema === undefined ? [] : [{ route, schema, side: "output", at: status }],
      ),
    ]);
}

/** The option that a schema was given to: `WithBody`. */
export function optionOf({ at }: Use): string {
  return typeof at === "number" ? "WithResponse" : inputOptions[at];
}
