/**
 * All limits for reading a body.
 *
 * The limits of parsed values, which also apply to other parts of a request and to stored values, are in
 * schema/hostile.ts (depth and weight) and schema/issues.ts (the size of an answer with issues).
 */

/** The default of `Limit` in `WithBody`. */
export const defaultLimit = "1mb";

/** Converts `"1mb"` to bytes, with the same result as the package `bytes` that Express's parsers use. */
export function bytesIn(limit: string): number {
  const unit = limit.toLowerCase().replaceAll(/[\d. ]/g, "");
  return Math.floor(Number.parseFloat(limit) * 1024 ** ["b", "kb", "mb", "gb"].indexOf(unit));
}

/** The limit before decompression. It is a little larger, because compression in small pieces enlarges some data. */
export function mostCompressed(most: number): number {
  return 2 * most + 1024;
}

/** The first size of the buffer for pieces of a body, in bytes. */
export const firstRoom = 4 * 1024;

/** The maximum number of parts of a multipart body. A part needs far more memory than its bytes. */
export const mostParts = 1000;

/** The maximum size of the headers of one part, which is Node's own limit for the headers of a request. */
export const longestHead = 16 * 1024;
