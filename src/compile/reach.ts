import { literalSpelling } from "../http/literal";
import type { Segment } from "../http/path-template";
import type { Registration, Span } from "../model/route";
import type { Matcher } from "../model/serving";
import type { Version } from "../model/version";
import { knownVersions, type Versioning } from "../model/versioning";

/**
 * The spans that requests of one version reach: its own, and the neutral ones that none of its own precedes; under
 * VersioningURI, where a neutral path is a separate address, all that no assumed version precedes.
 *
 * The matcher itself finds them, with sample paths: so the result cannot differ from what is answered.
 */
export function reachedBy(
  version: Version,
  spans: readonly Span[],
  { match, versioning }: ServedAPI,
): readonly Span[] {
  const { path, alwaysAssumed = [] } = versioning;
  // With versions in the path, a request at a neutral path has only the assumed version.
  const preferred = [path ? alwaysAssumed : version].flat();
  return spans.filter((span) =>
    span.reach.by === "versions" ? span.reach.versions.has(version) : isMatched(span, preferred, match),
  );
}

/**
 * The spans that requests without a version reach: those of the assumed version, and the neutral ones that none of it
 * precedes. If AssumeVersion depends on the request, `assumed` names the version.
 */
export function reachedUnnamed(
  spans: readonly Span[],
  { match, versioning: { alwaysAssumed, assume } }: ServedAPI,
  told?: Version,
): readonly Span[] {
  const assumed = alwaysAssumed ?? (assume ? told : undefined);
  const preferred = assumed === undefined ? [] : [assumed];
  return spans.filter((span) => isMatched(span, preferred, match));
}

/**
 * The spans that no request reaches: under VersioningURI the neutral ones behind an assumed version, because a request
 * at their path cannot name another. Under other types a request can name a version without the route, which leads to
 * them: any version at all, or under `UnknownVersion` one that the application has.
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
  readonly match: Matcher<{ readonly registration: Registration }>;
  readonly versioning: Versioning;
}

/** True if requests of some versions at a sample path of a span reach it. */
function isMatched(span: Span, preferred: readonly Version[], match: ServedAPI["match"]): boolean {
  const { method, segments } = span.form;
  return match(method, samplePath(segments), preferred)?.value.registration.span === span;
}

/**
 * A sample path that matches the template, and no unrelated static route. Its rest is `/{}`: an empty segment matches
 * only rest parameters, so the rest route that wins here wins for every path below.
 */
function samplePath(segments: readonly Segment[]): string {
  const texts = segments.map((segment) => {
    if (segment.kind === "rest") return `/${unnamed}`;
    return segment.kind === "static" ? literalSpelling(segment.text) : unnamed;
  });
  return `/${texts.join("/")}`;
}

/** A template's segment cannot contain braces. */
const unnamed = "%7B%7D";
