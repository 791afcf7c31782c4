/**
 * Every bound of reading a body.
 *
 * Bounds of parsed values also apply to the other parts of a request and to stored values: schema/hostile.ts has the
 * levels and the weight of a value, schema/issues.ts the size of an answer about its misfits.
 */

/** The default of `WithBody`'s `Limit`. */
export const defaultLimit = "1mb";

/** Converts a limit to bytes, with the units of the package `bytes`, which Express's parsers use. */
export function bytesIn(limit: string): number {
  const unit = limit.toLowerCase().replaceAll(/[\d. ]/g, "");
  return Math.floor(Number.parseFloat(limit) * 1024 ** ["b", "kb", "mb", "gb"].indexOf(unit));
}

/** The limit before decompression: compressing some data, or sending it in small pieces, makes it a little larger. */
export function mostCompressed(most: number): number {
  return 2 * most + 1024;
}

/** The first size of the buffer that a body's pieces are copied to, in bytes. */
export const firstRoom = 4 * 1024;

/** The maximum number of parts of a multipart body: each part costs far more than its bytes. */
export const mostParts = 1000;

/** The maximum size of a part's header fields, the same as Node's for a message. */
export const longestHead = 16 * 1024;
