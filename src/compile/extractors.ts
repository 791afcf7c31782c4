import type { Request } from "express";
import { headerLines } from "../http/header-lines";
import { cookieValue } from "../http/cookies";
import {
  bound,
  extractionOf,
  extracts,
  namedIn,
  type DescribedExtractor,
  type VersionExtractor,
  type VersionSource,
} from "../model/extractor";
import { isThenable } from "../model/value";
import type { Version } from "../model/version";
import { acceptReader, headerReader } from "./readers";

/** Reads a header, as `VersioningHeader` does: its value is one text; on several lines it names no version. */
export function FromHeader(name: string): DescribedExtractor {
  const field = asText(name);
  return reading({ from: "header", name: field }, headerReader(field.toLowerCase()));
}

/** Reads a parameter of Accept, as `VersioningMediaType` does. */
export function FromMediaType(key: string): DescribedExtractor {
  const bare = asText(key).replace(/=$/, "");
  return reading({ from: "media type", key: bare }, acceptReader(bare.toLowerCase()));
}

/** Reads a parameter of the query: `?v=2`; given twice it names no version. */
export function FromQuery(name: string): DescribedExtractor {
  return reading({ from: "query", name: asText(name) }, ({ query }) => {
    const value = Object.hasOwn(query, name) ? query[name] : undefined;
    return typeof value === "string" ? value : undefined;
  });
}

/** Reads a cookie (RFC 6265, 4.2); given twice it names no version. */
export function FromCookie(name: string): DescribedExtractor {
  return reading({ from: "cookie", name: asText(name) }, (req) =>
    cookieValue(headerLines(req, "cookie"), name),
  );
}

/** Asks one extractor after the other; the first that names a version counts. */
export function FirstOf(...extractors: readonly VersionExtractor[]): DescribedExtractor {
  const extractions = extractors.map(extractionOf);
  return described(firstNamed(extractors), {
    sources: extractions.flatMap((extraction) => extraction?.sources ?? []),
    asks: { by: "FirstOf", extractors },
    needsList: extractions.some((extraction) => extraction?.needsList),
    withList: (listed) => firstNamed(extractors.map((extractor) => bound(extractor, listed))),
  });
}

/**
 * For versions that are ISO dates: the newest of `Versions` that is not after the date asked for. Other text names none.
 */
export function AtOrBefore(extractor: VersionExtractor): DescribedExtractor {
  const unbound = (): never => {
    throw new Error("AtOrBefore is for VersioningOptions: it compares with their Versions");
  };
  return described(unbound, {
    sources: extractionOf(extractor)?.sources ?? [],
    asks: { by: "AtOrBefore", extractors: [extractor] },
    needsList: true,
    withList: (listed) => {
      const dates = listed.filter(isDate).toSorted();
      const ask = bound(extractor, listed);
      return (req) => afterwards(ask(req), (extracted) => namedIn(extracted).flatMap(newest));

      function newest(asked: Version): readonly Version[] {
        const found = isDate(asked) ? dates.findLast((date) => date <= asked) : undefined;
        return found === undefined ? [] : [found];
      }
    },
  });
}

function reading(
  source: VersionSource,
  read: (req: Request) => ReturnType<VersionExtractor>,
): DescribedExtractor {
  const extractor: VersionExtractor = (req) => read(req);
  return described(extractor, { sources: [source], needsList: false, withList: () => extractor });
}

/** What callers without types may give is judged by `check`. */
function asText(name: unknown): string {
  return typeof name === "string" ? name : "";
}

function described(
  extractor: VersionExtractor,
  extraction: DescribedExtractor[typeof extracts],
): DescribedExtractor {
  return Object.assign(extractor, { [extracts]: extraction });
}

function firstNamed(extractors: readonly VersionExtractor[]): VersionExtractor {
  const ask = (req: Request, index: number): ReturnType<VersionExtractor> => {
    const extractor = extractors[index];
    if (!extractor) return undefined;
    return afterwards(extractor(req), (extracted) =>
      namedIn(extracted).length > 0 ? extracted : ask(req, index + 1),
    );
  };
  return (req) => ask(req, 0);
}

type Extracted = Awaited<ReturnType<VersionExtractor>>;

function afterwards(
  extracted: ReturnType<VersionExtractor>,
  then: (extracted: Extracted) => ReturnType<VersionExtractor>,
): ReturnType<VersionExtractor> {
  return isThenable(extracted) ? Promise.resolve(extracted).then(then) : then(extracted);
}

/** `2024-05-01`, a day that there is: then dates compare as their texts do. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
