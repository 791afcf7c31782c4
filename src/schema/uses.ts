import type { Contract, DeclaredResponse } from "../model/contract";
import { historyOf, Nothing, type History, type HistoryUse } from "../model/history";
import type { ResolvedRoute, ResolvedWebhook, Span, Surface } from "../model/route";
import type { Part, Side } from "../model/schema";
import { optionTable } from "../model/setting";
import { isObjectOrFunction } from "../model/value";
import type { ErrorSchemas } from "../model/error-format";

/** One place at which a schema is used. */
export interface Use {
  readonly route: Surface;
  readonly contract: Contract;
  readonly schema: object;
  readonly side: Side;
  readonly place: UsePlace;
  /** The history whose newest schema this is, set once for each history; undefined for all other uses. */
  readonly history: History | undefined;
  /** The history with this schema, if it has changes. */
  readonly convertedBy: History | undefined;
  /** True if clients send or see it: only the handler sees a schema behind a face. */
  readonly isShown: boolean;
}

/** The part of a request, response or webhook. Headers of responses and webhooks are only described, never validated. */
export type UsePlace = Part | DeclaredResponse["place"] | "response header" | "webhook answer";

/** True if values at a place are validated by its schema. */
export function isJudged(place: UsePlace): boolean {
  return place !== "response header" && !place.startsWith("webhook");
}

/** Every use of a schema by a contract, in registration order, including those of unreachable routes. */
export function usesOf(routes: readonly ResolvedRoute[], spans: readonly Span[]): readonly Use[] {
  const contracts = new Map<Contract, ResolvedRoute>();
  const add = (contract: Contract, route: ResolvedRoute): void => {
    if (contract.inputs.length + contract.responses.length > 0) contracts.set(contract, route);
  };
  for (const route of routes) add(route.contract, route);
  for (const { contract, route } of spans) add(contract, route);
  return [...contracts].flatMap(([contract, route]) => usesIn(contract, route));
}

/** The same for webhooks: a payload is an output, an expected answer an input. */
export function usesOfWebhooks(
  webhooks: readonly ResolvedWebhook[],
  spans: readonly Span<ResolvedWebhook>[],
): readonly Use[] {
  const contracts = new Map<Contract, ResolvedWebhook>();
  for (const webhook of webhooks) contracts.set(webhook.contract, webhook);
  for (const { contract, route } of spans) contracts.set(contract, route);
  return [...contracts].flatMap(([contract, route]) => usesOfWebhook(contract, route));
}

function usesOfWebhook(contract: Contract, route: ResolvedWebhook): readonly Use[] {
  const uses: Use[] = [];
  for (const { place, schema } of contract.responses) {
    if (schema) addUses(uses, schema, { route, contract, side: "output", place });
  }
  for (const { schema } of contract.inputs) {
    addUses(uses, schema, { route, contract, side: "input", place: "webhook answer" });
  }
  for (const { headers } of route.settings.responses) {
    for (const header of headers.values()) {
      if (!isObjectOrFunction(header)) continue;
      addUses(uses, header, { route, contract, side: "output", place: "response header" });
    }
  }
  return uses;
}

/** The uses of every schema of an App: those of its contracts, and its errors. */
interface SchemaUses {
  readonly uses: readonly Use[];
  readonly errors: ErrorSchemas;
}

/** The histories among the schemas, and the directions in which values pass through each; errors have only Downs. */
export function historyUsesOf({ uses, errors }: SchemaUses): readonly HistoryUse[] {
  const ofErrors = historyOf(errors.declared);
  return [
    ...uses.flatMap(({ history, side, place, route }) => {
      const takes = side === "input";
      return history
        ? [{ history, where: route.where, takes, isText: takes && place !== "body", gives: !takes }]
        : [];
    }),
    ...(ofErrors
      ? [{ history: ofErrors, where: "AppOptions.Errors", takes: false, isText: false, gives: true }]
      : []),
  ];
}

function usesIn(contract: Contract, route: ResolvedRoute): readonly Use[] {
  const uses: Use[] = [];
  for (const { part, schema } of contract.inputs) {
    addUses(uses, schema, { route, contract, side: "input", place: part });
  }
  for (const { schema, headers } of contract.responses) {
    if (schema) addUses(uses, schema, { route, contract, side: "output", place: "response" });
    for (const header of headers.values()) {
      // `check` reports a value that is not a schema.
      if (!isObjectOrFunction(header)) continue;
      addUses(uses, header, { route, contract, side: "output", place: "response header" });
    }
  }
  return uses;
}

type UseSite = Pick<Use, "route" | "contract" | "side" | "place">;

/** Adds every link and face of a history, or the schema itself. */
function addUses(uses: Use[], declared: object, { route, contract, side, place }: UseSite): void {
  const history = historyOf(declared);
  const convertedBy = history && history.links.length > 1 ? history : undefined;
  const add = (schema: object, first: History | undefined, isShown: boolean): void => {
    uses.push({ route, contract, schema, side, place, history: first, convertedBy, isShown });
  };
  if (!history) add(declared, undefined, true);
  else {
    // If the newest link is Nothing, its nearest older schema represents the history.
    const first = history.links.find(({ schema }) => schema !== Nothing);
    for (const link of history.links) {
      const { schema, face } = link;
      if (schema !== Nothing) add(schema, link === first ? history : undefined, !face);
      if (face) add(face.schema, undefined, true);
    }
  }
}

/** The option that has the schema: `WithBody`. */
export function optionOf({ place }: Pick<Use, "place">): string {
  switch (place) {
    case "webhook":
      return "V.Webhook";
    case "webhook headers":
      return optionTable.headers.name;
    case "webhook answer":
    case "response header":
      return optionTable.response.name;
    default:
      return optionTable[place].name;
  }
}
