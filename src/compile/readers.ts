import { matchedPath } from "../http/request-path";
import { nothingRequested, type ReadVersions, type VersionReader } from "../model/serving";
import type { VersionSource } from "../model/source";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import { afterwards, extractionOf, namedIn, readingOf, withAdmitted } from "../sources/extraction";

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
  const assumed = assumedReader(versioning);
  if (!assumed) return named && { read: named, varyBy: varyBy(sources) };
  const readNamed = named && versioning.assumesUnknown ? elseAssumeUnknown : elseAssume;
  return {
    read: named ? readNamed(named, assumed, known) : unless(isVersioned, assumed),
    varyBy: varyBy([...sources, ...extractionOf(assume).sources]),
  };
}

function assumedReader({ assume, alwaysAssumed, ...known }: Versioning): ReadVersions | undefined {
  if (alwaysAssumed !== undefined) {
    const versions = namedIn(alwaysAssumed);
    const always =
      versions.length === 0 ? nothingRequested : { ...nothingRequested, versions, isAssumed: true };
    return () => always;
  }
  return assume && readingOf(assume, { ...known, isAssumed: true });
}

function elseAssume(read: ReadVersions, assume: ReadVersions): ReadVersions {
  return (req) =>
    afterwards(read(req), (named) =>
      named.versions.length > 0
        ? named
        : afterwards(assume(req), (assumed) => {
            // An assumed date before all versions selects none of them, but hooks such as `OnRefused` get it in `sent`.
            const isBeforeAll = named.sent.length === 0 && assumed.sent.length > 0;
            return assumed.versions.length > 0 || isBeforeAll
              ? withAdmitted(assumed, named)
              : withAdmitted(named, assumed);
          }),
    );
}

/** Assumes a version if a request names no known version. Hooks such as `OnMatch` still get the unknown versions. */
function elseAssumeUnknown(
  read: ReadVersions,
  assume: ReadVersions,
  known: ReadonlySet<Version>,
): ReadVersions {
  return (req) =>
    afterwards(read(req), (named) => {
      if (named.versions.some((version) => known.has(version))) return named;
      return afterwards(assume(req), (assumed) =>
        named.sent.length > 0
          ? withAdmitted({ ...named, versions: assumed.versions, laterPin: assumed.laterPin }, assumed)
          : withAdmitted(assumed, named),
      );
    });
}

function unless(isVersioned: (path: string) => boolean, assume: ReadVersions): ReadVersions {
  return (req) => (isVersioned(matchedPath(req.url)) ? nothingRequested : assume(req));
}

function varyBy(sources: readonly VersionSource[]): string | undefined {
  const fields = new Set(sources.flatMap(({ varyField }) => varyField ?? []));
  return fields.size === 0 ? undefined : [...fields].join(", ");
}
