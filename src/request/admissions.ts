import type { IncomingMessage } from "node:http";
import { sharedByCopies } from "../model/copies";
import type { Scheme } from "../model/security";

interface Admissions {
  // The principals are not stored as properties of requests, so that middleware cannot forge a principal.
  readonly byRequest: WeakMap<IncomingMessage, Map<Scheme, unknown>>;
  // Hot path: until a scheme first admits a request, `forgetAdmissions` looks nothing up.
  hasAny: boolean;
}

const admissions = sharedByCopies<Admissions>("admissions", () => ({
  byRequest: new WeakMap(),
  hasAny: false,
}));

/** Removes all principals of a request, because the next route or App must authenticate the request itself. */
export function forgetAdmissions(req: IncomingMessage): void {
  if (admissions.hasAny) admissions.byRequest.delete(req);
}

/** Copies the admitted principals from a request to a second object for the same request. */
export function shareAdmissions(req: IncomingMessage, other: IncomingMessage): void {
  const admitted = admissions.byRequest.get(req);
  if (admitted) admissions.byRequest.set(other, new Map(admitted));
}

/** Stores the principal that a scheme has admitted, until the request is matched again. */
export function admit(req: IncomingMessage, scheme: Scheme, principal: unknown): void {
  admissions.hasAny = true;
  const admitted = admissions.byRequest.get(req) ?? new Map<Scheme, unknown>();
  admissions.byRequest.set(req, admitted.set(scheme, principal));
}

/** Returns the principal that a scheme has admitted; undefined if there is none. A principal is always truthy. */
export function principalOf(req: IncomingMessage, scheme: Scheme): unknown {
  return admissions.byRequest.get(req)?.get(scheme);
}
