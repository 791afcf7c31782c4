import type { Request } from "express";
import { isFault } from "../model/fault";
import type { Version } from "../model/version";

export function requestInWords({ method, baseUrl, path }: Request): string {
  return `${method} ${baseUrl}${path}`;
}

/** Adds the request, such as `GET /books`, to the message of a {@link Fault}. Returns other errors unchanged. */
export function namingRequest(error: unknown, req: Request, version?: Version): unknown {
  return isFault(error) ? error.of(requestInWords(req), version) : error;
}
