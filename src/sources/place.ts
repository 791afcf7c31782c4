import type { ReadableSource, VersioningFault, VersioningScheme } from "../model/source";
import { described, extractorInvalid, type DescribedExtractor } from "./extraction";
import { placeReading } from "./reading";

/** Creates an extractor of one source. `name` is the function that users call, such as `FromHeader`. */
export function extractorFor(name: string, source: ReadableSource): DescribedExtractor {
  return extractorOf(source, source.fault && extractorInvalid(name, source.fault));
}

export function schemeOf(source: ReadableSource, fault: VersioningFault | undefined): VersioningScheme {
  return {
    isEnabled: true,
    path: undefined,
    extractor: extractorOf(source),
    sources: [source],
    faults: fault ? [fault] : [],
  };
}

function extractorOf(source: ReadableSource, fault?: VersioningFault): DescribedExtractor {
  return described({
    sources: [source],
    faults: fault ? [fault] : [],
    comparing: [],
    reading: (known) => placeReading(source, known),
    schemes: [],
  });
}
