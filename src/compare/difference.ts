/** One thing that differs between two documents. */
export interface Difference {
  /** `GET /cats`. */
  readonly operation: string;
  /** The part of the operation that differs: `response 200`; `""` where it is the operation itself. */
  readonly part: string;
  /** The place, both of operation and part: `GET /cats, response 200`. */
  readonly place: string;
  /** The difference in words: `property "name" was removed`. */
  readonly text: string;
  /** Whether the operation was added or removed, or something of it has changed. */
  readonly kind: "added" | "removed" | "changed";
  /** Whether a client that did well before may fail now. */
  readonly isBreaking: boolean;
}

/** A difference in one part of an operation. */
export interface PartDifference extends DifferenceVerdict {
  readonly part: string;
}

/** A difference without its place. */
export interface DifferenceVerdict {
  readonly text: string;
  readonly isBreaking: boolean;
}

/**
 * The way in which the values that a schema allows have changed: fewer, more, others, or none that matters.
 *
 * A request must not narrow, a response must not widen.
 */
export type Effect = "narrows" | "widens" | "breaks" | "harmless";

/** The sender of what a schema describes: the client a request, the server a response. */
export type Direction = "request" | "response";

/** Whether a client fails by an effect. */
export function isBreaking(effect: Effect, direction: Direction): boolean {
  return effect === "breaks" || effect === (direction === "request" ? "narrows" : "widens");
}
