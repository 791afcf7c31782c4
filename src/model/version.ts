import type { VersionExtractor } from "./handler";

/** A version of the API: any non-empty text, compared exactly, such as `"1"` or `"2024-05-01"`. */
export type Version = string;

/** One version, or several, most preferred first. */
export type Versions = string | readonly string[];

/**
 * Declares a route for every request, whatever version it names: `@WithVersion(VersionNeutral)`.
 *
 * No client can send this value: a request that does so names no version.
 */
export const VersionNeutral: Version = "\u0000neutral";

/** Versioning is off: the default. A declared version is then a Build problem. */
export const VersioningNone = "none";
/** The version stands in the path: `/v1/cats`. */
export const VersioningURI = "uri";
/** The version is the value of a header: `X-API-Version: 1`. */
export const VersioningHeader = "header";
/** The version is a parameter of a media range in Accept: `application/json;v=1`. */
export const VersioningMediaType = "media-type";
/** The version is what a function of the application reads from the request. */
export const VersioningCustom = "custom";

/** How a request names its version. */
export type VersioningType =
  | typeof VersioningNone
  | typeof VersioningURI
  | typeof VersioningHeader
  | typeof VersioningMediaType
  | typeof VersioningCustom;

/** How the application's requests name their version; see API.md, section 2. */
export interface VersioningOptions {
  /** Default {@link VersioningNone}. */
  Type?: VersioningType;
  /** The header that {@link VersioningHeader} reads: a field name (RFC 9110, 5.1). */
  Header?: string;
  /** The parameter that {@link VersioningMediaType} reads; `"v"` and `"v="` mean the same, case is ignored. */
  Key?: string;
  /** The function that {@link VersioningCustom} asks. */
  Extractor?: VersionExtractor;
  /** The versions of routes that declare none; only with a Type. */
  DefaultVersion?: readonly Version[];
  /** What stands before the version under {@link VersioningURI}: `"v"` unless set; `""` for nothing. */
  Prefix?: string;
}

/** What {@link VersioningOptions} come to, defaults filled in. */
export interface Versioning {
  readonly type: VersioningType;
  readonly prefix: string;
  readonly defaultVersions: readonly Version[];
  /** Empty when unset. */
  readonly header: string;
  /** In lower case, without `=`; empty when unset. */
  readonly key: string;
  readonly extractor: VersionExtractor;
}
