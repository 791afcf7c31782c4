import type { Request } from "express";
import type { MediaTypeParameter } from "../http/field-values";
import type { OpenAPIParameter } from "./openapi";
import type { Version, Versions } from "./version";

/**
 * A place in which requests name their version, such as a header, with all that follows from the place: the field of
 * `Vary`, the parameter in documents, and how a test client sends a version. Shared code asks the source, and never
 * which one it is.
 *
 * A member that every source must decide is required; one that few sources have is optional.
 */
export interface VersionSource {
  /** `header X-API-Version`, for messages. */
  readonly words: string;
  /** The header in `Vary` (RFC 9110, 12.5.5); undefined if the version is in the URL. */
  readonly varyField: string | undefined;
  /** The parameter in documents; undefined if there is none, as for a path. */
  readonly parameter: Pick<OpenAPIParameter, "name" | "in"> | undefined;
  /** `;v=2`, after the media types of documents, if they name the version. */
  readonly mediaTypeSuffix?: (version: Version) => string;
  /** The parameter in the Content-Type of responses; undefined for a version that no header can contain. */
  readonly contentTypeParameter?: (version: Version) => MediaTypeParameter | undefined;
  /** The URL of a version below an API's base URL, if versions differ in it: `/v2`, `?v=2`. */
  readonly addressUnder?: (base: string, version: Version) => string;
  /**
   * How a client sends a version: it sets each of these parts. Undefined if the source does not contain the version
   * itself.
   */
  readonly partsFor: ((version: Version) => VersionParts) | undefined;
  /**
   * The values that select one of `versions`, in words: `any date from 2024-05-01, before 2024-09-01`, for sources that
   * accept values between versions. `released` are all versions but previews.
   */
  readonly rangeWords?: (versions: readonly Version[], released: readonly Version[]) => string;
  /** A fault in the name of the header, parameter or cookie. */
  readonly fault: SourceFault | undefined;
}

/** The parts of a request that name its version, encoded. */
export interface VersionParts {
  /** The first segment of the path: `v2`. */
  readonly segment?: string;
  readonly header?: NamedValue;
  readonly query?: NamedValue;
  readonly cookie?: NamedValue;
}

/** `{ name: "X-API-Version", value: "2" }`. */
interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** `{ expected: "a field name (RFC 9110, 5.1)", written: '"a b"' }` */
export interface SourceFault {
  readonly expected: string;
  readonly written: string;
}

/** A source that reads requests: undefined, or an empty string, if they name no version. */
export interface ReadableSource extends VersionSource {
  readonly read: (req: Request) => Version | undefined;
}

/** The path as a source: it is not read, because each version has its own paths. */
export interface PathSource extends VersionSource {
  /** The decoded segment of a version: `v2`. */
  readonly segmentOf: (version: Version) => string;
  /** The version that a path seems to name, and the path after it; undefined if it names none. */
  readonly split: (path: string) => { readonly version: Version; readonly rest: string } | undefined;
  /** True if a version fits into one segment. */
  readonly holds: (version: Version) => boolean;
}

/** A `VersioningType` with its options. */
export interface VersioningScheme {
  /** False with versioning off. */
  readonly isEnabled: boolean;
  /** Undefined if the version is not in the path. */
  readonly path: PathSource | undefined;
  /** Undefined if method and path are enough to match. */
  readonly extractor: VersionExtractor | undefined;
  /** The places in which requests name their version, in order, as far as they are known. */
  readonly sources: readonly VersionSource[];
  readonly faults: readonly VersioningFault[];
}

/** A mistake in an option of versioning; `check` makes the text. */
export type VersioningFault =
  | {
      readonly code: "header-missing" | "key-missing" | "extractor-missing";
      readonly details: readonly [];
    }
  | {
      readonly code: "argument-invalid";
      readonly details: readonly [name: string, expected: string, written: string];
    }
  | {
      readonly code: "range-without-list" | "versions-unordered" | "unknown-version-compared";
      readonly details: readonly [extractor: string];
    }
  | {
      readonly code: "version-not-a-day";
      readonly details: readonly [extractor: string, version: string];
    }
  | {
      readonly code: "versions-not-compared";
      readonly details: readonly [extractor: string, version: string, next: string, expected: string];
    };

/**
 * Returns the versions that a request names, most preferred first; `null`, `undefined` or `[]` if it names none.
 *
 * Empty strings, VersionNeutral and other values are dropped; an error that it throws is a 500.
 */
export type VersionExtractor = (
  req: Request,
) => Versions | null | undefined | Promise<Versions | null | undefined>;
