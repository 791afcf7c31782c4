import type { Request } from "express";
import type { OpenAPISecurityScheme } from "./openapi";

/** A SecurityScheme as written: the same object at every use of the scheme. */
export interface Scheme {
  /** The component's name in the document. */
  readonly name: string;
  readonly description: OpenAPISecurityScheme;
  /** Returns the principal, which is truthy, or a promise of it; a falsy value refuses. */
  readonly authenticate: (req: Request, scopes: readonly string[]) => unknown;
}

/** The principal of a request, admitted without scopes. */
export interface Admission {
  readonly scheme: Scheme;
  readonly principal: unknown;
}

/** One way to be admitted: by a scheme, for its scopes, or by nothing. */
export type SecurityAlternative =
  | { readonly kind: "scheme"; readonly scheme: Scheme; readonly scopes: readonly string[] }
  | { readonly kind: "anonymous" };

/** One argument of `WithSecurity`, all of which are needed. */
export type SecurityNeed =
  | { readonly kind: "one of"; readonly alternatives: readonly SecurityAlternative[] }
  | { readonly kind: "unusable"; readonly written: string };

/** The ways to meet a requirement; one that is unusable admits nobody: Build rejects it, and here it fails closed. */
export function alternativesOf(need: SecurityNeed): readonly SecurityAlternative[] {
  return need.kind === "one of" ? need.alternatives : [];
}

/** The schemes of some requirements. */
export function schemesOf(needs: readonly SecurityNeed[]): readonly Scheme[] {
  return needs.flatMap(alternativesOf).flatMap((way) => (way.kind === "scheme" ? way.scheme : []));
}
