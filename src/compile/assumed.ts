import type { VersionReader } from "../model/serving";
import { isThenable } from "../model/value";
import type { Version } from "../model/version";

// What was assumed is told from what was asked for by the list itself: no request carries it.
const assumed = new WeakSet<readonly Version[]>();

/** Whether a request's versions were assumed, since it names none. */
export function isAssumed(versions: readonly Version[]): boolean {
  return assumed.has(versions);
}

/** A reader whose versions the request does not name: `VersioningOptions.AssumeVersion`. */
export function assuming(read: VersionReader): VersionReader {
  return (req) => {
    const versions = read(req);
    return isThenable(versions) ? versions.then(marked) : marked(versions);
  };
}

/** Reads what the request names; only where that is nothing, what stands in for it. */
export function elseAssume(read: VersionReader, assume: VersionReader): VersionReader {
  return (req) => {
    const named = read(req);
    const orAssumed = (versions: readonly Version[]): ReturnType<VersionReader> =>
      versions.length > 0 ? versions : assume(req);
    return isThenable(named) ? Promise.resolve(named).then(orAssumed) : orAssumed(named);
  };
}

function marked(versions: readonly Version[]): readonly Version[] {
  if (versions.length === 0) return versions;
  const own = [...versions];
  assumed.add(own);
  return own;
}
