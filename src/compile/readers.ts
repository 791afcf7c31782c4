import { pathOfTarget } from "../http/request-path";
import type { VersionExtractor } from "../model/extractor";
import {
  nothingRequested,
  type ReadVersions,
  type RequestedVersions,
  type VersionReader,
} from "../model/serving";
import type { VersionSource } from "../model/source";
import { isThenable } from "../model/value";
import type { Versioning } from "../model/versioning";
import { namedIn, sourcesIn, withList } from "../sources/extraction";

/**
 * The way to read the versions that requests ask for; undefined where method and path are enough.
 *
 * `isVersioned` tells the paths that name a version by themselves: these are not asked.
 */
export function compileReading(
  versioning: Versioning,
  isVersioned: (path: string) => boolean,
): VersionReader | undefined {
  const { extractor, sources, assume, listed } = versioning;
  const named = extractor && readerOf(withList(extractor, listed), false);
  const assumed = assumedReader(versioning);
  if (!assumed) return named && { read: named, varyBy: varyBy(sources) };
  return {
    read: named ? elseAssume(named, assumed) : unless(isVersioned, assumed),
    varyBy: varyBy([...sources, ...sourcesIn(assume)]),
  };
}

/** Whatever is no version is dropped; a promise is awaited. */
function readerOf(extract: VersionExtractor, isAssumed: boolean): ReadVersions {
  return (req) => {
    const extracted: unknown = extract(req);
    return isThenable(extracted)
      ? Promise.resolve(extracted).then((awaited) => requestedIn(awaited, isAssumed))
      : requestedIn(extracted, isAssumed);
  };
}

function requestedIn(extracted: unknown, isAssumed: boolean): RequestedVersions {
  const versions = namedIn(extracted);
  return versions.length === 0 ? nothingRequested : { versions, isAssumed };
}

function assumedReader({ assume, alwaysAssumed, listed }: Versioning): ReadVersions | undefined {
  if (alwaysAssumed !== undefined) {
    const always = requestedIn(alwaysAssumed, true);
    return () => always;
  }
  return assume && readerOf(withList(assume, listed), true);
}

/** Reads what the request names; only where that is nothing, what stands in for it. */
function elseAssume(read: ReadVersions, assume: ReadVersions): ReadVersions {
  return (req) => {
    const named = read(req);
    const orAssumed = (requested: RequestedVersions): ReturnType<ReadVersions> =>
      requested.versions.length > 0 ? requested : assume(req);
    return isThenable(named) ? Promise.resolve(named).then(orAssumed) : orAssumed(named);
  };
}

function unless(isVersioned: (path: string) => boolean, assume: ReadVersions): ReadVersions {
  return (req) => (isVersioned(pathOfTarget(req.url)) ? nothingRequested : assume(req));
}

function varyBy(sources: readonly VersionSource[]): string | undefined {
  const fields = new Set(sources.flatMap(({ varyField }) => varyField ?? []));
  return fields.size === 0 ? undefined : [...fields].join(", ");
}
