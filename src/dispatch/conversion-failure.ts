import type { Request } from "express";
import { ConversionError, ThrownInConversion } from "../history/conversion-error";
import type { Version } from "../model/version";

/** A conversion's error, for the log: with the request that met it, where it is the package's own. */
export function namingRequest(error: unknown, req: Request, version?: Version): unknown {
  if (!(error instanceof ConversionError)) return error;
  return error.of(`${req.method} ${req.baseUrl}${req.path}`, version);
}

/** The failure of an exchange that an Up or Down has thrown for. */
export function failureOfConversion(error: unknown, req: Request, version?: Version): Error {
  const named = namingRequest(error, req, version);
  return named instanceof ConversionError ? named : new ThrownInConversion(named);
}
