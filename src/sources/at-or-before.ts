import { isDay, type Version } from "../model/version";
import type { VersionExtractor } from "../model/source";
import type { ReadVersions } from "../model/serving";
import {
  afterwards,
  askedFaults,
  described,
  readingOf,
  schemesIn,
  sourcesIn,
  type DescribedExtractor,
  type KnownVersions,
} from "./extraction";

/**
 * For versions that are ISO dates: the newest of `Versions` that is not after the requested date. Any other text names
 * no version.
 */
export function AtOrBefore(extractor: VersionExtractor): DescribedExtractor {
  const withoutList = (): never => {
    throw new Error("AtOrBefore is for VersioningOptions: it compares with their Versions");
  };
  return described(withoutList, {
    sources: sourcesIn(extractor),
    faults: askedFaults("AtOrBefore", extractor),
    comparing: "AtOrBefore",
    schemes: schemesIn(extractor),
    reading: (known) => newestAtOrBefore(known, readingOf(extractor, known)),
  });
}

function newestAtOrBefore({ order: { list }, previews }: KnownVersions, read: ReadVersions): ReadVersions {
  const dates = list.filter((version) => isDay(version) && !previews.has(version)).toSorted();
  // A preview is never the newest version, and is selected only by its own name.
  const named = new Set(list.filter((version) => previews.has(version)));
  const newest = (asked: Version): readonly Version[] => {
    if (named.has(asked)) return [asked];
    const found = isDay(asked) ? dates.findLast((date) => date <= asked) : undefined;
    return found === undefined ? [] : [found];
  };
  return (req) =>
    afterwards(read(req), (requested) => ({ ...requested, versions: requested.versions.flatMap(newest) }));
}
