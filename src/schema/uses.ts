import type { Contract, DeclaredResponse } from "../model/contract";
import type { Registration, ResolvedRoute } from "../model/route";
import type { Part, Side } from "../model/schema";
import { optionTable } from "../model/setting";

/** One place that a schema is used at. */
export interface Use {
  readonly route: ResolvedRoute;
  readonly contract: Contract;
  readonly schema: object;
  readonly side: Side;
  readonly place: UsePlace;
}

/** The part of a request, or of a response: headers of responses are described alone, and never judged. */
export type UsePlace = Part | "response" | "response header";

/** Every use of a schema by a contract, in registration order: those of routes that nothing reaches too. */
export function usesOf(
  routes: readonly ResolvedRoute[],
  registrations: readonly Registration[],
): readonly Use[] {
  const contracts = new Map<Contract, ResolvedRoute>();
  for (const route of routes) contracts.set(route.contract, route);
  for (const { contract, route } of registrations) contracts.set(contract, route);
  return [...contracts].flatMap(([contract, route]) => usesIn(contract, route));
}

function usesIn(contract: Contract, route: ResolvedRoute): readonly Use[] {
  const { inputs, responses } = contract;
  if (inputs.length === 0 && responses.length === 0) return [];
  return [
    ...inputs.map(({ part, schema }): Use => ({ route, contract, schema, side: "input", place: part })),
    ...responses
      .flatMap(responseSchemas)
      .map(([place, schema]): Use => ({ route, contract, schema, side: "output", place })),
  ];
}

function responseSchemas({ schema, headers }: DeclaredResponse): readonly (readonly [UsePlace, object])[] {
  return [
    ...(schema === undefined ? [] : [["response", schema] as const]),
    ...[...headers.values()].map((header) => ["response header", header] as const),
  ];
}

/** The option that a schema was given to: `WithBody`. */
export function optionOf({ place }: Use): string {
  return optionTable[place === "response header" ? "response" : place].name;
}
