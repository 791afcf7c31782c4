import type { Request } from "express";
import { ConversionError, ThrownInConversion } from "../history/conversion-errors";
import { KindError } from "../model/http-error";
import type { Version } from "../model/version";

/** A conversion's error for the log: with the request, if it is the package's own. */
export function namingRequest(error: unknown, req: Request, version?: Version): unknown {
  if (!(error instanceof ConversionError)) return error;
  return error.of(requestInWords(req), version);
}

/** A request in words: `GET /books`. */
export function requestInWords({ method, baseUrl, path }: Request): string {
  return `${method} ${baseUrl}${path}`;
}

/** The failure of an exchange because an Up or Down threw, or a Down returned a wrong value. */
export function failureOfConversion(error: unknown, req: Request, version?: Version): Error {
  if (error instanceof KindError) {
    return error.of(
      version === undefined ? requestInWords(req) : `${requestInWords(req)}, version ${version}`,
    );
  }
  const named = namingRequest(error, req, version);
  return named instanceof ConversionError ? named : new ThrownInConversion(named);
}
