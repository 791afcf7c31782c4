import type { Request } from "express";
import type { MediaTypeParameter } from "../http/content-type";
import type { OpenAPIParameter } from "./openapi";
import type { Version, Versions } from "./version";

/**
 * One place where requests name their version. It says all that follows from which place that is, so that nobody else
 * has to know: a header is a field of `Vary`, a parameter of a document, and what a client of a test sets.
 */
export interface VersionSource {
  /** For people: `header X-API-Version`. */
  readonly words: string;
  /** The field that answers vary by (RFC 9110, 12.5.5); undefined where the version stands in the target. */
  readonly varyField: string | undefined;
  /** The parameter that documents show; undefined where a version is none, as in a path. */
  readonly parameter: Pick<OpenAPIParameter, "name" | "in"> | undefined;
  /** The end of the media types that answers of a version have in documents, `;v=2`; undefined where they say nothing of it. */
  readonly mediaTypeSuffix: ((version: Version) => string) | undefined;
  /** The parameter that such answers carry in their Content-Type; undefined for a version that no field holds. */
  readonly contentTypeParameter: ((version: Version) => MediaTypeParameter | undefined) | undefined;
  /** The parts of a request that names a version: a client sets each that is there. Undefined where what is read is not the version itself. */
  readonly partsFor: ((version: Version) => VersionParts) | undefined;
  /** The fault in its name; undefined where it has none. */
  readonly fault: SourceFault | undefined;
}

/** A version as a request carries it; values stand as they are sent. */
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

/** `{ takes: "a field name (RFC 9110, 5.1)", written: '"a b"' }`. */
export interface SourceFault {
  readonly takes: string;
  readonly written: string;
}

/** A source that is asked for the version of a request; undefined, or empty text, for none. */
export interface ReadableSource extends VersionSource {
  readonly read: (req: Request) => Version | undefined;
}

/** The path as a source: it is not read, since a version's routes have paths of their own. */
export interface PathSource extends VersionSource {
  /** A version's segment, decoded: `v2`. */
  readonly segmentOf: (version: Version) => string;
  /** The version that a request's path seems to name, and the path behind it; undefined where it names none. */
  readonly split: (path: string) => { readonly version: Version; readonly rest: string } | undefined;
  /** Whether a version can stand in one segment. */
  readonly holds: (version: Version) => boolean;
}

/** One `VersioningType` with what its options come to. */
export interface VersioningScheme {
  /** Whether routes have versions at all. */
  readonly isEnabled: boolean;
  /** Where the version stands in the path; undefined where it stands elsewhere. */
  readonly path: PathSource | undefined;
  /** Asked for the versions of a request; undefined where method and path are enough. */
  readonly extractor: VersionExtractor | undefined;
  /** Where requests name their version, in the order that they are asked, as far as that can be told. */
  readonly sources: readonly VersionSource[];
  readonly faults: readonly VersioningFault[];
}

/** A problem with what names versions, as data: its code, and the details of its text, which `check` makes. */
export type VersioningFault =
  | {
      readonly code: "header-missing" | "key-missing" | "extractor-missing";
      readonly details: readonly [];
    }
  | {
      readonly code: "header-invalid" | "key-invalid" | "prefix-invalid" | "type-unknown";
      readonly details: readonly [written: string];
    }
  | {
      readonly code: "extractor-invalid";
      readonly details: readonly [extractor: string, takes: string, written: string];
    };

/**
 * Reads the versions that a request asks for, most preferred first; `null`, `undefined` or `[]` for none.
 *
 * Whatever is no string, an empty string and VersionNeutral are dropped; what it throws is a 500.
 */
export type VersionExtractor = (
  req: Request,
) => Versions | null | undefined | Promise<Versions | null | undefined>;
