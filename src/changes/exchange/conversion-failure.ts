import type { Request } from "express";
import { ConcealedError, isFault, noteFacts, takeFacts, isKindError } from "../../core/model/fault";
import type { Version } from "../../core/model/version";
import { namingRequest, requestInWords } from "../../core/request/exchange";
import type { FailedStep } from "../history/conversion-errors";

export function failureOfConversion(
  error: unknown,
  req: Request,
  version?: Version,
  last?: FailedStep,
): Error {
  return noteFacts(namedFailure(error, req, version), takeFacts(error) ?? last);
}

function namedFailure(error: unknown, req: Request, version: Version | undefined): Error {
  if (isKindError(error)) {
    const request = requestInWords(req);
    return error.of(version === undefined ? request : `${request}, version ${version}`);
  }
  const named = namingRequest(error, req, version);
  return isFault(named) ? named : new ConcealedError(named);
}
