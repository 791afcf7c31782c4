/**
 * The kinds of a returned value, and the media type that each is answered with unless the handler sets one.
 *
 * Responding, checking and documenting switch over them, so that a new kind is a compile error in each.
 */
export const mediaTypes = {
  /** Nothing is returned: 204, or the handler answers by itself. */
  nothing: undefined,
  json: "application/json",
  text: "text/plain",
  bytes: "application/octet-stream",
  stream: "application/octet-stream",
  /** An async iterable that is no stream; server-sent events where the handler says `text/event-stream`. */
  items: "application/x-ndjson",
  /** No answer could be made of it without losing all that it holds: a 500. */
  unsupported: undefined,
} as const;

/** One of them: `"json"`. */
export type ValueKind = keyof typeof mediaTypes;
