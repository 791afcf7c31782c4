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

/**
 * The registrations that requests reach that name no version: those of the version that is assumed for them, and the
 * neutral ones that none of it stands before. Where AssumeVersion depends on the request, that version is told.
 */
export function reachedUnnamed(
  registrations: readonly Registration[],
  { match, versioning: { alwaysAssumed, assume, path } }: ServedAPI,
  told?: Version,
): readonly Registration[] {
  const assumed = alwaysAssumed ?? (assume ? told : undefined);
  const requested = assumed === undefined ? [] : [assumed];
  return registrations.filter((registration) => {
    const plain = path ? plainSegments(registration) : registration.segments;
    return match(registration.method, witness(plain), requested)?.value.registration === registration;
  });
}

/** The path under VersioningURI without the segment that names a version. */
export function plainSegments({ segments, version }: Registration): readonly Segment[] {
  return version === undefined ? segments : segments.slice(1);
}

/**
 * The registrations that no request reaches: under VersioningURI the neutral ones behind an assumed version, since a
 * request at their path can name no other. Elsewhere a request can, and a version without a route leads to them.
 */
export function unreachedIn(registrations: readonly Registration[], api: ServedAPI): readonly Registration[] {
  const { path, alwaysAssumed } = api.versioning;
  if (!path || alwaysAssumed === undefined) return [];
  const neutral = registrations.filter(({ version }) => version === undefined);
  const reached = new Set(reachedUnnamed(neutral, api));
  return neutral.filter((registration) => !reached.has(registration));
}

/** How requests are served. */
interface ServedAPI {
  readonly match: Matcher<Registered>;
  readonly versioning: Versioning;
}

/** The versions that requests of one ask for at a neutral path: with versions in the path the assumed one, whatever else they say. */
function requestedFor(version: Version, { path, alwaysAssumed }: Versioning): readonly Version[] {
  if (!path) return [version];
  return alwaysAssumed === undefined ? [] : [alwaysAssumed];
}

/** As much of a match as is looked at here. */
interface Registered {
  readonly registration: Registration;
}

/**
 * A sample path that the template matches, and no unrelated static route. Its rest is `/{}`: an empty segment matches
 * rest parameters alone, so the rest route that wins here wins for every path below.
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
