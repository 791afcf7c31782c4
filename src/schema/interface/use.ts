import { inputOptions, type Contract, type DeclaredResponse } from "../../core/model/contract";
import type { Surface } from "../../core/model/route";
import { historyOf, Nothing, type History } from "./histories";
import type { Part, Side } from "./schema";

/** One use of a schema by a route or webhook. */
export interface Use {
  readonly route: Surface;
  readonly contract: Contract;
  readonly schema: object;
  readonly side: Side;
  readonly place: UsePlace;
  /** True for a body that is always a form with files, or bytes. */
  readonly isBinary: boolean;
  /** The history of the schema's changes. Undefined for older schemas, so that `check` reads it once. */
  readonly history: History | undefined;
  /** The history whose conversions apply to this schema, old or new; undefined if the schema has never changed. */
  readonly convertedBy: History | undefined;
  /** False if clients see another schema, which `.As(...)` declares. */
  readonly isShown: boolean;
}

/** One schema of a declared schema. */
export interface HeldSchema extends Pick<Use, "history" | "convertedBy" | "isShown"> {
  readonly schema: object;
}

/** Every schema of a declared schema, the newest first, with its use. A schema without a history is the only one. */
export function heldSchemas(declared: object): readonly HeldSchema[] {
  const history = historyOf(declared);
  if (!history) return [{ schema: declared, history: undefined, convertedBy: undefined, isShown: true }];
  const { links } = history;
  const convertedBy = links.length > 1 ? history : undefined;
  const first = links.find(({ schema }) => schema !== Nothing);
  const held: HeldSchema[] = [];
  for (const link of links) {
    const { schema, face } = link;
    const own = { convertedBy, history: link === first ? history : undefined, isShown: !face };
    if (schema !== Nothing) held.push({ schema, ...own });
    if (face) held.push({ schema: face.schema, convertedBy, history: undefined, isShown: true });
  }
  return held;
}

/** The part that a schema describes. Schemas of response headers and webhooks are documented, but validate nothing. */
export type UsePlace = Part | DeclaredResponse["place"] | "response header" | "webhook answer";

export function isJudged(place: UsePlace): boolean {
  return place !== "response header" && !place.startsWith("webhook");
}

/** The name of the option that declares the schema, such as `WithBody`. */
export function optionOf({ place }: Pick<Use, "place">): string {
  switch (place) {
    case "webhook":
      return "V.Webhook";
    case "webhook headers":
      return inputOptions.headers;
    case "webhook answer":
    case "response header":
      return "WithResponse";
    default:
      return place === "response" ? "WithResponse" : inputOptions[place];
  }
}
