import type { Request } from "express";
import type { OpenAPISecurityScheme } from "../model/openapi";
import type { Scheme } from "../model/security";
import { nothingRequested, type ReadVersions, type RequestedVersions } from "../model/serving";
import { isCallable } from "../model/setting";
import type { VersioningFault, VersionSource } from "../model/source";
import { describe, isObject } from "../model/value";
import type { Version } from "../model/version";
import {
  described,
  extractorInvalid,
  namedIn,
  optionInvalid,
  type DescribedExtractor,
  type KnownVersions,
} from "../sources/extraction";
import { schemeBehind, type SecurityScheme } from "./security-scheme";

/** Returns the version that an account is pinned to, or `null`. */
export type VersionOfPrincipal<Principal> = (
  principal: Principal,
  req: Request,
) => Version | null | undefined | Promise<Version | null | undefined>;

/** How requests of an account are answered whose version is not in `VersioningOptions.Versions`. */
export interface ByPrincipalOptions {
  /**
   * `"refuse"`, the default: as requests that name an unknown version, usually with 404. `"none"`: as requests that
   * name no version. `"unavailable"`: 503 for a version later than the list, because another instance may serve it;
   * other unknown versions as with `"none"`.
   */
  Unknown?: UnknownPin;
}

type UnknownPin = "refuse" | "none" | "unavailable";

/**
 * Reads the version of an account, for requests that name no version:
 *
 * ```
 * AssumeVersion: ByPrincipal(Bearer, (account) => account.version)
 * ```
 *
 * The scheme runs once: a matched route that requires it without scopes uses the same principal. A request that the
 * scheme does not admit has no version: docs/guides/versions/default-version.md, "Which version: by account".
 */
export function ByPrincipal<Principal>(
  scheme: SecurityScheme<Principal>,
  versionOf: VersionOfPrincipal<Principal>,
  { Unknown = "refuse" }: ByPrincipalOptions = {},
): DescribedExtractor {
  const written = schemeBehind(scheme);
  const faults = [
    ...(written ? [] : [argumentFault("the first argument", "a SecurityScheme", scheme)]),
    ...(isCallable(versionOf) ? [] : [argumentFault("the second argument", "a function", versionOf)]),
    ...(["refuse", "none", "unavailable"].includes(Unknown)
      ? []
      : [optionInvalid("Unknown of ByPrincipal", '"refuse", "none" or "unavailable"', Unknown)]),
  ];
  if (!written) {
    return described(() => null, { sources: [], faults, comparing: [], reading: undefined });
  }
  // The types of ByPrincipal guarantee that `versionOf` accepts the scheme's principals.
  const read = readPrincipal(written, versionOf as VersionOfPrincipal<unknown>);
  return described(async (req) => (await read(req)).versions, {
    sources: [accountSource(written)],
    faults,
    comparing: Unknown === "unavailable" ? [({ order }) => (order.isAscending() ? [] : [listFault])] : [],
    reading:
      (known: KnownVersions): ReadVersions =>
      async (req) => {
        const requested = withUnknown(await read(req), Unknown, known);
        return requested.versions.length === 0 ? requested : { ...requested, isAssumed: known.isAssumed };
      },
    schemes: [written],
  });
}

function readPrincipal(
  scheme: Scheme,
  versionOf: VersionOfPrincipal<unknown>,
): (req: Request) => Promise<RequestedVersions> {
  return async (req) => {
    // Called without `this`, as for routes.
    const { authenticate } = scheme;
    const principal = await authenticate(req, noScopes);
    if (!principal) return nothingRequested;
    const versions = namedIn(await versionOf(principal, req));
    return { ...nothingRequested, versions, sent: versions, admitted: [{ scheme, principal }] };
  };
}

const listFault: VersioningFault = {
  code: "versions-unordered",
  details: ['Unknown: "unavailable" of ByPrincipal'],
};

/** Applies `Unknown` to a version that is not in the list; without a list every version is known. */
function withUnknown(
  requested: RequestedVersions,
  unknown: UnknownPin,
  { order, isCompared }: KnownVersions,
): RequestedVersions {
  const [pin] = requested.versions;
  if (pin === undefined || isCompared || order.list.length === 0 || order.has(pin)) return requested;
  const known = { ...requested, unknownPins: [pin] };
  if (unknown === "refuse") return known;
  if (unknown === "unavailable" && order.isLater(pin)) return { ...known, laterPin: pin };
  return { ...known, versions: [], sent: [] };
}

function argumentFault(which: string, expected: string, written: unknown): VersioningFault {
  return extractorInvalid("ByPrincipal", { which, expected, written: describe(written) });
}

const noScopes: readonly string[] = Object.freeze([]);

/** The source of an account's version: documents describe it by the security scheme. */
function accountSource({ name, description }: Scheme): VersionSource {
  return {
    words: `security scheme ${name}`,
    varyField: fieldOf(description),
    parameter: undefined,
    partsFor: undefined,
    fault: undefined,
  };
}

/** The header that a security scheme reads; undefined if it reads none. */
function fieldOf(description: OpenAPISecurityScheme): string | undefined {
  // Callers without types may pass anything, which `check` reports.
  if (!isObject(description)) return undefined;
  switch (description.type) {
    case "http":
    case "oauth2":
    case "openIdConnect":
      return "Authorization";
    case "apiKey":
      if (description.in === "cookie") return "Cookie";
      return description.in === "header" ? description.name : undefined;
    case "mutualTLS":
      return undefined;
  }
}
