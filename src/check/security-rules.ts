import { isToken } from "../http/field-values";
import type { Problem } from "../model/problem";
import type { Scheme, SecurityAlternative, SecurityNeed } from "../model/security";
import { isCallable, type EarlierSetting, type Setting } from "../model/setting";
import { describe, isFilledText, isObject } from "../model/value";
import type { Checkable } from "./checkable";
import { problem } from "./problems";
import { checkArgument, checkText, versioningWhere, type Argument, type Expectation } from "./arguments";

/** The problems of the arguments of one `WithSecurity`. */
export function checkNeed(where: string, need: SecurityNeed): readonly Problem[] {
  if (need.kind === "unusable") {
    const expected = "a SecurityScheme or AnyOf(...)";
    return [problem("argument-invalid", where, "an argument of WithSecurity", expected, need.written)];
  }
  return need.alternatives.flatMap((way) =>
    way.kind === "scheme" ? [...checkScheme(where, way.scheme), ...checkScopes(where, way)] : [],
  );
}

/** The problems of the schemes that select the version of a request. */
export function checkVersionSchemes({ versioning }: Checkable): readonly Problem[] {
  return versioning.schemes.flatMap((scheme) => checkScheme(versioningWhere, scheme));
}

/** Two schemes of one name would be one component of the document. */
export function checkSecurityNames({ resolution, versioning }: Checkable): readonly Problem[] {
  const first = new Map<string, { readonly scheme: Scheme; readonly where: string }>();
  const repeated = (scheme: Scheme, where: string): readonly Problem[] => {
    const known = first.get(scheme.name);
    if (!known) first.set(scheme.name, { scheme, where });
    return known && known.scheme !== scheme
      ? [problem("security-name-repeated", where, describe(scheme.name), known.where)]
      : [];
  };
  return [
    ...versioning.schemes.flatMap((scheme) => repeated(scheme, versioningWhere)),
    ...resolution.places
      .concat(resolution.verbless)
      .filter(({ settings }) => settings.some(({ kind }) => kind === "security" || kind === "before"))
      .flatMap(({ where, settings }) =>
        schemesOfSettings(settings.flatMap(withEarlier)).flatMap((scheme) => repeated(scheme, where)),
      ),
  ];
}

/** A setting, and its replacements in a `Before`. */
function withEarlier(setting: Setting): readonly EarlierSetting[] {
  return setting.kind === "before" ? setting.settings : [setting];
}

function schemesOfSettings(settings: readonly EarlierSetting[]): readonly Scheme[] {
  return settings.flatMap((setting) =>
    setting.kind === "security"
      ? setting.needed.flatMap((need) =>
          need.kind === "one of"
            ? need.alternatives.flatMap((way) => (way.kind === "scheme" ? [way.scheme] : []))
            : [],
        )
      : [],
  );
}

function checkScopes(
  where: string,
  { scopes }: Extract<SecurityAlternative, { readonly kind: "scheme" }>,
): readonly Problem[] {
  return scopes.flatMap((scope) => checkText(where, "a scope of WithSecurity", scope));
}

/** Callers without types may pass anything. */
function checkScheme(where: string, { name, description, authenticate }: Scheme): readonly Problem[] {
  const of = ` of security scheme ${describe(name)}`;
  return [
    ...checkArgument(where, schemeName, name),
    ...checkArgument(where, { name: `the second argument${of}`, ...schemeObject }, description),
    ...checkArgument(
      where,
      { name: `authenticate${of}`, expected: "a function", holds: isCallable },
      authenticate,
    ),
  ];
}

const schemeName: Argument = {
  name: "a security scheme's name",
  expected: "letters, digits, dots, hyphens and underscores",
  holds: isComponentKey,
};

const schemeObject: Expectation = { expected: "an OpenAPI Security Scheme Object", holds: isSchemeObject };

/** True if a name can be a component's key (OpenAPI 3.1.1, 4.8.7). */
function isComponentKey(name: unknown): boolean {
  return typeof name === "string" && /^[A-Za-z0-9._-]+$/.test(name);
}

/**
 * True if a value has the members that its type requires (OpenAPI 3.1.1, 4.8.27); the scheme of an http type begins a
 * challenge.
 */
function isSchemeObject(written: unknown): boolean {
  if (!isObject(written) || !("type" in written)) return false;
  const members = new Map<string, unknown>(Object.entries(written));
  const holds = typeof written.type === "string" ? required.get(written.type) : undefined;
  return holds?.every(([member, test]) => test(members.get(member))) ?? false;
}

type MemberTest = readonly [member: string, test: (value: unknown) => boolean];

const required: ReadonlyMap<string, readonly MemberTest[]> = new Map<string, readonly MemberTest[]>([
  ["http", [["scheme", (scheme) => typeof scheme === "string" && isToken(scheme)]]],
  [
    "apiKey",
    [
      ["in", (place) => place === "header" || place === "query" || place === "cookie"],
      ["name", isFilledText],
    ],
  ],
  ["oauth2", [["flows", isObject]]],
  ["openIdConnect", [["openIdConnectUrl", isFilledText]]],
  ["mutualTLS", []],
]);
