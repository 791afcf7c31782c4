import type { Request } from "express";
import type { OpenAPISecurityScheme } from "./openapi";

/** A SecurityScheme as it was written: the same object wherever the scheme stands. */
export interface Scheme {
  /** The component's name in the document. */
  readonly name: string;
  readonly description: OpenAPISecurityScheme;
  /** Gives the principal, which is truthy, or a promise of it; a falsy value refuses. */
  readonly authenticate: (req: Request, scopes: readonly string[]) => unknown;
}

/** A principal that a scheme gave of a request, asked without scopes. */
export interface Admission {
  readonly scheme: Scheme;
  readonly principal: unknown;
}

/** One way to be admitted: by a scheme, for its scopes, or by nothing. */
export type SecurityAlternative =
  | { readonly kind: "scheme"; readonly scheme: Scheme; readonly scopes: readonly string[] }
  | { readonly kind: "anonymous" };

/** One of the values that `WithSecurity` was given, all of which are needed. */
export type SecurityNeed =
  | { readonly kind: "one of"; readonly alternatives: readonly SecurityAlternative[] }
  | { readonly kind: "unusable"; readonly written: string };
