import { literalSpelling } from "../http/literal";
import type { Segment } from "../http/path-template";
import type { Registration, Span } from "../model/route";
import type { Matcher } from "../model/serving";
import type { Version } from "../model/version";
import { knownVersions, type Versioning } from "../model/versioning";

/**
 * The spans that requests of one version reach: its own, and neutral spans unless one of its own matches first. Under
 * VersioningURI a neutral path is a separate URL, where only a span of the assumed version can match first.
 *
 * The matcher finds them with sample paths, so the result cannot differ from the answers.
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
 * The spans that requests without a version reach: those of the assumed version, and neutral spans unless one of these
 * matches first. If AssumeVersion depends on the request, `candidate` names the version.
 */
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
 * The spans that no request reaches. Under VersioningURI: neutral spans for which the assumed version always matches
 * first. Under other types a request reaches such a span by naming a version without that route: any version, or with
 * `UnknownVersion: "assume"` a known version.
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

/** True if a request for the `preferred` versions, at a sample path of a span, matches the span. */
function isMatched(span: Span, preferred: readonly Version[], match: ServedAPI["match"]): boolean {
  const { method, segments } = span.form;
  return match(method, samplePath(segments), preferred)?.value.registration.span === span;
}

/**
 * A sample path that matches the template, and no unrelated static route. A rest parameter becomes `/{}`: its empty
 * segment matches only rest parameters, so the rest route that wins here wins for every path below.
 */
function samplePath(segments: readonly Segment[]): string {
  const texts = segments.map((segment) => {
    if (segment.kind === "rest") return `/${unnamed}`;
    return segment.kind === "static" ? literalSpelling(segment.text) : unnamed;
  });
  return `/${texts.join("/")}`;
}

/** `{}` in percent-encoding: static segments of templates cannot contain braces. */
const unnamed = "%7B%7D";
