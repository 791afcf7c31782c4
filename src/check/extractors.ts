import { isParameterName, isToken } from "../http/token";
import { extractionOf, type VersionSource } from "../model/extractor";
import type { Problem } from "../model/problem";
import { isCallable } from "../model/setting";
import { describe } from "../model/value";
import { problem } from "./problems";

/** What is wrong with what the package's own extractors were given; an application's own function says nothing. */
export function checkExtractor(where: string, extractor: unknown): readonly Problem[] {
  const extraction = extractionOf(extractor);
  if (!extraction) return [];
  const { asks, sources } = extraction;
  if (!asks) return sources.flatMap((source) => checkSource(where, source));
  const { by, extractors } = asks;
  if (extractors.length === 0) return [problem("extractor-invalid", where, by, "functions", "nothing")];
  return extractors.flatMap((asked) =>
    isCallable(asked)
      ? checkExtractor(where, asked)
      : [problem("extractor-invalid", where, by, "functions", describe(asked))],
  );
}

function checkSource(where: string, source: VersionSource): readonly Problem[] {
  const bad = (extractor: string, takes: string, written: string): readonly Problem[] => [
    problem("extractor-invalid", where, extractor, takes, describe(written)),
  ];
  switch (source.from) {
    case "header":
      return isToken(source.name) ? [] : bad("FromHeader", "a field name (RFC 9110, 5.1)", source.name);
    case "cookie":
      return isToken(source.name) ? [] : bad("FromCookie", "a cookie's name (RFC 6265, 4.1.1)", source.name);
    case "media type":
      return isParameterName(source.key)
        ? []
        : bad("FromMediaType", "a parameter's name other than q, the weight's", source.key);
    case "query":
      return source.name === "" ? bad("FromQuery", "a parameter's name", source.name) : [];
    case "path":
      return [];
  }
}
