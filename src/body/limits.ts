/**
 * All limits for reading a body. Limits of parsed values, which also apply to other parts of a request, are in
 * schema/hostile.ts (depth) and schema/issues.ts (the size of an answer with issues).
 */

export const defaultLimit = "1mb";

/** Converts `"1mb"` to bytes, with the same result as the package `bytes` that Express's parsers use. */
export function bytesIn(limit: string): number {
  const unit = limit.toLowerCase().replaceAll(/[\d. ]/g, "");
  return Math.floor(Number.parseFloat(limit) * 1024 ** ["b", "kb", "mb", "gb"].indexOf(unit));
}

/** The limit before decompression, which is larger, because the compression of small pieces enlarges some data. */
export function mostCompressed(most: number): number {
  return 2 * most + 1024;
}

/** The first size of the buffer for a body's pieces, in bytes. */
export const firstRoom = 4 * 1024;

/** The maximum number of parts in a multipart body. A part needs far more memory than its bytes. */
export const mostParts = 1000;

/** The maximum size of the headers of one part. It is Node's own limit for the headers of a request. */
export const longestHead = 16 * 1024;
