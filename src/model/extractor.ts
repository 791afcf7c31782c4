import type { Request } from "express";
import { VersionNeutral, type Version, type Versions } from "./version";

/**
 * Reads the versions that a request asks for, most preferred first; `null`, `undefined` or `[]` for none.
 *
 * Whatever is no string, an empty string and VersionNeutral are dropped; what it throws is a 500.
 */
export type VersionExtractor = (
  req: Request,
) => Versions | null | undefined | Promise<Versions | null | undefined>;

/** Where a request's version is read from. */
export type VersionSource =
  | { readonly from: "path"; readonly prefix: string }
  | { readonly from: "header"; readonly name: string }
  | { readonly from: "query"; readonly name: string }
  | { readonly from: "cookie"; readonly name: string }
  | { readonly from: "media type"; readonly key: string };

/** Where an extractor keeps what it says of itself. */
export const extracts: unique symbol = Symbol("versioned-controllers extractor");

/** What the package's own extractors say of themselves; an application's own function says nothing. */
export interface Extraction {
  /** In the order that they are asked. */
  readonly sources: readonly VersionSource[];
  /** The extractors that it asks, as they were given; undefined where it reads requests itself. */
  readonly asks?: { readonly by: "FirstOf" | "AtOrBefore"; readonly extractors: readonly unknown[] };
  /** Whether it compares with the closed list of versions. */
  readonly needsList: boolean;
  /** The extractor with the closed list that its App has. */
  readonly withList: (listed: readonly Version[]) => VersionExtractor;
}

/** An extractor that says what it reads, so that Vary and the document are right by themselves. */
export type DescribedExtractor = VersionExtractor & { readonly [extracts]: Extraction };

/** What an extractor says of itself; undefined for an application's own function. */
export function extractionOf(extractor: unknown): Extraction | undefined {
  return typeof extractor === "function" && Object.hasOwn(extractor, extracts)
    ? (extractor as DescribedExtractor)[extracts]
    : undefined;
}

/** An extractor with its App's closed list. */
export function bound(extractor: VersionExtractor, listed: readonly Version[]): VersionExtractor {
  return extractionOf(extractor)?.withList(listed) ?? extractor;
}

/** The versions in what an extractor gave: whatever is no version is dropped. */
export function namedIn(extracted: unknown): readonly Version[] {
  if (typeof extracted === "string") return namedIn([extracted]);
  if (!Array.isArray(extracted)) return [];
  return extracted.filter(
    (version): version is Version =>
      typeof version === "string" && version !== "" && version !== VersionNeutral,
  );
}

/** The field that answers vary by (RFC 9110, 12.5.5); undefined where the version stands in the target. */
export function varyFieldOf(source: VersionSource): string | undefined {
  switch (source.from) {
    case "header":
      return source.name;
    case "cookie":
      return "Cookie";
    case "media type":
      return "Accept";
    case "query":
    case "path":
      return undefined;
  }
}

/** In words: `header X-API-Version`. */
export function sourceInWords(source: VersionSource): string {
  switch (source.from) {
    case "path":
      return "path";
    case "media type":
      return `Accept parameter ${source.key}`;
    case "query":
      return `query parameter ${source.name}`;
    default:
      return `${source.from} ${source.name}`;
  }
}
