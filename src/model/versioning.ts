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
  /** The function of `VersioningCustom`, which reads the versions of a request. */
  Extractor?: VersionExtractor;
  /** The versions of routes that declare none; needs a Type. */
  DefaultVersion?: readonly Version[];
  /** The text before the version in paths of `VersioningURI`: default `"v"`; `""` for none. */
  Prefix?: string;
  /** All versions, oldest first: other names are Build problems, and `Since` and `Until` become possible. */
  Versions?: readonly Version[];
  /**
   * The version of requests that name none, or an extractor that finds it; under `VersioningURI`, of requests at
   * `/cats`.
   */
  AssumeVersion?: Version | VersionExtractor;
  /**
   * For requests that name only unknown versions: `"assume"` answers as if they named none; `"unavailable"` answers 503
   * for a version later than `Versions`, because another instance may have it. Default: 404.
   */
  UnknownVersion?: "assume" | "unavailable";
  /**
   * True adds the headers API-Supported-Versions, API-Deprecated-Versions and API-Version (the answering one) to every
   * response.
   */
  Report?: boolean;
  /** True adds to a 404 the requested version, where it was read, and the served versions: `error.version`. */
  Explain?: boolean;
  /**
   * The dates and the successor of each version, or a function that returns them: it is called at Build, and then at
   * most once a second.
   */
  Lifecycle?: Lifecycles | (() => Lifecycles);
}

type Lifecycles = Readonly<Record<Version, Lifecycle>>;

/** The {@link VersioningOptions} with their defaults. */
export interface Versioning extends VersioningScheme {
  readonly defaultVersions: readonly Version[];
  /** The order of `Versions`; of an empty list without that option. */
  readonly order: VersionOrder;
  /** Finds the version of requests that name none. */
  readonly assume: VersionExtractor | undefined;
  /** The version of all these requests; undefined if it depends on the request. */
  readonly alwaysAssumed: Version | undefined;
  /** True if requests that name only unknown versions count as naming none. */
  readonly assumesUnknown: boolean;
  /** True if requests for a version later than `Versions` get 503. */
  readonly refusesLater: boolean;
  /** The security schemes that find the version. */
  readonly schemes: readonly Scheme[];
  readonly reports: boolean;
  readonly explains: boolean;
  /** The lifecycles by version, as written; `check` validates them. */
  readonly lifecycles: ReadonlyMap<Version, Lifecycle>;
  /** The versions that are served and documented, but not announced. */
  readonly previews: ReadonlySet<Version>;
}

/** The versions without previews, in their order. */
export function releasedIn(
  versions: readonly Version[],
  { previews }: Pick<Versioning, "previews">,
): readonly Version[] {
  return previews.size === 0 ? versions : versions.filter((version) => !previews.has(version));
}

/** The versions of `Versions` and of routes. */
export function knownVersions(
  served: Iterable<Version>,
  { order }: Pick<Versioning, "order">,
): ReadonlySet<Version> {
  return new Set([...order.list, ...served]);
}

/** `no route answers version "9"; the versions are: "1", "2"` */
export function unansweredVersion(version: Version, versions: readonly Version[]): string {
  const known = versions.map((one) => JSON.stringify(one)).join(", ") || "none";
  return `no route answers version ${JSON.stringify(version)}; the versions are: ${known}`;
}
