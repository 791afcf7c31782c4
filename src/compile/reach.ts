import type { Segment } from "../http/path";
import type { Registration } from "../model/route";
import type { Matcher } from "../model/serving";
import { VersioningURI, type Version, type VersioningType } from "../model/version";

/**
 * The registrations that requests of one version reach: its own, and the neutral ones that none of its own stands
 * before; under VersioningURI, where a neutral path is an address of its own, all that no assumed version stands before.
 *
 * The matcher itself is asked, with paths that no route names: so this cannot differ from what is answered.
 */
export function reachedBy(
  version: Version,
  registrations: readonly Registration[],
  { match, type, alwaysAssumed = [] }: Reach,
): readonly Registration[] {
  const requested = type === VersioningURI ? alwaysAssumed : [version];
  const deepest = Math.max(0, ...registrations.map(({ segments }) => segments.length));
  return registrations.filter((registration) => {
    if (registration.version !== undefined) return registration.version === version;
    const { method, segments } = registration;
    const paths = witnesses(segments, deepest);
    return paths.some((path) => match(method, path, requested)?.value.registration === registration);
  });
}

/** How requests are served. */
interface Reach {
  readonly match: Matcher<Registered>;
  readonly type: VersioningType;
  /** What a path that names no version is given under VersioningURI, whatever else the request says. */
  readonly alwaysAssumed?: readonly Version[];
}

/** What a match leads to, as far as it is asked here. */
interface Registered {
  readonly registration: Registration;
}

/** Paths that a template matches and that meet no other static segment by accident: one, or one for each length of a rest. */
function witnesses(segments: readonly Segment[], deepest: number): readonly string[] {
  const rest = segments.at(-1)?.kind === "rest";
  const named = (rest ? segments.slice(0, -1) : segments).map((segment) =>
    segment.kind === "static" ? encodeURIComponent(segment.text) : unnamed,
  );
  const start = named.map((text) => `/${text}`).join("");
  if (!rest) return [start || "/"];
  const lengths = Array.from({ length: deepest + 1 }, (_, i) => `/${unnamed}`.repeat(i + 1));
  // A rest alone takes an empty segment.
  return [...lengths, `//${unnamed}`].map((end) => start + end);
}

/** No segment of a template can hold braces. */
const unnamed = "%7B%7D";
