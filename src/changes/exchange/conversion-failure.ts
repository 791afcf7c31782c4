import type { Request } from "express";
import {
  isConversionError,
  takeStep,
  noteStep,
  ThrownInConversion,
  type FailedStep,
} from "../history/conversion-errors";
import { isKindError } from "../../core/model/http-error";
import type { Version } from "../../core/model/version";

/** Adds the request, such as `GET /books`, to the message of a ConversionError. Returns other errors unchanged. */
export function namingRequest(error: unknown, req: Request, version?: Version): unknown {
  if (!isConversionError(error)) return error;
  return error.of(requestInWords(req), version);
}

export function requestInWords({ method, baseUrl, path }: Request): string {
  return `${method} ${baseUrl}${path}`;
}

export function failureOfConversion(
  error: unknown,
  req: Request,
  version?: Version,
  last?: FailedStep,
): Error {
  return noteStep(namedFailure(error, req, version), takeStep(error) ?? last);
}

function namedFailure(error: unknown, req: Request, version: Version | undefined): Error {
  const request = requestInWords(req);
  if (isKindError(error)) return error.of(version === undefined ? request : `${request}, version ${version}`);
  const named = namingRequest(error, req, version);
  return isConversionError(named) ? named : new ThrownInConversion(named);
}
