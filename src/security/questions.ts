import { challengeOf } from "../http/field-values";
import type { OpenAPISecurityScheme } from "../schema/interface/openapi";
import {
  alternativesOf,
  type Scheme,
  type SecurityAlternative,
  type SecurityNeed,
} from "../core/model/security";

/** The security requirements of a route. One alternative of each inner list must admit the request. */
export type RouteSecurity = readonly (readonly AskedAlternative[])[];

/** Equal pairs of scheme and scopes are one object, which is called only once per request. */
type AskedAlternative = SecurityQuestion | { readonly kind: "anonymous" };

/** A security scheme that checks a request, and the challenge for its 401. */
export interface SecurityQuestion {
  readonly kind: "question";
  readonly scheme: Scheme;
  readonly scopes: readonly string[];
  readonly challenge: string;
}

/** Prepares authentication. If every request needs a scheme, its `authenticate` is called once, with all scopes. */
export function compileSecurity(security: readonly SecurityNeed[], realm: string): RouteSecurity | undefined {
  if (security.length === 0) return undefined;
  const scopesOf = scopesWithoutAlternative(security);
  const questions = new Map<Scheme, SecurityQuestion[]>();
  return security.map((need) =>
    alternativesOf(need).map((way) => (way.kind === "scheme" ? questionOf(way) : way)),
  );

  function questionOf({ scheme, scopes }: SchemeWay): SecurityQuestion {
    const needed = scopesOf.get(scheme);
    const asked = needed && scopes.every((scope) => needed.has(scope)) ? needed : new Set(scopes);
    const known = questions.get(scheme) ?? [];
    const same = known.find((question) => areSameScopes(new Set(question.scopes), asked));
    if (same) return same;
    const challenge = challengeOf(authenticationSchemeOf(scheme.description), realm);
    const question: SecurityQuestion = {
      kind: "question",
      scheme,
      scopes: Object.freeze([...asked]),
      challenge,
    };
    questions.set(scheme, [...known, question]);
    return question;
  }
}

type SchemeWay = Extract<SecurityAlternative, { readonly kind: "scheme" }>;

function scopesWithoutAlternative(needs: readonly SecurityNeed[]): ReadonlyMap<Scheme, ReadonlySet<string>> {
  const all = new Map<Scheme, Set<string>>();
  for (const [way, ...others] of needs.map(alternativesOf)) {
    if (way?.kind !== "scheme" || others.length > 0) continue;
    all.set(way.scheme, new Set([...(all.get(way.scheme) ?? []), ...way.scopes]));
  }
  return all;
}

function areSameScopes(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((scope) => other.has(scope));
}

/** Returns the scheme of `WWW-Authenticate` (RFC 9110, 15.5.2). HTTP does not define `ApiKey` and `MutualTLS`. */
function authenticationSchemeOf(description: OpenAPISecurityScheme): string {
  switch (description.type) {
    case "http":
      return description.scheme;
    case "oauth2":
    case "openIdConnect":
      return "Bearer";
    case "apiKey":
      return "ApiKey";
    case "mutualTLS":
      return "MutualTLS";
  }
}
