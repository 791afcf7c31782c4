import type { Request } from "express";
import type { Versions } from "./version";

/**
 * Reads the versions that a request asks for, most preferred first; `null`, `undefined` or `[]` for none.
 *
 * Whatever is no string, an empty string and VersionNeutral are dropped; what it throws is a 500.
 */
export type VersionExtractor = (
  req: Request,
) => Versions | null | undefined | Promise<Versions | null | undefined>;
