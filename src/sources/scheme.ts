import type { ReadableSource, VersioningFault, VersioningScheme } from "../model/source";

/** The scheme of a VersioningType that asks one source. */
export function schemeOf(source: ReadableSource, fault: VersioningFault | undefined): VersioningScheme {
  return {
    isEnabled: true,
    path: undefined,
    extractor: source.read,
    sources: [source],
    faults: fault ? [fault] : [],
  };
}
