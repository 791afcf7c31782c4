import type { Request } from "express";
import type { MediaTypeParameter } from "../http/field-values";
import type { OpenAPIParameter } from "./openapi";
import type { Version, Versions } from "./version";

/**
 * One place in which requests name their version. It describes everything that follows from this place, so that no
 * other code has to know it: a header is a field of `Vary`, a parameter of a document, and part of a test client's
 * request.
 *
 * A member that every source must decide is required; one that few sources have is optional.
 */
export interface VersionSource {
  /** The source in words: `header X-API-Version`. */
  readonly words: string;
  /** The header by which answers vary (RFC 9110, 12.5.5); undefined if the version is part of the target. */
  readonly varyField: string | undefined;
  /** The parameter in documents; undefined if a version is not a parameter, as in a path. */
  readonly parameter: Pick<OpenAPIParameter, "name" | "in"> | undefined;
  /** The suffix of a version's media types in documents, `;v=2`, if they name it. */
  readonly mediaTypeSuffix?: (version: Version) => string;
  /** The parameter in the Content-Type of a version's answers; undefined for a version that no header can have. */
  readonly contentTypeParameter?: (version: Version) => MediaTypeParameter | undefined;
  /** The address of a version below an API's base URL, if it differs from that of other versions: `/v2`, `?v=2`. */
  readonly addressUnder?: (base: string, version: Version) => string;
  /**
   * The parts of a request that names a version: a client sets each of them. Undefined if the source does not contain
   * the version itself.
   */
  readonly partsFor: ((version: Version) => VersionParts) | undefined;
  /**
   * For sources that accept values between versions: describes the values that select one of `versions`, such as
   * `any date from 2024-05-01, before 2024-09-01`. `released` has all released versions.
   */
  readonly rangeWords?: (versions: readonly Version[], released: readonly Version[]) => string;
  /** The fault in the name of the header, parameter or cookie; undefined if the name is valid. */
  readonly fault: SourceFault | undefined;
}

/** The parts of a request that name its version; values are encoded as sent. */
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

/** `{ expected: "a field name (RFC 9110, 5.1)", written: '"a b"' }`. */
export interface SourceFault {
  readonly expected: string;
  readonly written: string;
}

/** A source with a function that reads a request's version: undefined, or an empty string, if there is none. */
export interface ReadableSource extends VersionSource {
  readonly read: (req: Request) => Version | undefined;
}

/** The path as a source: it is not read, because a version's routes have paths of their own. */
export interface PathSource extends VersionSource {
  /** A version's segment, decoded: `v2`. */
  readonly segmentOf: (version: Version) => string;
  /** The version that a request's path seems to name, and the path after it; undefined if it names none. */
  readonly split: (path: string) => { readonly version: Version; readonly rest: string } | undefined;
  /** True if a version fits into one segment. */
  readonly holds: (version: Version) => boolean;
}

/** One `VersioningType` with the effect of its options. */
export interface VersioningScheme {
  /** False if routes have no versions. */
  readonly isEnabled: boolean;
  /** The source for versions in the path; undefined if the version is not in the path. */
  readonly path: PathSource | undefined;
  /** Reads the versions of a request; undefined if method and path are enough. */
  readonly extractor: VersionExtractor | undefined;
  /** The places in which requests name their version, in the order in which they are read, as far as that is known. */
  readonly sources: readonly VersionSource[];
  readonly faults: readonly VersioningFault[];
}

/** A problem with an option of versioning, as data: `check` makes the text from its code and details. */
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
      readonly details: readonly [extractor: string, version: string, next: string];
    };

/**
 * Reads the versions that a request asks for, most preferred first; `null`, `undefined` or `[]` for none.
 *
 * Empty strings, VersionNeutral and values that are not strings are dropped; a thrown error is a 500.
 */
export type VersionExtractor = (
  req: Request,
) => Versions | null | undefined | Promise<Versions | null | undefined>;
