import type { Request } from "express";
import type { OpenAPISecurityScheme } from "./openapi";

/** The data of a `SecurityScheme`. Every use of the scheme has the same object. */
export interface Scheme {
  /** The name of the component in documents. */
  readonly name: string;
  readonly description: OpenAPISecurityScheme;
  /** Returns the principal, a truthy value, or a promise of one; a falsy result refuses the request. */
  readonly authenticate: (req: Request, scopes: readonly string[]) => unknown;
}

/** A principal that was authenticated without scopes before the request was matched. */
export interface Admission {
  readonly scheme: Scheme;
  readonly principal: unknown;
}

/** One way to admit a request: by a scheme, with scopes, or anonymously. */
export type SecurityAlternative =
  | { readonly kind: "scheme"; readonly scheme: Scheme; readonly scopes: readonly string[] }
  | { readonly kind: "anonymous" };

/** One argument of `WithSecurity`; a request must meet all of them. */
export type SecurityNeed =
  | { readonly kind: "one of"; readonly alternatives: readonly SecurityAlternative[] }
  | { readonly kind: "unusable"; readonly written: string };

/** The alternatives of a requirement. A requirement that Build rejects has no alternatives, and admits no request. */
export function alternativesOf(need: SecurityNeed): readonly SecurityAlternative[] {
  return need.kind === "one of" ? need.alternatives : [];
}

/** The schemes that requirements name. */
export function schemesOf(needs: readonly SecurityNeed[]): readonly Scheme[] {
  return needs.flatMap(alternativesOf).flatMap((way) => (way.kind === "scheme" ? way.scheme : []));
}
