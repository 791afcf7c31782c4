import type { ReadableSource, VersionExtractor } from "../model/source";
import { nothingRequested, type Reading, type ReadVersions, type RequestedVersions } from "../model/serving";
import { afterwards, isThenable, quoteShort, takeRejectionsWithin } from "../model/value";
import { VersionNeutral, type Version } from "../model/version";
import { extractionOf, type KnownVersions } from "./extraction";

/** Creates the functions that read versions by an extractor. They await promises, and ignore other values. */
export function readingOf(extractor: VersionExtractor, known: KnownVersions): Reading {
  const place = known.isAssumed ? "AssumeVersion" : "custom";
  return extractionOf(extractor).reading?.(known) ?? functionReading(extractor, place, known);
}

/** Reads by a function of the application. `place` names the function or its place, for a text that names none. */
export function functionReading(extractor: VersionExtractor, place: string, known: KnownVersions): Reading {
  const requestedIn = (extracted: unknown): RequestedVersions =>
    requestedBy(namedIn(extracted), place, known);
  return {
    read: (req) => {
      const extracted: unknown = extractor(req);
      return isThenable(extracted) ? Promise.resolve(extracted).then(requestedIn) : requestedIn(extracted);
    },
    readPlaces: () => nothingRequested,
    asksFunctions: true,
  };
}

export function placeReading({ read: readPlace, place }: ReadableSource, known: KnownVersions): Reading {
  const read: ReadVersions = (req) => {
    const text = readPlace(req);
    if (text === undefined || text === "") return nothingRequested;
    if (typeof text === "object") return unreadable(text.unreadable, known);
    return text === VersionNeutral
      ? unreadable(textMisfit(place, text, "version"), known)
      : requestedBy([text], place, known);
  };
  return { read, readPlaces: read, asksFunctions: false };
}

/** Makes the versions of the texts that a place contains, or the words for a text that `AtOrBefore` cannot compare. */
export function requestedBy(
  texts: readonly string[],
  place: string,
  known: Pick<KnownVersions, "isAssumed" | "comparison">,
): RequestedVersions {
  const { isAssumed, comparison } = known;
  if (texts.length === 0) return nothingRequested;
  if (!comparison) return { versions: texts, sent: texts, isAssumed };
  const selected = texts.map(comparison.select);
  const versions = selected.flatMap((found = []) => found);
  const misfit = texts.find((_, at) => selected[at] === undefined);
  return versions.length > 0 || misfit === undefined
    ? { versions, sent: texts, isAssumed }
    : unreadable(textMisfit(place, misfit, comparison.kind), known);
}

function unreadable(words: string, { isAssumed }: Pick<KnownVersions, "isAssumed">): RequestedVersions {
  return { ...nothingRequested, isAssumed, unreadable: [words] };
}

function textMisfit(place: string, text: string, kind: string): string {
  return `${place}: ${quoteShort(text)} is no ${kind}`;
}

export function namedIn(extracted: unknown): readonly Version[] {
  // Hot path: most functions return one string, so this case is checked first.
  if (isVersion(extracted)) return [extracted];
  // An ignored promise must not end the process by its rejection.
  takeRejectionsWithin(extracted);
  if (!Array.isArray(extracted)) return [];
  const entries: readonly unknown[] = extracted;
  return entries.filter(isVersion);
}

/** VersionNeutral marks neutral routes. A request that named it as its version would reach them before all others. */
function isVersion(value: unknown): value is Version {
  return typeof value === "string" && value !== "" && value !== VersionNeutral;
}

type TurnToRead = Pick<Reading, "read" | "readPlaces">;

/** Reads in turn until one names a version. After an unreadable text, only other places count, and no function. */
export function readInTurn(turns: readonly TurnToRead[]): ReadVersions {
  const readFrom = (
    index: number,
    req: Parameters<ReadVersions>[0],
    before: RequestedVersions,
  ): ReturnType<ReadVersions> => {
    const turn = turns[index];
    if (!turn) return before;
    const read = before.unreadable ? turn.readPlaces : turn.read;
    return afterwards(read(req), (given) =>
      given.versions.length > 0
        ? withAdmitted(given, before)
        : readFrom(index + 1, req, unnamed(before, given)),
    );
  };
  return (req) => readFrom(0, req, nothingRequested);
}

/** Combines two results without a version. `sent` keeps the first text that was sent, for observers. */
function unnamed(before: RequestedVersions, given: RequestedVersions): RequestedVersions {
  const [first, second] = before.sent.length > 0 || before.unreadable ? [before, given] : [given, before];
  const both = withAdmitted(first, second);
  if (!before.unreadable && !given.unreadable) return both;
  const unreadable = [...(before.unreadable ?? []), ...(given.unreadable ?? [])];
  return { ...both, sent: nothingRequested.sent, unreadable };
}

/** Adds what earlier extractors found: authenticated clients, and pinned versions that the App does not know. */
export function withAdmitted(given: RequestedVersions, before: RequestedVersions): RequestedVersions {
  if (!before.admitted) return given;
  const admitted = [...before.admitted, ...(given.admitted ?? [])];
  if (!before.unknownPins) return { ...given, admitted };
  return { ...given, admitted, unknownPins: [...before.unknownPins, ...(given.unknownPins ?? [])] };
}
