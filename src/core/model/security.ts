import type { Request } from "express";
import { isUnderstood, sharedByCopies } from "./copies";
import type { OpenAPISecurityScheme } from "../../schema/interface/openapi";
import type { Wing } from "./wing";
import { isObject } from "./value";

/** The data of a `SecurityScheme`. All uses of the scheme share one object. */
export interface Scheme {
  readonly name: string;
  readonly description: OpenAPISecurityScheme;
  /** Returns the principal of a request. If the result is falsy, the request is refused. */
  readonly authenticate: (req: Request, scopes: readonly string[]) => unknown;
  readonly wing: Wing;
}

// A WeakMap keeps the data of schemes, so that users see only public members.
const writtenSchemes = sharedByCopies("schemes", () => new WeakMap<object, Scheme>());

/** Notes the data of a `SecurityScheme`, which {@link schemeBehind} returns. */
export function writeScheme(scheme: object, written: Scheme): void {
  writtenSchemes.set(scheme, written);
}

export function schemeBehind(scheme: unknown): Scheme | undefined {
  return isObject(scheme) && isUnderstood(scheme) ? writtenSchemes.get(scheme) : undefined;
}

/** A scheme, and the principal that `ByPrincipal` got from it to find the version, before the scopes were known. */
export interface Admission {
  readonly scheme: Scheme;
  readonly principal: unknown;
}

/** One way to admit a request: by a scheme, with scopes, or anonymously. */
export type SecurityAlternative =
  | { readonly kind: "scheme"; readonly scheme: Scheme; readonly scopes: readonly string[] }
  | { readonly kind: "anonymous" };

/** One argument of `WithSecurity`. A request must meet all arguments. */
export type SecurityNeed =
  | { readonly kind: "one of"; readonly alternatives: readonly SecurityAlternative[] }
  | { readonly kind: "unusable"; readonly written: string };

/** Returns the ways to meet a requirement. An invalid requirement has none, so it admits no request. */
export function alternativesOf(need: SecurityNeed): readonly SecurityAlternative[] {
  return need.kind === "one of" ? need.alternatives : [];
}

export function schemesOf(needs: readonly SecurityNeed[]): readonly Scheme[] {
  return needs.flatMap(alternativesOf).flatMap((way) => (way.kind === "scheme" ? way.scheme : []));
}
