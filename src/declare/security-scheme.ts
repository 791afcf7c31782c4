import type { Request } from "express";
import type { IncomingMessage } from "node:http";
import { isUnderstood, mark, sharedByCopies } from "../model/copies";
import type { OpenAPISecurityScheme } from "../model/openapi";
import type { Scheme, SecurityAlternative, SecurityNeed } from "../model/security";
import { describe, isObject } from "../model/value";
import { principalOf } from "../request/admissions";
import { optionMaker, type VersionedOption } from "./option";

declare const needed: unique symbol;

/** A requirement for `WithSecurity` and `AnyOf`: a SecurityScheme, one with scopes, `AnyOf(...)` or `Anonymous`. */
export interface SecurityRequirement {
  readonly [needed]: true;
}

/** Values that admit nobody. */
export type Nobody = undefined | null | false | "" | 0 | 0n;

/** Returns the principal of a request, or a falsy value, for the scopes of its route. */
export type Authenticate<Principal> = (
  req: Request,
  scopes: readonly string[],
) => Principal | Nobody | Promise<Principal | Nobody>;

// These Maps keep internals outside of the objects, so that users see nothing but the public names.
const writtenSchemes = sharedByCopies("schemes", () => new WeakMap<object, Scheme>());
const alternatives = sharedByCopies(
  "security-alternatives",
  () => new WeakMap<object, readonly SecurityAlternative[]>(),
);

/**
 * A way to authenticate requests:
 *
 * ```
 * const Bearer = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, async (req, scopes) => users.byToken(...));
 *
 * @Get("/me", WithSecurity(Bearer))
 * me(req: Request) { return Bearer.Of(req); }
 * ```
 */
export class SecurityScheme<Principal> implements SecurityRequirement {
  declare readonly [needed]: true;

  /**
   * `name` is the component's name in the document, `scheme` its Security Scheme Object. A truthy result of
   * `authenticate`, or of its promise, admits the request, and is the principal.
   */
  constructor(name: string, scheme: OpenAPISecurityScheme, authenticate: Authenticate<Principal>) {
    const written: Scheme = Object.freeze({ name, description: scheme, authenticate });
    writtenSchemes.set(this, written);
    alternatives.set(this, [{ kind: "scheme", scheme: written, scopes: [] }]);
  }

  /** The same scheme, for scopes: `Bearer.With("cats:write")`. */
  With(...scopes: string[]): SecurityRequirement {
    return requirement([{ kind: "scheme", scheme: writtenOf(this), scopes: Object.freeze(scopes) }]);
  }

  /**
   * The principal: the result of `authenticate` for the present match.
   *
   * @throws Error if the scheme has not admitted it.
   */
  Of(req: IncomingMessage): Principal {
    const principal = this.Find(req);
    if (principal === undefined) {
      const { name } = writtenOf(this);
      throw new Error(
        `security scheme ${describe(name)} has not authenticated this request: add it to the route by WithSecurity`,
      );
    }
    return principal;
  }

  /** The principal; undefined if the scheme has not admitted the present match. */
  Find(req: IncomingMessage): Principal | undefined {
    // Only results of the scheme's own `authenticate` are kept for it.
    return principalOf(req, writtenOf(this)) as Principal | undefined;
  }
}

mark(SecurityScheme.prototype);

/** Needs one of several requirements, tried in order: `WithSecurity(AnyOf(Bearer, Key))`. */
export function AnyOf(...requirements: SecurityRequirement[]): SecurityRequirement {
  const all = requirements.map((one: unknown) => alternativesOf(one));
  // An invalid requirement makes the whole unusable: otherwise a mistake could admit others.
  return requirement(all.every((one) => one !== undefined) ? all.flat() : []);
}

/** Admits everybody, authenticated or not: `AnyOf(Bearer, Anonymous)`. */
export const Anonymous: SecurityRequirement = requirement([{ kind: "anonymous" }]);

/**
 * Authenticates requests after middleware and before guards: all of the schemes are needed, otherwise the answer is
 * 401.
 *
 * The nearest declaration replaces the others; `WithSecurity()` needs none.
 */
export const WithSecurity = optionMaker<"security", SecurityRequirement[], VersionedOption>(
  "security",
  (...requirements) => ({ needed: requirements.map(needOf) }),
  Infinity,
);

/** The written scheme; undefined for a value that is not a SecurityScheme. */
export function schemeBehind(scheme: unknown): Scheme | undefined {
  return isObject(scheme) && isUnderstood(scheme) ? writtenSchemes.get(scheme) : undefined;
}

function requirement(listed: readonly SecurityAlternative[]): SecurityRequirement {
  // Its brand exists only in types.
  const made = Object.freeze(mark({})) as SecurityRequirement;
  alternatives.set(made, Object.freeze(listed));
  return made;
}

function needOf(written: unknown): SecurityNeed {
  const listed = alternativesOf(written);
  return listed && listed.length > 0
    ? { kind: "one of", alternatives: listed }
    : { kind: "unusable", written: listed ? "AnyOf without schemes" : describe(written) };
}

function alternativesOf(written: unknown): readonly SecurityAlternative[] | undefined {
  return isObject(written) && isUnderstood(written) ? alternatives.get(written) : undefined;
}

function writtenOf(scheme: object): Scheme {
  const written = writtenSchemes.get(scheme);
  if (!written) {
    throw new TypeError(
      "a method of SecurityScheme must be called on a SecurityScheme: it was called on another value",
    );
  }
  return written;
}
