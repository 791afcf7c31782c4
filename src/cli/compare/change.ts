/** One thing that differs between two documents. */
export interface Change {
  /** `GET /cats`. */
  readonly operation: string;
  /** What of the operation: `response 200`; `""` where it is the operation itself. */
  readonly part: string;
  /** Both: `GET /cats, response 200`. */
  readonly place: string;
  /** In words: `property "name" was removed`. */
  readonly text: string;
  /** Whether the operation was added or removed, or something of it has changed. */
  readonly kind: "added" | "removed" | "changed";
  /** Whether a client that did well before may fail now. */
  readonly isBreaking: boolean;
}

/**
 * What a difference does to what may be sent: it allows less, allows more, breaks either side, or none.
 *
 * What a request may hold must not narrow; what a response may hold must not widen.
 */
export type Effect = "narrows" | "widens" | "breaks" | "harmless";

/** Who sends what a schema describes: the client a request, the server a response. */
export type Direction = "request" | "response";

/** Whether a client fails by it. */
export function isBreaking(effect: Effect, direction: Direction): boolean {
  return effect === "breaks" || effect === (direction === "request" ? "narrows" : "widens");
}

/** A difference in one part of an operation. */
export interface PartDifference {
  readonly part: string;
  readonly text: string;
  readonly isBreaking: boolean;
}
