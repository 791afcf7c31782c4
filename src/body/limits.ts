/**
 * Every bound of reading a body.
 *
 * The bounds of parsed values, which also apply to other parts of a request and to stored values, are in
 * schema/hostile.ts (depth and weight) and schema/issues.ts (the size of an answer about misfits).
 */

/** The default of `Limit` in `WithBody`. */
export const defaultLimit = "1mb";

/** Converts `"1mb"` to bytes, by the package `bytes` that Express's parsers use. */
export function bytesIn(limit: string): number {
  const unit = limit.toLowerCase().replaceAll(/[\d. ]/g, "");
  return Math.floor(Number.parseFloat(limit) * 1024 ** ["b", "kb", "mb", "gb"].indexOf(unit));
}

/** The limit before decompression: compressing some data, or sending it in small pieces, makes it a little larger. */
export function mostCompressed(most: number): number {
  return 2 * most + 1024;
}

/** The first size of the buffer for pieces of a body, in bytes. */
export const firstRoom = 4 * 1024;

/** The maximum number of parts of a multipart body: a part costs far more than its bytes. */
export const mostParts = 1000;

/** The maximum size of the headers of one part: Node's own limit for a request. */
export const longestHead = 16 * 1024;
