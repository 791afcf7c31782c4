import { literalSpelling } from "../http/literal";
import type { Segment } from "../http/path-template";
import type { Registration, Span } from "../model/route";
import type { Matcher } from "../model/serving";
import type { Version } from "../model/version";
import { knownVersions, type Versioning } from "../model/versioning";

/** The routes that requests of a version reach. The matcher of requests finds them, so documents and answers agree. */
export function reachedBy(
  version: Version,
  spans: readonly Span[],
  { match, versioning }: ServedAPI,
): readonly Span[] {
  const { path, alwaysAssumed = [] } = versioning;
  // Under VersioningURI, only routes of the assumed version can hide a neutral path, which contains no version.
  const preferred = [path ? alwaysAssumed : version].flat();
  return spans.filter((span) =>
    span.reach.by === "versions" ? span.reach.versions.has(version) : isMatched(span, preferred, match),
  );
}

/** The routes of requests without a version. `candidate` is their version if AssumeVersion depends on the request. */
export function reachedUnnamed(
  spans: readonly Span[],
  { match, versioning: { alwaysAssumed, assume } }: ServedAPI,
  candidate?: Version,
): readonly Span[] {
  const assumed = alwaysAssumed ?? (assume ? candidate : undefined);
  const preferred = assumed === undefined ? [] : [assumed];
  return spans.filter((span) => isMatched(span, preferred, match));
}

/**
 * The neutral routes that no request reaches: routes of the assumed version hide them. If the version is not in the
 * path, routes of every known version must hide them as well; without `UnknownVersion: "assume"`, any other version
 * reaches them.
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

interface ServedAPI {
  readonly match: Matcher<{ readonly registration: Registration }>;
  readonly versioning: Versioning;
}

function isMatched(span: Span, preferred: readonly Version[], match: ServedAPI["match"]): boolean {
  const { method, segments } = span.form;
  return match(method, samplePath(segments), preferred)?.value.registration.span === span;
}

/**
 * Matches the template, but no static route by accident. For a rest parameter, `/{}` begins with an empty segment, which
 * matches only rest parameters: so the route that wins here also wins for longer paths.
 */
function samplePath(segments: readonly Segment[]): string {
  const texts = segments.map((segment) => {
    if (segment.kind === "rest") return `/${unnamed}`;
    return segment.kind === "static" ? literalSpelling(segment.text) : unnamed;
  });
  return `/${texts.join("/")}`;
}

/** The encoded text `{}`. No static segment contains braces. */
const unnamed = "%7B%7D";
