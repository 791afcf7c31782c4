import type { Contract } from "../core/model/contract";
import type { OpenAPIComponents } from "../schema/interface/openapi";
import type { Operation } from "../core/model/route";
import {
  alternativesOf,
  schemesOf,
  type Scheme,
  type SecurityAlternative,
  type SecurityNeed,
} from "../core/model/security";
import { copyOfJSON } from "../schema/json-schema/subschema";

/** Schemes that a request needs together, with scopes (OpenAPI 3.1.1, 4.8.30): `{ oauth: ["cats"], apiKey: [] }`. */
type SecurityRequirementObject = Record<string, string[]>;

/** Returns the `security` of an operation, which is empty for `WithSecurity()`. */
export function requirementsOf(security: readonly SecurityNeed[]): SecurityRequirementObject[] {
  if (security.length === 0) return [];
  // A request must meet all requirements. OpenAPI has only one list of alternatives, so it lists all combinations.
  const requirements = security
    .map(alternativesOf)
    .reduce<readonly SecurityRequirementObject[]>(
      (ways, alternatives) =>
        distinct(ways.flatMap((way) => alternatives.map((alternative) => withAlternative(way, alternative)))),
      [{}],
    );
  return [...requirements];
}

/** Describes the security schemes of the operations, and those by which the App finds a client's version (`asked`). */
function securitySchemesOf(
  operations: readonly Operation[],
  asked: readonly Scheme[],
): Pick<OpenAPIComponents, "securitySchemes"> {
  const ofOperations = operations.flatMap(({ registration: { contract } }) =>
    schemesOf(contract.security ?? []),
  );
  // The descriptions are copied, because a caller may change the document.
  const schemes = [...asked, ...new Set(ofOperations)].map(
    ({ name, description }) => [name, copyOfJSON(description) as object] as const,
  );
  return schemes.length === 0 ? {} : { securitySchemes: Object.fromEntries(schemes) };
}

/** True if a request can get a 401: some requirement has no anonymous alternative. */
export function refuses(security: readonly SecurityNeed[]): boolean {
  return security.some((need) => alternativesOf(need).every(({ kind }) => kind !== "anonymous"));
}

/** The functions by which documents describe `WithSecurity`, besides the members of its operations. */
export const documentedSecurity = {
  schemesOf: securitySchemesOf,
  refuses: ({ security = [] }: Contract): boolean => refuses(security),
  asksForScopes,
};

/** True if a request can get a 403, because an authenticated client may lack a scope. */
function asksForScopes({ security = [] }: Contract): boolean {
  return security.flatMap(alternativesOf).some((way) => way.kind === "scheme" && way.scopes.length > 0);
}

function withAlternative(
  way: SecurityRequirementObject,
  alternative: SecurityAlternative,
): SecurityRequirementObject {
  if (alternative.kind === "anonymous") return way;
  const { scheme, scopes } = alternative;
  const before = Object.entries(way).flatMap(([name, its]) => (name === scheme.name ? its : []));
  return { ...way, [scheme.name]: [...new Set([...before, ...scopes])] };
}

function distinct(requirements: readonly SecurityRequirementObject[]): readonly SecurityRequirementObject[] {
  const keyOf = (one: SecurityRequirementObject): string => JSON.stringify(Object.entries(one).sort());
  return [...new Map(requirements.map((one) => [keyOf(one), one])).values()];
}
