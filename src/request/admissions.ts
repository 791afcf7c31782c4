import type { IncomingMessage } from "node:http";
import { sharedByCopies } from "../model/copies";
import type { Scheme } from "../model/security";

interface Admissions {
  // This Map keeps admissions outside of the requests: a middleware cannot forge one by setting or copying a property.
  readonly byRequest: WeakMap<IncomingMessage, Map<Scheme, unknown>>;
  // Hot path: without any admission in the process nothing is looked up at a match.
  hasAny: boolean;
}

const admissions = sharedByCopies<Admissions>("admissions", () => ({
  byRequest: new WeakMap(),
  hasAny: false,
}));

/** Forgets the admissions of the request's earlier match: in another App, or at a route that passed the request on. */
export function forgetAdmissions(req: IncomingMessage): void {
  if (admissions.hasAny) admissions.byRequest.delete(req);
}

/** Lets two objects of the same request share their admissions. */
export function shareAdmissions(req: IncomingMessage, other: IncomingMessage): void {
  const admitted = admissions.byRequest.get(req);
  if (admitted) admissions.byRequest.set(other, new Map(admitted));
}

/** Keeps the principal that a scheme has admitted to the present match of the request. */
export function admit(req: IncomingMessage, scheme: Scheme, principal: unknown): void {
  admissions.hasAny = true;
  const admitted = admissions.byRequest.get(req) ?? new Map<Scheme, unknown>();
  admissions.byRequest.set(req, admitted.set(scheme, principal));
}

/**
 * The principal that a scheme has admitted to the present match; undefined if there is none, because a principal is
 * truthy.
 */
export function principalOf(req: IncomingMessage, scheme: Scheme): unknown {
  return admissions.byRequest.get(req)?.get(scheme);
}
