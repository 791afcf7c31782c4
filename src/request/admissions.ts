import type { IncomingMessage } from "node:http";
import type { Scheme } from "../model/security";

// Beside the requests, not on them: nothing that a middleware sets or copies can stand for an admission.
const admissions = new WeakMap<IncomingMessage, Map<Scheme, unknown>>();
// Hot path: a process without schemes has nothing to look up at each match.
let hasAdmitted = false;

/** Forgets who was admitted at an earlier match of the request: another App's, or that of a route which passed it on. */
export function forgetAdmissions(req: IncomingMessage): void {
  if (hasAdmitted) admissions.delete(req);
}

/** Lets another object stand for the same request: who is admitted to the one is admitted to the other. */
export function shareAdmissions(req: IncomingMessage, other: IncomingMessage): void {
  const admitted = admissions.get(req);
  if (admitted) admissions.set(other, new Map(admitted));
}

/** Remembers that a scheme has admitted the present match of the request. */
export function admit(req: IncomingMessage, scheme: Scheme, principal: unknown): void {
  hasAdmitted = true;
  const admitted = admissions.get(req) ?? new Map<Scheme, unknown>();
  admissions.set(req, admitted.set(scheme, principal));
}

/** The principal that a scheme has admitted to the present match; undefined where it has not: a principal is truthy. */
export function principalOf(req: IncomingMessage, scheme: Scheme): unknown {
  return admissions.get(req)?.get(scheme);
}
