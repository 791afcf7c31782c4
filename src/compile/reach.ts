import type { Segment } from "../http/path";
import type { Registration } from "../model/route";
import type { Matcher } from "../model/serving";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";

/**
 * The registrations that requests of one version reach: its own, and the neutral ones that none of its own stands
 * before; under VersioningURI, where a neutral path is an address of its own, all that no assumed version stands before.
 *
 * The matcher itself is asked, with paths that no route names: so this cannot differ from what is answered.
 */
export function reachedBy(
  version: Version,
  registrations: readonly Registration[],
  { match, versioning }: ServedAPI,
): readonly Registration[] {
  const requested = requestedFor(version, versioning);
  return registrations.filter((registration) => {
    if (registration.version !== undefined) return registration.version === version;
    const { method, segments } = registration;
    return match(method, witness(segments), requested)?.value.registration === registration;
  });
}

/** How requests are served. */
interface ServedAPI {
  readonly match: Matcher<Registered>;
  readonly versioning: Versioning;
}

/** What requests of a version ask for at a neutral path: under VersioningURI what is assumed there, whatever else they say. */
function requestedFor(version: Version, { path, alwaysAssumed }: Versioning): readonly Version[] {
  if (!path) return [version];
  return alwaysAssumed === undefined ? [] : [alwaysAssumed];
}

/** What a match leads to, as far as it is asked here. */
interface Registered {
  readonly registration: Registration;
}

/**
 * A path that a template matches, and that meets no other static segment by accident. Under a rest it goes on with an
 * empty segment, which rests alone take: what stands before it there stands before all that the rest matches.
 */
function witness(segments: readonly Segment[]): string {
  const texts = segments.map((segment) => {
    if (segment.kind === "rest") return `/${unnamed}`;
    return segment.kind === "static" ? encodeURIComponent(segment.text) : unnamed;
  });
  return `/${texts.join("/")}`;
}

/** No segment of a template can hold braces. */
const unnamed = "%7B%7D";
