import type { VersionExtractor } from "./handler";
import type { Version, VersioningType } from "./version";

/** How the application's requests name their version; see API.md, section 2. */
export interface VersioningOptions {
  /** Default `VersioningNone`. */
  Type?: VersioningType;
  /** The header that `VersioningHeader` reads: a field name (RFC 9110, 5.1). */
  Header?: string;
  /** The parameter that `VersioningMediaType` reads; `"v"` and `"v="` mean the same, case is ignored. */
  Key?: string;
  /** The function that `VersioningCustom` asks. */
  Extractor?: VersionExtractor;
  /** The versions of routes that declare none; only with a Type. */
  DefaultVersion?: readonly Version[];
  /** What stands before the version under `VersioningURI`: `"v"` unless set; `""` for nothing. */
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
