import { inputOptions, type Contract, type DeclaredResponse } from "../../core/model/contract";
import type { Surface } from "../../core/model/route";
import type { History } from "./histories";
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
