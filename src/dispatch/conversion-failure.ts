import type { Request } from "express";
import { ConversionError } from "../model/conversion-error";
import type { Version } from "../model/version";

/** A conversion's error, for the log: with the request that met it, where it is the package's own. */
export function namingRequest(error: unknown, req: Request, version?: Version): unknown {
  if (!(error instanceof ConversionError)) return error;
  return error.of(`${req.method} ${req.baseUrl}${req.path}`, version);
}
