import type { Request } from "express";
import type { VersionExtractor } from "../model/source";
import { nothingRequested, type RequestedVersions } from "../model/serving";
import {
  afterwards,
  askedFaults,
  described,
  extractionOf,
  extractorInvalid,
  namedIn,
  readingOf,
  withAdmitted,
  type DescribedExtractor,
} from "./extraction";

/** Creates an extractor that calls several extractors in their order, until one of them names a version. */
export function FirstOf(...extractors: readonly VersionExtractor[]): DescribedExtractor {
  const parts = extractors.map(extractionOf);
  return described(firstOf(extractors, firstNaming), {
    sources: parts.flatMap(({ sources }) => sources),
    faults:
      extractors.length === 0
        ? [extractorInvalid("FirstOf", { expected: "a function", written: "nothing" })]
        : extractors.flatMap((extractor) => askedFaults("FirstOf", extractor)),
    comparing: parts.flatMap(({ comparing }) => comparing),
    schemes: parts.flatMap(({ schemes }) => schemes),
    reading: (known) =>
      firstOf<RequestedVersions>(
        extractors.map((extractor) => readingOf(extractor, known)),
        requested,
      ),
  });
}

interface SelectionRule<Value> {
  readonly none: Value;
  readonly counts: (given: Value) => boolean;
  /** Combines the results of two extractors if neither of them names a version. */
  readonly keep: (before: Value, given: Value) => Value;
  /** Combines the results so far with that of the first extractor that names a version. */
  readonly join: (before: Value, given: Value) => Value;
}

const firstNaming: SelectionRule<Awaited<ReturnType<VersionExtractor>>> = {
  none: undefined,
  counts: (extracted) => namedIn(extracted).length > 0,
  keep: () => undefined,
  join: (_, given) => given,
};

/** If no extractor names a version, the result keeps the first text that was sent as one, for `OnAnswered`. */
const requested: SelectionRule<RequestedVersions> = {
  none: nothingRequested,
  counts: ({ versions }) => versions.length > 0,
  keep: (before, given) =>
    before.sent.length > 0 ? withAdmitted(before, given) : withAdmitted(given, before),
  join: (before, given) => withAdmitted(given, before),
};

type Ask<Value> = (req: Request) => Value | Promise<Value>;

function firstOf<Value>(
  asked: readonly Ask<Value>[],
  { none, counts, keep, join }: SelectionRule<Value>,
): Ask<Value> {
  const askFrom = (index: number, req: Request, before: Value): Value | Promise<Value> => {
    const ask = asked[index];
    if (!ask) return before;
    return afterwards(ask(req), (given) =>
      counts(given) ? join(before, given) : askFrom(index + 1, req, keep(before, given)),
    );
  };
  return (req) => askFrom(0, req, none);
}
