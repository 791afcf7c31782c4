import type { IncomingMessage } from "node:http";
import { sharedByCopies } from "../model/copies";
import type { Scheme } from "../model/security";

interface Admissions {
  // The principals are not stored as properties of requests, so that middleware cannot forge a principal.
  readonly byRequest: WeakMap<IncomingMessage, Map<Scheme, unknown>>;
  // Hot path: false until the first request is authenticated, so that Apps without authentication need no look-up.
  hasAny: boolean;
}

const admissions = sharedByCopies<Admissions>("admissions", () => ({
  byRequest: new WeakMap(),
  hasAny: false,
}));

/** Removes all principals of a request, so that the next route or App must authenticate the request again. */
export function forgetAdmissions(req: IncomingMessage): void {
  if (admissions.hasAny) admissions.byRequest.delete(req);
}

/** Copies the principals of a request to `other`, a second object that represents the same request. */
export function shareAdmissions(req: IncomingMessage, other: IncomingMessage): void {
  const admitted = admissions.byRequest.get(req);
  if (admitted) admissions.byRequest.set(other, new Map(admitted));
}

export function admit(req: IncomingMessage, scheme: Scheme, principal: unknown): void {
  admissions.hasAny = true;
  const admitted = admissions.byRequest.get(req) ?? new Map<Scheme, unknown>();
  admissions.byRequest.set(req, admitted.set(scheme, principal));
}

/** Returns the principal that a scheme has admitted; undefined if there is none. A principal is always truthy. */
export function principalOf(req: IncomingMessage, scheme: Scheme): unknown {
  return admissions.byRequest.get(req)?.get(scheme);
}
