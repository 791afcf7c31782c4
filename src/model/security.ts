import type { Request } from "express";
import type { IncomingMessage } from "node:http";
import type { OpenAPISecurityScheme } from "./openapi";

/** A SecurityScheme as it was written: the same object wherever the scheme stands. */
export interface Scheme {
  /** The component's name in the document. */
  readonly name: string;
  readonly description: OpenAPISecurityScheme;
  /** Gives the principal, which is truthy, or a promise of it; a falsy value refuses. */
  readonly authenticate: (req: Request, scopes: readonly string[]) => unknown;
}

/** One way to be admitted: by a scheme, for its scopes, or by nothing. */
export type SecurityAlternative =
  | { readonly kind: "scheme"; readonly scheme: Scheme; readonly scopes: readonly string[] }
  | { readonly kind: "anonymous" };

/** One of the values that `WithSecurity` was given, all of which are needed. */
export type SecurityNeed =
  | { readonly kind: "one of"; readonly alternatives: readonly SecurityAlternative[] }
  | { readonly kind: "unusable"; readonly written: string };

// Beside the requests, not on them: nothing that a middleware sets or copies can stand for an admission.
const admissions = new WeakMap<IncomingMessage, Map<Scheme, unknown>>();
// Hot path: a process without schemes has nothing to look up at each match.
let hasAdmitted = false;

/** Forgets who was admitted at an earlier match of the request: another App's, or that of a route which passed it on. */
export function forgetAdmissions(req: IncomingMessage): void {
  if (hasAdmitted) admissions.delete(req);
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
