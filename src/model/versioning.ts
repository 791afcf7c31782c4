import type { VersionExtractor, VersioningScheme } from "./source";
import type { Lifecycle } from "./lifecycle";
import type { Scheme } from "./security";
import type { Version, VersioningType, VersionOrder } from "./version";

/** How the application's requests name their version: docs/reference/versions.md. */
export interface VersioningOptions {
  /** Default `VersioningNone`. */
  Type?: VersioningType;
  /** The header that `VersioningHeader` reads: a field name (RFC 9110, 5.1). */
  Header?: string;
  /** The parameter that `VersioningMediaType` reads; `"v"` and `"v="` mean the same, case is ignored. */
  Key?: string;
  /** The function of `VersioningCustom`. */
  Extractor?: VersionExtractor;
  /** The versions of routes that declare none; only allowed with a Type. */
  DefaultVersion?: readonly Version[];
  /** The text before the version in paths of `VersioningURI`; default `"v"`; `""` for no text. */
  Prefix?: string;
  /** The closed list of all versions, oldest first: other names are Build problems, and ranges become possible. */
  Versions?: readonly Version[];
  /**
   * The version of a request that names no version, or an extractor of it; under `VersioningURI` for a request at the
   * plain path.
   */
  AssumeVersion?: Version | VersionExtractor;
  /**
   * `"assume"`: a request that names only unknown versions is treated like a request without a version.
   * `"unavailable"`: a request that names a later version than those of `Versions` is answered with 503, because
   * another instance may have it.
   */
  UnknownVersion?: "assume" | "unavailable";
  /** Adds API-Supported-Versions, API-Deprecated-Versions and API-Version (the answering one) to every response. */
  Report?: boolean;
  /** Adds the requested version, its source and the served versions to the 404: `error.version`. */
  Explain?: boolean;
  /**
   * The dates and the successor of each version; or a function that returns them, called at Build and at most once a
   * second from then on.
   */
  Lifecycle?: Lifecycles | (() => Lifecycles);
}

type Lifecycles = Readonly<Record<Version, Lifecycle>>;

/** The {@link VersioningOptions} with their defaults. */
export interface Versioning extends VersioningScheme {
  readonly defaultVersions: readonly Version[];
  /** The order of the closed list; without a closed list, the order of an empty list. */
  readonly order: VersionOrder;
  /** Finds the version for a request that names no version. */
  readonly assume: VersionExtractor | undefined;
  /** The assumed version of every such request; undefined if it depends on the request. */
  readonly alwaysAssumed: Version | undefined;
  /** True if a request that names only unknown versions is treated like a request without a version. */
  readonly assumesUnknown: boolean;
  /** True if a request for a later version is answered with 503. */
  readonly refusesLater: boolean;
  /** The security schemes used to find the version. */
  readonly schemes: readonly Scheme[];
  readonly reports: boolean;
  readonly explains: boolean;
  /** The lifecycles by version, as written; `check` validates them. */
  readonly lifecycles: ReadonlyMap<Version, Lifecycle>;
  /** The versions that are only served and documented. */
  readonly previews: ReadonlySet<Version>;
}

/** The versions for clients: all except previews, in their order. */
export function releasedIn(
  versions: readonly Version[],
  { previews }: Pick<Versioning, "previews">,
): readonly Version[] {
  return previews.size === 0 ? versions : versions.filter((version) => !previews.has(version));
}

/** Every version that requests can name: the versions of the closed list, and those of routes. */
export function knownVersions(
  served: Iterable<Version>,
  { order }: Pick<Versioning, "order">,
): ReadonlySet<Version> {
  return new Set([...order.list, ...served]);
}

/** The message for a version that no route answers: `no route answers version "9"; the versions are: "1", "2"`. */
export function unansweredVersion(version: Version, versions: readonly Version[]): string {
  const known = versions.map((one) => JSON.stringify(one)).join(", ") || "none";
  return `no route answers version ${JSON.stringify(version)}; the versions are: ${known}`;
}
