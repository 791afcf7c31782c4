/** All limits for reading a body. schema/hostile.ts and schema/issues.ts have the limits of parsed values. */

export const defaultLimit = "1mb";

/** Converts `"1mb"` to bytes, as the package `bytes` of Express's parsers does. */
export function bytesIn(limit: string): number {
  const unit = limit.toLowerCase().replaceAll(/[\d. ]/g, "");
  return Math.floor(Number.parseFloat(limit) * 1024 ** ["b", "kb", "mb", "gb"].indexOf(unit));
}

/** The limit before decompression. It is larger, because compressing small pieces enlarges some data. */
export function mostCompressed(most: number): number {
  return 2 * most + 1024;
}

/** The first size of the buffer for pieces of a body, in bytes. */
export const firstRoom = 4 * 1024;

/** The maximum number of parts in a multipart body. A part needs far more memory than its bytes. */
export const mostParts = 1000;

/** Node's own limit for the headers of a request, applied to the headers of one part. */
export const longestHead = 16 * 1024;
