/**
 * Every bound of reading a body.
 *
 * The bounds of its parsed value hold for all other parts of a request and for stored values too: schema/hostile.ts has
 * its levels and its weight, schema/issues.ts how much an answer says about it.
 */

/** `WithBody`'s `Limit` where a route sets none. */
export const defaultLimit = "1mb";

/** Converts a limit to bytes, with the units of the package `bytes`, which Express's parsers use. */
export function bytesIn(limit: string): number {
  const unit = limit.toLowerCase().replaceAll(/[\d. ]/g, "");
  return Math.floor(Number.parseFloat(limit) * 1024 ** ["b", "kb", "mb", "gb"].indexOf(unit));
}

/**
 * The most bytes of a compressed body that has at most so many bytes decompressed: data that cannot be compressed becomes a
 * little larger, and so does data that is sent as it arises.
 */
export function mostCompressed(most: number): number {
  return 2 * most + 1024;
}

/** The first size of the buffer that a body's pieces are copied to, in bytes. */
export const firstRoom = 4 * 1024;

/** The maximum number of parts of a multipart body: each costs far more than its bytes. */
export const mostParts = 1000;

/** The maximum size of a part's header fields, the same as Node's for a message. */
export const longestHead = 16 * 1024;
