import type { VersionExtractor } from "../model/extractor";
import type { Version } from "../model/version";
import {
  afterwards,
  askedFaults,
  described,
  namedIn,
  sourcesIn,
  withList,
  type DescribedExtractor,
} from "./extraction";

/**
 * For versions that are ISO dates: the newest of `Versions` that is not after the date asked for. Other text names none.
 */
export function AtOrBefore(extractor: VersionExtractor): DescribedExtractor {
  const withoutList = (): never => {
    throw new Error("AtOrBefore is for VersioningOptions: it compares with their Versions");
  };
  return described(withoutList, {
    sources: sourcesIn(extractor),
    faults: askedFaults("AtOrBefore", extractor),
    comparing: "AtOrBefore",
    withList: (listed) => newestOf(listed, withList(extractor, listed)),
  });
}

function newestOf(listed: readonly Version[], extractor: VersionExtractor): VersionExtractor {
  const dates = listed.filter(isDate).toSorted();
  const newest = (asked: Version): readonly Version[] => {
    const found = isDate(asked) ? dates.findLast((date) => date <= asked) : undefined;
    return found === undefined ? [] : [found];
  };
  return (req) => afterwards(extractor(req), (extracted) => namedIn(extracted).flatMap(newest));
}

/** `2024-05-01`, a day that there is: then dates compare as their texts do. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
