import type { Request } from "express";
import {
  isConversionError,
  takeStep,
  noteStep,
  ThrownInConversion,
  type FailedStep,
} from "../history/conversion-errors";
import { isKindError } from "../model/http-error";
import type { Version } from "../model/version";

/** Adds the request to a ConversionError for the log; any other error is unchanged. */
export function namingRequest(error: unknown, req: Request, version?: Version): unknown {
  if (!isConversionError(error)) return error;
  return error.of(requestInWords(req), version);
}

/** `GET /books` */
export function requestInWords({ method, baseUrl, path }: Request): string {
  return `${method} ${baseUrl}${path}`;
}

/**
 * The failure of a request whose Up or Down threw, or whose Down returned a wrong value; `last` is the step that
 * returned that value.
 */
export function failureOfConversion(
  error: unknown,
  req: Request,
  version?: Version,
  last?: FailedStep,
): Error {
  return noteStep(namedFailure(error, req, version), takeStep(error) ?? last);
}

function namedFailure(error: unknown, req: Request, version: Version | undefined): Error {
  if (isKindError(error)) {
    return error.of(
      version === undefined ? requestInWords(req) : `${requestInWords(req)}, version ${version}`,
    );
  }
  const named = namingRequest(error, req, version);
  return isConversionError(named) ? named : new ThrownInConversion(named);
}
