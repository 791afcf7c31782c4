import { assertUnderstood, mark } from "./copies";
import { assertOptions, kinds } from "./options";
import { isObject } from "./value";

/** The kinds of returned values, each with its default media type. */
export const mediaTypes = {
  /** The handler returns nothing: the answer is 204, unless the handler sends a response by `res`. */
  nothing: undefined,
  json: "application/json",
  text: "text/plain",
  bytes: "application/octet-stream",
  stream: "application/octet-stream",
  /** An async iterable other than a stream. If the type is `text/event-stream`, its items are server-sent events. */
  items: "application/x-ndjson",
  /** A value whose content JSON would lose, such as a Map. The answer is 500. */
  unsupported: undefined,
} as const;

export type ValueKind = keyof typeof mediaTypes;

/** The members of a server-sent event (HTML, 9.2): `{ Data: { done: 3 }, Event: "progress", ID: "7", Retry: 1000 }`. */
export interface ServerSentEventMembers<Data = unknown> {
  /**
   * The data, sent as JSON even if it is a text. Without data, browsers store `ID` and `Retry`, but dispatch no event.
   */
  readonly Data?: Data;
  /** The event's type: one line of text; browsers use `message` by default. */
  readonly Event?: string;
  /** The id that a reconnecting browser sends as `Last-Event-ID`: one line of text, without NUL. */
  readonly ID?: string;
  /** The milliseconds that a browser waits before it reconnects: a whole number. */
  readonly Retry?: number;
}

/** A server-sent event, as an item of an async iterable; see the function {@link ServerSentEvent}. */
export interface ServerSentEvent<Data = unknown> extends ServerSentEventMembers<Data> {
  readonly [brand]: true;
}

const brand: unique symbol = Symbol.for("versioned-controllers.ServerSentEvent");

/**
 * Creates a server-sent event, for a handler with a response of type `text/event-stream`:
 * `yield ServerSentEvent({ Data: cat, ID: "7" })`.
 *
 * `ServerSentEvent({})` sends the response's headers, but no event. Members are validated when the event is sent: an
 * `Event` or `ID` with CR, LF or NUL, and a `Retry` that is not a whole number, end the stream with an error.
 *
 * @throws TypeError for an unknown member.
 */
export function ServerSentEvent<Data = undefined>(
  members: ServerSentEventMembers<Data>,
): ServerSentEvent<Data> {
  assertOptions<ServerSentEventMembers>("ServerSentEvent", members, memberNames);
  // The brand is on the prototype, so that a plain object, such as a spread of an event, does not count as an event.
  return Object.freeze(Object.assign(Object.create(prototype) as ServerSentEvent<Data>, members));
}

const memberNames = {
  Data: kinds.anything,
  Event: kinds.anything,
  ID: kinds.anything,
  Retry: kinds.anything,
};

const prototype = Object.freeze(mark({ [brand]: true }));

export function isServerSentEvent(value: unknown): value is ServerSentEvent {
  if (!isObject(value) || !(brand in value)) return false;
  assertUnderstood("ServerSentEvent", value);
  return true;
}
