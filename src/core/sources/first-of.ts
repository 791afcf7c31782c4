import type { VersionExtractor } from "../model/source";
import {
  askedFaults,
  described,
  extractionOf,
  extractorInvalid,
  type DescribedExtractor,
} from "./extraction";
import { readingOf, readInTurn } from "./reading";

/**
 * Creates an extractor that calls several extractors in their order, until one of them names a version. If a place holds
 * a text that names no version, such as a header on two lines, the functions behind it are not called.
 */
export function FirstOf(...extractors: readonly VersionExtractor[]): DescribedExtractor {
  const parts = extractors.map(extractionOf);
  return described({
    sources: parts.flatMap(({ sources }) => sources),
    faults:
      extractors.length === 0
        ? [extractorInvalid("FirstOf", { expected: "a function", written: "nothing" })]
        : extractors.flatMap((extractor) => askedFaults("FirstOf", extractor)),
    comparing: parts.flatMap(({ comparing }) => comparing),
    schemes: parts.flatMap(({ schemes }) => schemes),
    refusesLaterPins: parts.some(({ refusesLaterPins }) => refusesLaterPins),
    reading: (known) => {
      const turns = extractors.map((extractor) => readingOf(extractor, known));
      return {
        read: readInTurn(turns),
        readPlaces: readInTurn(turns.map(({ readPlaces }) => ({ read: readPlaces, readPlaces }))),
        asksFunctions: turns.some(({ asksFunctions }) => asksFunctions),
      };
    },
  });
}
