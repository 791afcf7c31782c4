import type { Request } from "express";
import type { IncomingMessage } from "node:http";
import type { OpenAPISecurityScheme } from "../model/openapi";
import type { Scheme, SecurityAlternative, SecurityNeed } from "../model/security";
import { describe } from "../model/value";
import { principalOf } from "../request/admissions";
import { optionMaker, type VersionedOption } from "./option";

declare const needed: unique symbol;

/** A requirement for `WithSecurity` and `AnyOf`: a SecurityScheme, one with scopes, `AnyOf(...)` or `Anonymous`. */
export interface SecurityRequirement {
  readonly [needed]: true;
}

/** A principal that admits nobody. */
export type Nobody = undefined | null | false | "" | 0 | 0n;

/** Gives the principal of a request, or nobody, for the scopes that stand at its route. */
export type Authenticate<Principal> = (
  req: Request,
  scopes: readonly string[],
) => Principal | Nobody | Promise<Principal | Nobody>;

// Beside the objects, not on them: what users hold shows the public names alone.
const writtenSchemes = new WeakMap<object, Scheme>();
const alternatives = new WeakMap<object, readonly SecurityAlternative[]>();

/**
 * A way to know who asks:
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
   * `name` is the component's in the document, `scheme` its Security Scheme Object. What `authenticate` gives, or a promise
   * of it, admits where it is truthy, and is the principal.
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
   * Who asks: what `authenticate` gave for the present match.
   *
   * @throws Error where the scheme has not admitted it.
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

  /** Who asks; undefined where the scheme has not admitted the present match. */
  Find(req: IncomingMessage): Principal | undefined {
    // Only what its own `authenticate` gave is remembered for a scheme.
    return principalOf(req, writtenOf(this)) as Principal | undefined;
  }
}

/** Stands for one of several, asked in order: `WithSecurity(AnyOf(Bearer, Key))`. */
export function AnyOf(...requirements: SecurityRequirement[]): SecurityRequirement {
  const all = requirements.map((one: unknown) => alternativesOf(one));
  // One that is none makes the whole unusable, or a mistake would let others in its place.
  return requirement(all.every((one) => one !== undefined) ? all.flat() : []);
}

/** Admits everybody, known or not: `AnyOf(Bearer, Anonymous)`. */
export const Anonymous: SecurityRequirement = requirement([{ kind: "anonymous" }]);

/**
 * Asks who asks, after middleware and before guards: all of the schemes are needed, else the answer is 401.
 *
 * The nearest declaration replaces the others; `WithSecurity()` is none.
 */
export const WithSecurity = optionMaker<"security", SecurityRequirement[], VersionedOption>(
  "security",
  (...requirements) => ({ needed: requirements.map(needOf) }),
  Infinity,
);

/** The scheme as it was written; undefined for what is no SecurityScheme. */
export function schemeBehind(scheme: unknown): Scheme | undefined {
  return typeof scheme === "object" && scheme !== null ? writtenSchemes.get(scheme) : undefined;
}

function requirement(ways: readonly SecurityAlternative[]): SecurityRequirement {
  // Its brand is a matter of types alone.
  const made = Object.freeze({}) as SecurityRequirement;
  alternatives.set(made, Object.freeze(ways));
  return made;
}

function needOf(written: unknown): SecurityNeed {
  const ways = alternativesOf(written);
  return ways && ways.length > 0
    ? { kind: "one of", alternatives: ways }
    : { kind: "unusable", written: ways ? "AnyOf without schemes" : describe(written) };
}

function alternativesOf(written: unknown): readonly SecurityAlternative[] | undefined {
  return typeof written === "object" && written !== null ? alternatives.get(written) : undefined;
}

function writtenOf(scheme: object): Scheme {
  const written = writtenSchemes.get(scheme);
  if (!written)
    throw new TypeError(
      "a method of SecurityScheme must be called on a SecurityScheme: it was called on another value",
    );
  return written;
}
