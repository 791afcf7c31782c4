import { isToken } from "../http/field-values";
import { securityNeeds } from "../core/model/contract";
import { repeated } from "../core/model/collections";
import type { Problem } from "../core/model/problem";
import { schemesOf, type Scheme, type SecurityNeed } from "../core/model/security";
import type { DeclaredApp, EarlierSetting } from "../core/model/setting";
import { describe, isFilledText, isObject, isText } from "../core/model/value";
import type { Checkable } from "../core/check/checkable";
import { placesInWords } from "../core/check/problems";
import { problem } from "./problems";
import { checkArgument, expectations, versioningWhere } from "../core/check/arguments";
import { oneOf, type Argument, type Expectation } from "../core/model/options";

export function checkNeed(where: string, need: SecurityNeed): readonly Problem[] {
  if (need.kind === "unusable") {
    const expected = "a SecurityScheme or AnyOf(...)";
    return [problem("argument-invalid", where, "an argument of WithSecurity", expected, need.written)];
  }
  return need.alternatives.flatMap((way) =>
    way.kind === "scheme"
      ? checkScheme(where, way.scheme).concat(
          way.scopes.flatMap((scope) => checkArgument(where, scopeArgument, scope)),
        )
      : [],
  );
}

/** Checks the schemes of `ByPrincipal`. Two of them may share a name even if no route has `WithSecurity`. */
export function checkVersionSchemes({ versioning }: Pick<Checkable, "versioning">): readonly Problem[] {
  return [
    ...versioning.schemes.flatMap((scheme) => checkScheme(versioningWhere, scheme)),
    ...checkSecurityNames({ places: [], versioning }),
  ];
}

/** Reports different schemes with the same name, because a document can describe only one scheme for each name. */
export function checkSecurityNames({
  places,
  versioning,
}: Pick<DeclaredApp, "places" | "versioning">): readonly Problem[] {
  const named = [
    ...versioning.schemes.map((scheme) => ({ scheme, where: versioningWhere })),
    ...places.flatMap(({ where, settings }) =>
      settings.flatMap(schemesWithin).map((scheme) => ({ scheme, where })),
    ),
  ];
  return repeated(named, ({ scheme }) => scheme.name).flatMap(([{ scheme, where }, first]) =>
    scheme === first.scheme
      ? []
      : [problem("security-name-repeated", where, describe(scheme.name), placesInWords(where, first.where))],
  );
}

function schemesWithin(setting: EarlierSetting): readonly Scheme[] {
  if (setting.kind !== "option") return [];
  // The cast is safe: the value of a setting with this key is what `WithSecurity` has written.
  if (setting.option.key === securityNeeds.key) return schemesOf(setting.value as readonly SecurityNeed[]);
  return setting.inner.flatMap(schemesWithin);
}

function checkScheme(where: string, { name, description, authenticate }: Scheme): readonly Problem[] {
  const of = ` of security scheme ${describe(name)}`;
  return [
    ...checkArgument(where, schemeName, name),
    ...checkArgument(where, { name: `the second argument${of}`, ...schemeObject }, description),
    ...checkArgument(where, { name: `authenticate${of}`, ...expectations.callable }, authenticate),
  ];
}

const scopeArgument: Argument = { name: "a scope of WithSecurity", ...expectations.filledText };

const schemeName: Argument = {
  name: "a security scheme's name",
  expected: "letters, digits, dots, hyphens and underscores",
  // OpenAPI allows these characters in the keys of components (OpenAPI 3.1.1, 4.8.7).
  holds: (name) => isText(name) && /^[A-Za-z0-9._-]+$/.test(name),
};

const schemeObject: Expectation = { expected: "an OpenAPI Security Scheme Object", holds: isSchemeObject };

/**
 * True for a Security Scheme Object with the members that its type requires (OpenAPI 3.1.1, 4.8.27). The `scheme` of
 * type `http` must be a token, because `WWW-Authenticate` begins with it.
 */
function isSchemeObject(written: unknown): boolean {
  if (!isObject(written) || !("type" in written)) return false;
  const members = new Map<string, unknown>(Object.entries(written));
  const holds = isText(written.type) ? required.get(written.type) : undefined;
  return holds?.every(([member, test]) => test(members.get(member))) ?? false;
}

type MemberTest = readonly [member: string, test: (value: unknown) => boolean];

const required: ReadonlyMap<string, readonly MemberTest[]> = new Map<string, readonly MemberTest[]>([
  ["http", [["scheme", (scheme) => isText(scheme) && isToken(scheme)]]],
  [
    "apiKey",
    [
      ["in", oneOf("header", "query", "cookie").holds],
      ["name", isFilledText],
    ],
  ],
  ["oauth2", [["flows", isObject]]],
  ["openIdConnect", [["openIdConnectUrl", isFilledText]]],
  ["mutualTLS", []],
]);
