import type { Request } from "express";
import type { VersionExtractor } from "../model/extractor";
import {
  afterwards,
  askedFaults,
  described,
  extractionOf,
  extractorInvalid,
  namedIn,
  sourcesIn,
  withList,
  type DescribedExtractor,
} from "./extraction";

/** An extractor that asks one after the other; the first that names a version counts. */
export function FirstOf(...extractors: readonly VersionExtractor[]): DescribedExtractor {
  return described(firstNamed(extractors), {
    sources: extractors.flatMap(sourcesIn),
    faults:
      extractors.length === 0
        ? [extractorInvalid("FirstOf", { takes: "functions", written: "nothing" })]
        : extractors.flatMap((extractor) => askedFaults("FirstOf", extractor)),
    comparing: extractors.map((extractor) => extractionOf(extractor)?.comparing).find(Boolean),
    withList: (listed) => firstNamed(extractors.map((extractor) => withList(extractor, listed))),
  });
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
