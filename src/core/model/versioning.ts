import type { VersionExtractor, VersioningScheme } from "./source";
import type { Lifecycle } from "./lifecycle";
import type { Scheme } from "./security";
import type { Version, VersioningType, VersionOrder } from "./version";

/** The options that say which versions exist, and how requests select one: docs/reference/versions.md. */
export interface VersioningOptions {
  /** The way in which requests name their version; default `VersioningNone`. */
  Type?: VersioningType;
  /** The header that `VersioningHeader` reads: a field name (RFC 9110, 5.1). */
  Header?: string;
  /** The parameter of Accept that `VersioningMediaType` reads: `"v"` (or `"v="`) for `application/json;v=2`. */
  Key?: string;
  /** The function of `VersioningCustom`, which reads the versions of a request. */
  Extractor?: VersionExtractor;
  /** The versions of routes that declare no version. It has an effect only if `Type` is set. */
  DefaultVersion?: readonly Version[];
  /** The text before the version in paths of `VersioningURI`; default `"v"`, and `""` for no text. */
  Prefix?: string;
  /** All versions, oldest first. Routes can have only these versions. `Since` and `Until` need the list. */
  Versions?: readonly Version[];
  /**
   * The version of requests that name no version, or a function that finds it. Under `VersioningURI`, requests at
   * `/cats` name no version, unlike requests at `/v1/cats`.
   */
  AssumeVersion?: Version | VersionExtractor;
  /**
   * Under `VersioningURI`, the versions whose documents and guides show the plain path, at which `AssumeVersion` finds
   * the version: `/cats` instead of `/v5/cats`. Requests reach the routes at both paths.
   */
  PlainVersions?: readonly Version[];
  /**
   * The answer to requests that name only unknown versions; default 404. `"assume"` answers as if they named none.
   * `"unavailable"` answers 503 to a version later than all `Versions`: a newer instance may have this version.
   * `"refuse"` answers 400 with the code `version_unknown`, so that clients do not mistake the version for the resource.
   */
  UnknownVersion?: "assume" | "unavailable" | "refuse";
  /**
   * The versions that had routes once, and have none any more: `["1"]`, or `{ "1": { Sunset: "2026-07-01" } }`. Requests
   * for them get 410 with the code `gone`, whatever their path. The 410 has the headers `Sunset` and `Link`, if set.
   */
  Retired?: readonly Version[] | Readonly<Record<Version, Pick<Lifecycle, "Sunset" | "Link">>>;
  /** If true, responses have the headers API-Version, API-Supported-Versions and API-Deprecated-Versions. */
  Report?: boolean;
  /** If true, a 404 has `error.version`: the requested version, its place in the request, and the served versions. */
  Explain?: boolean;
  /** The lifecycles: `{ "1": { Sunset: "2026-12-31" } }`. If this is a function, it is called at most once a second. */
  Lifecycle?: Lifecycles | (() => Lifecycles);
}

type Lifecycles = Readonly<Record<Version, Lifecycle>>;

/** The resolved {@link VersioningOptions}, with all defaults. */
export interface Versioning extends VersioningScheme {
  readonly defaultVersions: readonly Version[];
  /** Returns why requests cannot name a version; undefined if they can. */
  readonly unsendable: (version: Version) => string | undefined;
  /** The order of the option `Versions`; its list is empty if the option is not set. */
  readonly order: VersionOrder;
  readonly assume: VersionExtractor | undefined;
  /** The version that is assumed for every request that names none; undefined if it depends on the request. */
  readonly alwaysAssumed: Version | undefined;
  /** The versions whose clients use the plain path, although other versions are named in the path. */
  readonly plain: ReadonlySet<Version>;
  /** True if a request that names only unknown versions is treated like a request that names no version. */
  readonly assumesUnknown: boolean;
  /** True if requests for a version later than all `Versions` get 503. */
  readonly refusesLater: boolean;
  /** True if accounts that `ByPrincipal` finds, pinned to a version later than all `Versions`, get 503. */
  readonly refusesLaterPins: boolean;
  /** True if requests that name only unknown versions get 400. */
  readonly refusesUnknown: boolean;
  /** The versions in the option `Retired`. */
  readonly retired: ReadonlyMap<Version, RetiredVersion>;
  readonly schemes: readonly Scheme[];
  readonly reports: boolean;
  readonly explains: boolean;
  /** The lifecycles in the options. They may contain mistakes, which `check` reports. */
  readonly lifecycles: ReadonlyMap<Version, Lifecycle>;
  /** The versions that are served and documented, but not announced to clients. */
  readonly previews: ReadonlySet<Version>;
}

export function releasedIn(
  versions: readonly Version[],
  { previews }: Pick<Versioning, "previews">,
): readonly Version[] {
  return previews.size === 0 ? versions : versions.filter((version) => !previews.has(version));
}

/** A version that is gone for good, with the parsed date of its end. */
export interface RetiredVersion {
  readonly sunset: Date | undefined;
  readonly link: string | undefined;
}

/** The versions that a request may name without being unknown: with routes, in `Versions`, or in `Retired`. */
export function knownVersions(
  served: Iterable<Version>,
  { order, retired }: Pick<Versioning, "order" | "retired">,
): ReadonlySet<Version> {
  return new Set([...order.list, ...served, ...retired.keys()]);
}

/** The message `no route answers version "9"; the versions are: "1", "2"`. */
export function unansweredVersion(
  version: Version,
  versions: readonly Version[],
  retired: Versioning["retired"],
): string {
  const known = versions.map((one) => JSON.stringify(one)).join(", ") || "none";
  const reason = retired.has(version) ? ", because it is retired" : "";
  return `no route answers version ${JSON.stringify(version)}${reason}; the versions are: ${known}`;
}
