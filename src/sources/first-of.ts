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
  schemesIn,
  sourcesIn,
  withAdmitted,
  type DescribedExtractor,
} from "./extraction";

/** An extractor that asks one after the other; the first that names a version counts. */
export function FirstOf(...extractors: readonly VersionExtractor[]): DescribedExtractor {
  return described(firstOf(extractors, named), {
    sources: extractors.flatMap(sourcesIn),
    faults:
      extractors.length === 0
        ? [extractorInvalid("FirstOf", { takes: "functions", written: "nothing" })]
        : extractors.flatMap((extractor) => askedFaults("FirstOf", extractor)),
    comparing: extractors.map((extractor) => extractionOf(extractor)?.comparing).find(Boolean),
    schemes: extractors.flatMap(schemesIn),
    reading: (known) =>
      firstOf<RequestedVersions>(
        extractors.map((extractor) => readingOf(extractor, known)),
        requested,
      ),
  });
}

/** The rule of which answer counts. */
interface Choice<Value> {
  readonly none: Value;
  readonly counts: (given: Value) => boolean;
  /** The fallback, of the text that was given before and the one that is given now. */
  readonly keep: (before: Value, given: Value) => Value;
  /** The answer that counts, with what those before it found out beside a version. */
  readonly join: (before: Value, given: Value) => Value;
}

const named: Choice<Awaited<ReturnType<VersionExtractor>>> = {
  none: undefined,
  counts: (extracted) => namedIn(extracted).length > 0,
  keep: () => undefined,
  join: (_, given) => given,
};

/** Where none names a version, what was sent first is still what the client sent. */
const requested: Choice<RequestedVersions> = {
  none: nothingRequested,
  counts: ({ versions }) => versions.length > 0,
  keep: (before, given) =>
    before.sent.length > 0 ? withAdmitted(before, given) : withAdmitted(given, before),
  join: (before, given) => withAdmitted(given, before),
};

type Ask<Value> = (req: Request) => Value | Promise<Value>;

/** Asks one after the other, until one gives what counts. */
function firstOf<Value>(
  asked: readonly Ask<Value>[],
  { none, counts, keep, join }: Choice<Value>,
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
