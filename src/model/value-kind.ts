/**
 * The kinds of a returned value, and the media type of each unless the handler sets one.
 *
 * Responding, checking and documenting switch over them, so that a new kind is a compile error in each.
 */
export const mediaTypes = {
  /** Without a value: 204, or the handler answers by itself. */
  nothing: undefined,
  json: "application/json",
  text: "text/plain",
  bytes: "application/octet-stream",
  stream: "application/octet-stream",
  /** An async iterable other than a stream; sent as server-sent events if the handler sets `text/event-stream`. */
  items: "application/x-ndjson",
  /** A value that JSON would lose: a 500. */
  unsupported: undefined,
} as const;

/** One of them: `"json"`. */
export type ValueKind = keyof typeof mediaTypes;
