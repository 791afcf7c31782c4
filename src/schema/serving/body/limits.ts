/** The limits for reading a body. The limits for parsed values are in schema/hostile.ts. */

/** Converts `"1mb"` to bytes, by the same rules as the package `bytes`, which Express's parsers use. */
export function bytesIn(limit: string): number {
  const unit = limit.toLowerCase().replaceAll(/[\d. ]/g, "");
  return Math.floor(Number.parseFloat(limit) * 1024 ** ["b", "kb", "mb", "gb"].indexOf(unit));
}

/** The maximum size of a compressed body for `most` decompressed bytes. Compression may make small data larger. */
export function mostCompressed(most: number): number {
  return 2 * most + 1024;
}

/** The size, in bytes, with which the buffer for the pieces of a body begins. */
export const firstRoom = 4 * 1024;

/** The maximum number of parts in a multipart body. In memory, a part is far larger than its bytes. */
export const mostParts = 1000;

/** The maximum size of the headers of one part: Node's own limit for the headers of a request. */
export const longestHead = 16 * 1024;
