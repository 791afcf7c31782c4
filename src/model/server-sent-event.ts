import { isObject } from "./value";
/** The members of a server-sent event (HTML, 9.2): `{ Data: { done: 3 }, Event: "progress", ID: "7", Retry: 1000 }`. */
export interface ServerSentEventMembers<Data = unknown> {
  /** Sent as JSON, text too; without it a browser takes note of `ID` and `Retry`, and tells its page of nothing. */
  readonly Data?: Data;
  /** The event's type: one line of text; a browser takes it for `message` where there is none. */
  readonly Event?: string;
  /** The `Last-Event-ID` of a browser that connects again: one line of text, without NUL. */
  readonly ID?: string;
  /** How many milliseconds a browser waits before it connects again: a whole number. */
  readonly Retry?: number;
}

/** An item of an async iterable that is more than its data: what {@link ServerSentEvent} makes. */
export interface ServerSentEvent<Data = unknown> extends ServerSentEventMembers<Data> {
  readonly [brand]: true;
}

// Registered, so that an event made by one copy of the package is known to another.
const brand: unique symbol = Symbol.for("versioned-controllers.ServerSentEvent");

/**
 * A server-sent event, for a handler that answers `text/event-stream`: `yield ServerSentEvent({ Data: cat, ID: "7" })`.
 *
 * `ServerSentEvent({})` sends the head of the response alone. Members are judged when the event is sent: an `Event` or `ID` with CR,
 * LF or NUL, and a `Retry` that is no whole number, are errors of the stream.
 */
export function ServerSentEvent<Data = undefined>(
  members: ServerSentEventMembers<Data>,
): ServerSentEvent<Data> {
  // On a prototype, where a plain object's members never are: no returned data can be taken for an event.
  return Object.freeze(Object.assign(Object.create(prototype) as ServerSentEvent<Data>, members));
}

const prototype = Object.freeze({ [brand]: true });

/** Whether a value is what {@link ServerSentEvent} makes. */
export function isServerSentEvent(value: unknown): value is ServerSentEvent {
  return isObject(value) && brand in value;
}
