import type { Contract } from "../model/contract";
import { historyOf, Nothing, type History } from "../model/history";
import type { ResolvedRoute, Span } from "../model/route";
import type { Part, Side } from "../model/schema";
import { optionTable } from "../model/setting";
import { isObjectOrFunction } from "../model/value";

/** One place that a schema is used at. */
export interface Use {
  readonly route: ResolvedRoute;
  readonly contract: Contract;
  readonly schema: object;
  readonly side: Side;
  readonly place: UsePlace;
  /** The history whose newest schema this is, for there is one such use of each; undefined at all others. */
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
  const uses: Use[] = [];
  for (const { part, schema } of contract.inputs) {
    addUses(uses, schema, { route, contract, side: "input", place: part });
  }
  for (const { schema, headers } of contract.responses) {
    if (schema) addUses(uses, schema, { route, contract, side: "output", place: "response" });
    for (const header of headers.values()) {
      // A value that is no schema is a problem of its own.
      if (!isObjectOrFunction(header)) continue;
      addUses(uses, header, { route, contract, side: "output", place: "response header" });
    }
  }
  return uses;
}

type UseSite = Pick<Use, "route" | "contract" | "side" | "place">;

/** Every link and face of a history, and any other schema itself. */
function addUses(uses: Use[], declared: object, { route, contract, side, place }: UseSite): void {
  const add = (schema: object, history: History | undefined, isShown: boolean): void => {
    uses.push({ route, contract, schema, side, place, history, isShown });
  };
  const history = historyOf(declared);
  if (!history) add(declared, undefined, true);
  else {
    // Where there is Nothing now, the first schema that there was stands for the history.
    const first = history.links.find(({ schema }) => schema !== Nothing);
    for (const link of history.links) {
      const { schema, face } = link;
      if (schema !== Nothing) add(schema, link === first ? history : undefined, !face);
      if (face) add(face.schema, undefined, true);
    }
  }
}

/** The option that a schema was given to: `WithBody`. */
export function optionOf({ place }: Use): string {
  return optionTable[place === "response header" ? "response" : place].name;
}
