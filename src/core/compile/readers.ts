import { matchedPath } from "../../http/request-path";
import { nothingRequested, type Reading, type ReadVersions, type VersionReader } from "../model/serving";
import type { VersionSource } from "../model/source";
import { afterwards } from "../model/value";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import { extractionOf } from "../sources/extraction";
import { namedIn, readingOf, readInTurn, withAdmitted } from "../sources/reading";

/**
 * Creates a function that returns a request's versions: those of the extractor, otherwise that of `AssumeVersion`;
 * undefined if the options have neither. For a path that contains a version (`isVersioned`), it assumes none.
 */
export function compileReading(
  versioning: Versioning,
  isVersioned: (path: string) => boolean,
  known: ReadonlySet<Version>,
): VersionReader | undefined {
  const { extractor, sources, assume } = versioning;
  const named = extractor && readingOf(extractor, { ...versioning, isAssumed: false });
  const assumed = assumedReading(versioning);
  if (!assumed) return named && { ...named, varyBy: varyBy(sources) };
  const assumeAfter = versioning.assumesUnknown ? elseAssumeUnknown(known) : elseAssume;
  return {
    ...(named ? bothWays(named, assumed, assumeAfter) : unless(isVersioned, assumed)),
    varyBy: varyBy([...sources, ...extractionOf(assume).sources]),
  };
}

function assumedReading({ assume, alwaysAssumed, ...known }: Versioning): Reading | undefined {
  if (alwaysAssumed !== undefined) {
    const versions = namedIn(alwaysAssumed);
    const always =
      versions.length === 0 ? nothingRequested : { ...nothingRequested, versions, isAssumed: true };
    const read = (): typeof always => always;
    return { read, readPlaces: read, asksFunctions: false };
  }
  return assume && readingOf(assume, { ...known, isAssumed: true });
}

type AssumeAfter = (read: ReadVersions, assume: ReadVersions) => ReadVersions;

function bothWays(named: Reading, assumed: Reading, assumeAfter: AssumeAfter): Reading {
  return {
    read: assumeAfter(named.read, assumed.read),
    readPlaces: assumeAfter(named.readPlaces, assumed.readPlaces),
    asksFunctions: named.asksFunctions || assumed.asksFunctions,
  };
}

/** Assumes a version if a request names none. An unreadable place is not empty, so nothing is assumed for it. */
function elseAssume(read: ReadVersions, assume: ReadVersions): ReadVersions {
  const assumeNothing = (): typeof nothingRequested => nothingRequested;
  return readInTurn([
    { read, readPlaces: read },
    { read: assume, readPlaces: assumeNothing },
  ]);
}

/** Assumes a version if a request names no known version. Hooks such as `OnMatch` still get the unknown versions. */
function elseAssumeUnknown(known: ReadonlySet<Version>): AssumeAfter {
  return (read, assume) => (req) =>
    afterwards(read(req), (named) => {
      if (named.unreadable || named.versions.some((version) => known.has(version))) return named;
      return afterwards(assume(req), (assumed) =>
        named.sent.length > 0
          ? withAdmitted({ ...named, versions: assumed.versions, laterPin: assumed.laterPin }, assumed)
          : withAdmitted(assumed, named),
      );
    });
}

function unless(isVersioned: (path: string) => boolean, { asksFunctions, ...assumed }: Reading): Reading {
  const readUnless =
    (read: ReadVersions): ReadVersions =>
    (req) =>
      isVersioned(matchedPath(req.url)) ? nothingRequested : read(req);
  return { read: readUnless(assumed.read), readPlaces: readUnless(assumed.readPlaces), asksFunctions };
}

function varyBy(sources: readonly VersionSource[]): string | undefined {
  const fields = new Set(sources.flatMap(({ varyField }) => varyField ?? []));
  return fields.size === 0 ? undefined : [...fields].join(", ");
}
