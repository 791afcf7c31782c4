import type { Request } from "express";
import type { IncomingMessage } from "node:http";
import { isUnderstood, mark, sharedByCopies } from "../core/model/copies";
import type { OpenAPISecurityScheme } from "../schema/interface/openapi";
import {
  schemeBehind,
  writeScheme,
  type Scheme,
  type SecurityAlternative,
  type SecurityNeed,
} from "../core/model/security";
import { describe, isObject } from "../core/model/value";
import type { needed, PrincipalScheme, SecurityRequirement } from "../types/security";
import { principalOf } from "../core/request/request-state";
import { securityWing } from "./wing";

/** The falsy results by which `authenticate` refuses a request. */
export type Nobody = undefined | null | false | "" | 0 | 0n;

/** Returns a request's principal, such as a user. A falsy result refuses the request. The route needs the `scopes`. */
export type Authenticate<Principal> = (
  req: Request,
  scopes: readonly string[],
) => Principal | Nobody | Promise<Principal | Nobody>;

// A WeakMap keeps the data of requirements, so that users see only public members.
const needs = sharedByCopies("security-needs", () => new WeakMap<object, SecurityNeed>());

/**
 * A way to authenticate requests:
 *
 * ```
 * const Bearer = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, (req) => users.byToken(...));
 *
 * @Get("/me", WithSecurity(Bearer))
 * me(req: Request) { return Bearer.Of(req); }
 * ```
 */
export class SecurityScheme<Principal> implements PrincipalScheme<Principal> {
  declare readonly [needed]: true;

  /**
   * `name` is the name of the component in the document, and `scheme` is its Security Scheme Object. A truthy result of
   * `authenticate`, or of its promise, is the principal.
   */
  constructor(name: string, scheme: OpenAPISecurityScheme, authenticate: Authenticate<Principal>) {
    const written: Scheme = Object.freeze({ name, description: scheme, authenticate, wing: securityWing });
    writeScheme(this, written);
    needs.set(this, oneOf([{ kind: "scheme", scheme: written, scopes: [] }]));
  }

  /** Returns a requirement with scopes: `Bearer.With("cats:write")`. `authenticate` gets these scopes. */
  With(...scopes: string[]): SecurityRequirement {
    return requirement(
      oneOf([{ kind: "scheme", scheme: writtenOf(this, "With"), scopes: Object.freeze(scopes) }]),
    );
  }

  /**
   * Returns the principal that `authenticate` returned for this request.
   *
   * @throws Error if the scheme has not authenticated the request.
   */
  Of(req: IncomingMessage): Principal {
    const principal = this.Find(req);
    if (principal === undefined) {
      const { name } = writtenOf(this, "Of");
      throw new Error(
        `security scheme ${describe(name)} has not authenticated this request: pass the scheme to WithSecurity on the route`,
      );
    }
    return principal;
  }

  /** Returns the principal of a request; undefined if the scheme has not authenticated the request. */
  Find(req: IncomingMessage): Principal | undefined {
    // The cast is safe: a principal is stored under the scheme whose `authenticate` returned it.
    return principalOf(req, writtenOf(this, "Find")) as Principal | undefined;
  }
}

mark(SecurityScheme.prototype);

/** Requires one of several alternatives, which are tried in order: `WithSecurity(AnyOf(Bearer, Key))`. */
export function AnyOf(...requirements: SecurityRequirement[]): SecurityRequirement {
  const alternatives: SecurityAlternative[] = [];
  for (const need of requirements.map(needOf)) {
    // One invalid alternative makes the whole AnyOf unusable, because a mistake must not let requests pass.
    if (need.kind === "unusable") return requirement({ ...need, written: `AnyOf with ${need.written}` });
    alternatives.push(...need.alternatives);
  }
  return requirement(
    alternatives.length > 0 ? oneOf(alternatives) : { kind: "unusable", written: "AnyOf without schemes" },
  );
}

/** The alternative that every request meets: `AnyOf(Bearer, Anonymous)` makes authentication optional. */
export const Anonymous: SecurityRequirement = requirement(oneOf([{ kind: "anonymous" }]));

function oneOf(alternatives: readonly SecurityAlternative[]): SecurityNeed {
  return { kind: "one of", alternatives: Object.freeze(alternatives) };
}

function requirement(need: SecurityNeed): SecurityRequirement {
  // The cast is safe: the type's member `[needed]` exists only for the compiler, and no code reads it.
  const made = Object.freeze(mark({})) as SecurityRequirement;
  needs.set(made, Object.freeze(need));
  return made;
}

export function needOf(written: unknown): SecurityNeed {
  const need = isObject(written) && isUnderstood(written) ? needs.get(written) : undefined;
  return need ?? { kind: "unusable", written: describe(written) };
}

function writtenOf(scheme: object, call: string): Scheme {
  const written = schemeBehind(scheme);
  if (!written) {
    throw new TypeError(`${call} must be called on a SecurityScheme, as in scheme.${call}(...)`);
  }
  return written;
}
