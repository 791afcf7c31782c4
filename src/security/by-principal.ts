import type { Request } from "express";
import type { OpenAPISecurityScheme } from "../schema/interface/openapi";
import { schemeBehind, type Scheme } from "../core/model/security";
import { nothingRequested, type Reading, type RequestedVersions } from "../core/model/serving";
import { isCallable } from "../core/model/setting";
import type { VersioningFault, VersionSource } from "../core/model/source";
import { assertOptions, kinds } from "../core/model/options";
import { describe, isObject } from "../core/model/value";
import type { Version } from "../core/model/version";
import {
  described,
  extractorInvalid,
  optionInvalid,
  type DescribedExtractor,
  type KnownVersions,
} from "../core/sources/extraction";
import { functionReading, namedIn, requestedBy } from "../core/sources/reading";
import type { SecurityScheme } from "./security-scheme";

/** Returns the version to which an account is pinned; `null` or undefined if the account has no version. */
export type VersionOfPrincipal<Principal> = (
  principal: Principal,
  req: Request,
) => Version | null | undefined | Promise<Version | null | undefined>;

/** The options of `ByPrincipal`, for accounts whose version is not in `VersioningOptions.Versions`. */
export interface ByPrincipalOptions {
  /**
   * The response to an account with an unknown version. `"refuse"` (default): the same as for a request that names this
   * version, usually 404. `"none"`: the same as for an account without a version. `"unavailable"`: 503 for a version
   * later than all `Versions`, which a newer deployment may serve; for other versions, the same as `"none"`.
   */
  Unknown?: UnknownPin;
}

type UnknownPin = "refuse" | "none" | "unavailable";

/**
 * Creates an extractor that reads the version of the client's account, for requests that name no version:
 *
 * ```
 * AssumeVersion: ByPrincipal(Bearer, (account) => account.version)
 * ```
 *
 * `authenticate` is called again only if the route requires scopes. If `authenticate` refuses a request, the request
 * has no version: docs/guides/versions/default-version.md, "By account".
 */
export function ByPrincipal<Principal>(
  scheme: SecurityScheme<Principal>,
  versionOf: VersionOfPrincipal<Principal>,
  options: ByPrincipalOptions = {},
): DescribedExtractor {
  assertOptions<ByPrincipalOptions>("ByPrincipal", options, { Unknown: kinds.anything });
  const { Unknown = "refuse" } = options;
  const written = schemeBehind(scheme);
  const faults = [
    ...(written ? [] : [argumentFault("the first argument", "a SecurityScheme", scheme)]),
    ...(isCallable(versionOf) ? [] : [argumentFault("the second argument", "a function", versionOf)]),
    ...(["refuse", "none", "unavailable"].includes(Unknown)
      ? []
      : [optionInvalid("Unknown of ByPrincipal", '"refuse", "none" or "unavailable"', Unknown)]),
  ];
  if (!written) {
    const reading = (known: KnownVersions): Reading => functionReading(() => null, "ByPrincipal", known);
    return described({ sources: [], faults, comparing: [], reading, schemes: [], refusesLaterPins: false });
  }
  // The cast is safe: by the types of ByPrincipal, `versionOf` accepts the principals of the scheme.
  const read = readPrincipal(written, versionOf as VersionOfPrincipal<unknown>);
  const source = accountSource(written);
  return described({
    sources: [source],
    faults,
    comparing: Unknown === "unavailable" ? [({ order }) => (order.isAscending() ? [] : [listFault])] : [],
    reading: (known) => ({
      read: async (req) => {
        const { pins, admitted } = await read(req);
        const requested = withUnknown(requestedBy(pins, source.words, known), Unknown, known);
        return admitted ? { ...requested, admitted } : requested;
      },
      readPlaces: () => nothingRequested,
      asksFunctions: true,
    }),
    schemes: [written],
    refusesLaterPins: Unknown === "unavailable",
  });
}

function readPrincipal(
  scheme: Scheme,
  versionOf: VersionOfPrincipal<unknown>,
): (req: Request) => Promise<Account> {
  return async (req) => {
    // Called as a method, `authenticate` would get the internal data of the scheme as `this`.
    const { authenticate } = scheme;
    const principal = await authenticate(req, noScopes);
    if (!principal) return { pins: [], admitted: undefined };
    return { pins: namedIn(await versionOf(principal, req)), admitted: [{ scheme, principal }] };
  };
}

/** The client that the security scheme and `versionOf` found, and the versions to which its account is pinned. */
interface Account {
  readonly pins: readonly Version[];
  readonly admitted: RequestedVersions["admitted"];
}

const listFault: VersioningFault = {
  code: "versions-unordered",
  details: ['Unknown: "unavailable" of ByPrincipal'],
};

/** Applies the option `Unknown` to a version that is not in `Versions`. Without `Versions`, all versions are known. */
function withUnknown(
  requested: RequestedVersions,
  unknown: UnknownPin,
  { order, comparison }: KnownVersions,
): RequestedVersions {
  const [pin] = requested.versions;
  if (pin === undefined || comparison || order.list.length === 0 || order.has(pin)) return requested;
  const known = { ...requested, unknownPins: [pin] };
  if (unknown === "refuse") return known;
  if (unknown === "unavailable" && order.isLater(pin)) return { ...known, laterPin: pin };
  return { ...nothingRequested, unknownPins: known.unknownPins };
}

function argumentFault(which: string, expected: string, written: unknown): VersioningFault {
  return extractorInvalid("ByPrincipal", { which, expected, written: describe(written) });
}

const noScopes: readonly string[] = Object.freeze([]);

/** Describes an account as the source of the version. In OpenAPI, it is a security scheme, and not a parameter. */
function accountSource({ name, description }: Scheme): VersionSource {
  return {
    words: `security scheme ${name}`,
    varyField: fieldOf(description),
    parameter: undefined,
    partsFor: undefined,
    sendable: undefined,
    fault: undefined,
  };
}

/** Returns the header that contains the credentials; undefined if no header contains them. */
function fieldOf(description: OpenAPISecurityScheme): string | undefined {
  // A caller without type checks may have passed a wrong value, which Build reports.
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
