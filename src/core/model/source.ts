import type { Request } from "express";
import type { MediaTypeParameter } from "../../http/field-values";
import type { OpenAPIParameter } from "../../schema/interface/openapi";
import type { Version, Versions } from "./version";

/** A place in which requests name their version, such as a header. */
export interface VersionSource {
  readonly words: string;
  /** The header that responses name in `Vary` (RFC 9110, 12.5.5); undefined if the version is in the URL. */
  readonly varyField: string | undefined;
  /** The version's parameter in OpenAPI documents; undefined if clients do not send the version in a parameter. */
  readonly parameter: Pick<OpenAPIParameter, "name" | "in"> | undefined;
  /** The suffix of media types in documents, such as `;v=2`; missing if media types do not name the version. */
  readonly mediaTypeSuffix?: (version: Version) => string;
  /** Returns the Content-Type parameter of a version, such as `v=2`; undefined if a header cannot contain it. */
  readonly contentTypeParameter?: (version: Version) => MediaTypeParameter | undefined;
  /** Adds a version to a base URL: `https://a.org/v2` or `https://a.org?v=2`. Missing if all versions share one URL. */
  readonly addressUnder?: (base: string, version: Version) => string;
  /** Returns the parts of a request that name a version; undefined if the application's own function finds it. */
  readonly partsFor: ((version: Version) => VersionParts) | undefined;
  /** Describes the values that select any of `versions`, for the OpenAPI document: `any date from 2024-05-01`. */
  readonly rangeWords?: (versions: readonly Version[], released: readonly Version[]) => string;
  /** The versions that the place can contain; undefined if the text in it need not be a version, such as an account. */
  readonly sendable: SendableVersions | undefined;
  readonly fault: SourceFault | undefined;
}

export interface SendableVersions {
  readonly has: (version: Version) => boolean;
  /** The rule in words that follow "has": `no halves of surrogate pairs`. */
  readonly words: string;
}

/** The parts of a request that name its version: `{ header: { name: "X-API-Version", value: "2" } }`. */
export interface VersionParts {
  readonly segment?: string;
  readonly header?: NamedValue;
  readonly query?: NamedValue;
  readonly cookie?: NamedValue;
}

/** A name with its value: `{ name: "X-API-Version", value: "2" }`. */
interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** A mistake in a source's option: `{ expected: "a field name (RFC 9110, 5.1)", written: '"a b"' }`. */
export interface SourceFault {
  readonly expected: string;
  readonly written: string;
}

/** A source with a function that reads the version of a request; the result is undefined or `""` if there is none. */
export interface ReadableSource extends VersionSource {
  /** The name of the place in messages to clients: `query v`. */
  readonly place: string;
  readonly read: (req: Request) => Version | UnreadableText | undefined;
}

/** A place of a request whose text names no version: `{ unreadable: "cookie v: sent 2 times" }`. */
export interface UnreadableText {
  readonly unreadable: string;
}

/** The path as the source of the version. It has no `read`: `split` takes the version 1 and `/cats` from `/v1/cats`. */
export interface PathSource extends VersionSource {
  readonly segmentOf: (version: Version) => string;
  /** Splits `/v1/cats` into the version 1 and `/cats`; undefined if the path names no version. */
  readonly split: (path: string) => { readonly version: Version; readonly rest: string } | undefined;
  readonly holds: (version: Version) => boolean;
}

export interface VersioningScheme {
  readonly isEnabled: boolean;
  readonly path: PathSource | undefined;
  readonly extractor: VersionExtractor | undefined;
  readonly sources: readonly VersionSource[];
  readonly faults: readonly VersioningFault[];
}

export type VersioningFault =
  | { readonly code: "header-missing" | "key-missing" | "extractor-missing"; readonly details: readonly [] }
  | {
      readonly code: "argument-invalid";
      readonly details: readonly [name: string, expected: string, written: string];
    }
  | {
      readonly code: "range-without-list" | "versions-unordered";
      readonly details: readonly [extractor: string];
    }
  | {
      readonly code: "unknown-version-compared";
      readonly details: readonly [option: "unavailable" | "refuse", extractor: string];
    }
  | {
      readonly code: "retired-not-before";
      readonly details: readonly [extractor: string, version: string, oldest: string];
    }
  | { readonly code: "version-not-a-day"; readonly details: readonly [extractor: string, version: string] }
  | {
      readonly code: "versions-not-compared";
      readonly details: readonly [extractor: string, expected: string, fix: string];
    };

/**
 * Returns the versions that a request names, most preferred first; `null`, `undefined` or `[]` if it names no version.
 *
 * Empty strings, `VersionNeutral` and values other than strings are ignored. If the function throws, the answer is 500.
 */
export type VersionExtractor = (
  req: Request,
) => Versions | null | undefined | Promise<Versions | null | undefined>;
