import { literalSpelling } from "../http/literal";
import type { Segment } from "../http/path-template";
import type { Registration, Span } from "../model/route";
import type { Matcher } from "../model/serving";
import type { Version } from "../model/version";
import { knownVersions, type Versioning } from "../model/versioning";

/**
 * The spans that requests of one version reach: its own, and the neutral ones that none of its own stands
 * before; under VersioningURI, where a neutral path is an address of its own, all that no assumed version stands before.
 *
 * The matcher itself is asked, with paths that no route names: so this cannot differ from what is answered.
 */
export function reachedBy(
  version: Version,
  spans: readonly Span[],
  { match, versioning }: ServedAPI,
): readonly Span[] {
  const requested = requestedFor(version, versioning);
  return spans.filter((span) => {
    if (span.reach.by === "versions") return span.reach.versions.has(version);
    const { method, segments } = span.form;
    return match(method, witness(segments), requested)?.value.registration.span === span;
  });
}

/**
 * The spans that requests reach that name no version: those of the version that is assumed for them, and the
 * neutral ones that none of it stands before. Where AssumeVersion depends on the request, that version is told.
 */
export function reachedUnnamed(
  spans: readonly Span[],
  { match, versioning: { alwaysAssumed, assume } }: ServedAPI,
  told?: Version,
): readonly Span[] {
  const assumed = alwaysAssumed ?? (assume ? told : undefined);
  const requested = assumed === undefined ? [] : [assumed];
  return spans.filter((span) => {
    const { method, segments } = span.form;
    return match(method, witness(segments), requested)?.value.registration.span === span;
  });
}

/**
 * The spans that no request reaches: under VersioningURI the neutral ones behind an assumed version, since a
 * request at their path can name no other. Elsewhere a request can, and a version without a route leads to them: any version
 * at all, or under `UnknownVersion` those that the application has.
 */
export function unreachedIn(spans: readonly Span[], api: ServedAPI): readonly Span[] {
  const { path, alwaysAssumed, assumesUnknown } = api.versioning;
  if (alwaysAssumed === undefined || !(path || assumesUnknown)) return [];
  const neutral = spans.filter(({ reach }) => reach.by !== "versions");
  const reached = new Set(reachedUnnamed(neutral, api));
  const left = neutral.filter((span) => !reached.has(span));
  if (path || left.length === 0) return left;
  const served = new Set(spans.flatMap(({ reach }) => (reach.by === "versions" ? [...reach.versions] : [])));
  for (const version of knownVersions(served, api.versioning)) {
    for (const span of reachedBy(version, left, api)) reached.add(span);
  }
  return left.filter((span) => !reached.has(span));
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
    return segment.kind === "static" ? literalSpelling(segment.text) : unnamed;
  });
  return `/${texts.join("/")}`;
}

/** No segment of a template can hold braces. */
const unnamed = "%7B%7D";
