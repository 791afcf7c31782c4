import type { IncomingMessage } from "node:http";

export declare const needed: unique symbol;

/** An argument of `WithSecurity` or `AnyOf`: `Bearer`, `Bearer.With("cats:write")`, `AnyOf(...)` or `Anonymous`. */
export interface SecurityRequirement {
  readonly [needed]: true;
}

/** A `SecurityScheme`, for functions that get its principals. */
export interface PrincipalScheme<Principal> extends SecurityRequirement {
  Of(req: IncomingMessage): Principal;
  Find(req: IncomingMessage): Principal | undefined;
}
