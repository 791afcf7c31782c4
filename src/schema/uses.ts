import type { Contract } from "../model/contract";
import type { Registration, ResolvedRoute } from "../model/route";
import type { Part, Side } from "../model/schema";
import { optionTable } from "../model/setting";

/** One place that a schema is used at. */
export interface Use {
  readonly route: ResolvedRoute;
  readonly contract: Contract;
  readonly schema: object;
  readonly side: Side;
  /** The part of the request, or the response's status. */
  readonly at: Part | number;
}

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
    ...inputs.map(({ part, schema }): Use => ({ route, contract, schema, side: "input", at: part })),
    ...responses.flatMap(({ status, schema }): readonly Use[] =>
      schema === undefined ? [] : [{ route, contract, schema, side: "output", at: status }],
    ),
  ];
}

/** The option that a schema was given to: `WithBody`. */
export function optionOf({ at }: Use): string {
  return optionTable[typeof at === "number" ? "response" : at].name;
}
