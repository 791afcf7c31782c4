import type { Contract, DeclaredResponse } from "../model/contract";
import { Nothing, type History } from "../model/history";
import type { ResolvedRoute, Span } from "../model/route";
import type { Part, Side } from "../model/schema";
import { optionTable } from "../model/setting";
import { isObject } from "../model/value";
import { historyOf } from "./versioned";

/** One place that a schema is used at. */
export interface Use {
  readonly route: ResolvedRoute;
  readonly contract: Contract;
  readonly schema: object;
  readonly side: Side;
  readonly place: UsePlace;
  /** The history that this use is the newest schema of; undefined at all others. */
  readonly history: History | undefined;
  /** Whether clients send or see it: a schema behind a face is the handler's alone. */
  readonly isShown: boolean;
}

/** The part of a request, or of a response: headers of responses are described alone, and never judged. */
export type UsePlace = Part | "response" | "response header";

/** Every use of a schema by a contract, in registration order: those of routes that nothing reaches too. */
export function usesOf(routes: readonly ResolvedRoute[], spans: readonly Span[]): readonly Use[] {
  const contracts = new Map<Contract, ResolvedRoute>();
  for (const route of routes) contracts.set(route.contract, route);
  for (const { contract, route } of spans) contracts.set(contract, route);
  return [...contracts].flatMap(([contract, route]) => usesIn(contract, route));
}

function usesIn(contract: Contract, route: ResolvedRoute): readonly Use[] {
  const { inputs, responses } = contract;
  if (inputs.length === 0 && responses.length === 0) return [];
  return [
    ...inputs.flatMap(({ part, schema }) =>
      usesOfSchema({ route, contract, schema, side: "input", place: part }),
    ),
    ...responses
      .flatMap(responseSchemas)
      .flatMap(([place, schema]) => usesOfSchema({ route, contract, schema, side: "output", place })),
  ];
}

/** Every link and face of a history, and any other schema itself. */
function usesOfSchema(use: Omit<Use, "history" | "isShown">): readonly Use[] {
  const history = historyOf(use.schema);
  if (!history) return [{ ...use, history, isShown: true }];
  return history.links.flatMap(({ schema, face }, i) => [
    ...(schema === Nothing
      ? []
      : [{ ...use, schema, history: i === 0 ? history : undefined, isShown: !face }]),
    ...(face ? [{ ...use, schema: face.schema, history: undefined, isShown: true }] : []),
  ]);
}

function responseSchemas({ schema, headers }: DeclaredResponse): readonly (readonly [UsePlace, object])[] {
  return [
    ...(schema === undefined ? [] : [["response", schema] as const]),
    // A value that is no schema is a problem of its own.
    ...[...headers.values()]
      .filter((header: unknown) => typeof header === "function" || isObject(header))
      .map((header) => ["response header", header] as const),
  ];
}

/** The option that a schema was given to: `WithBody`. */
export function optionOf({ place }: Use): string {
  return optionTable[place === "response header" ? "response" : place].name;
}
