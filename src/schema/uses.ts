import type { Contract } from "../model/contract";
import { historyOf, Nothing, type History } from "../model/history";
import type { ResolvedRoute, ResolvedWebhook, Span, Surface } from "../model/route";
import type { Part, Side } from "../model/schema";
import { optionTable } from "../model/setting";
import { isObjectOrFunction } from "../model/value";

/** One place that a schema is used at. */
export interface Use {
  readonly route: Surface;
  readonly contract: Contract;
  readonly schema: object;
  readonly side: Side;
  readonly place: UsePlace;
  /** The history whose newest schema this is, for there is one such use of each; undefined at all others. */
  readonly history: History | undefined;
  /** Whether clients send or see it: a schema behind a face is the handler's alone. */
  readonly isShown: boolean;
}

/**
 * The part of a request, of a response, or of a webhook: headers of responses, and all of a webhook, are described alone,
 * and never judged.
 */
export type UsePlace = Part | "response" | "response header" | WebhookPlace;

type WebhookPlace = "webhook" | "webhook headers" | "webhook answer";

/** Whether values at a place are held against its schema. */
export function isJudged(place: UsePlace): boolean {
  return place !== "response header" && !place.startsWith("webhook");
}

/** Every use of a schema by a contract, in registration order: those of routes that nothing reaches too. */
export function usesOf(routes: readonly ResolvedRoute[], spans: readonly Span[]): readonly Use[] {
  const contracts = new Map<Contract, ResolvedRoute>();
  for (const route of routes) contracts.set(route.contract, route);
  for (const { contract, route } of spans) contracts.set(contract, route);
  return [...contracts].flatMap(([contract, route]) => usesIn(contract, route));
}

/** The same of webhooks: what is sent is an output, what is expected back an input. */
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
  contract.responses.forEach(({ schema }, i) => {
    const place = i === 0 ? "webhook" : "webhook headers";
    if (schema) addUses(uses, schema, { route, contract, side: "output", place });
  });
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
