import { literalSpelling } from "../../http/literal";
import type { Segment } from "../../http/path-template";
import type { Registration, RouteForm, Span } from "../model/route";
import type { Matcher } from "../model/serving";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";

/** Finds the routes that requests of one version reach. */
export function reachedBy(
  version: Version,
  spans: readonly Span[],
  { match, versioning }: ServedAPI,
): readonly Span[] {
  const { path, alwaysAssumed = [] } = versioning;
  // If versions are in paths, a `VersionNeutral` path names no version, so its requests get the assumed version.
  const preferred = [path ? alwaysAssumed : version].flat();
  return spans.filter((span) =>
    span.reach.by === "versions" ? span.reach.versions.has(version) : isMatched(span, preferred, match),
  );
}

/** Finds the routes of requests without a version. A function `AssumeVersion` returns `candidate` for them. */
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
 * Finds the `VersionNeutral` routes that no request reaches, because a route of the assumed version answers each of
 * their requests. This needs versions in paths: elsewhere, a neutral route answers requests whose version is unreadable.
 */
export function unreachedIn(spans: readonly Span[], api: ServedAPI): readonly Span[] {
  const { path, alwaysAssumed } = api.versioning;
  if (!path || alwaysAssumed === undefined) return [];
  const neutral = spans.filter(({ reach }) => reach.by !== "versions");
  const reached = new Set(reachedUnnamed(neutral, api));
  return neutral.filter((span) => !reached.has(span));
}

/** True if no `VersionNeutral` route answers the requests at a route's path that name versions without a route there. */
export function refusesUnknownAt(
  { method, segments }: Pick<RouteForm, "method" | "segments">,
  { match, versioning }: ServedAPI,
): boolean {
  return versioning.refusesUnknown && match(method, samplePath(segments), []) === undefined;
}

interface ServedAPI {
  readonly match: Matcher<{ readonly registration: Registration }>;
  readonly versioning: Versioning;
}

function isMatched(span: Span, preferred: readonly Version[], match: ServedAPI["match"]): boolean {
  const { method, segments } = span.form;
  return match(method, samplePath(segments), preferred)?.value.registration.span === span;
}

/** Returns `/cats/{}` for `/cats/{id}`, and `/cats//{}` for `/cats/{path...}`, because no `{id}` matches `//`. */
function samplePath(segments: readonly Segment[]): string {
  const texts = segments.map((segment) => {
    if (segment.kind === "rest") return `/${unnamed}`;
    return segment.kind === "static" ? literalSpelling(segment.text) : unnamed;
  });
  return `/${texts.join("/")}`;
}

/** The text `{}` in percent-encoding. Only parameters match it, because literal paths contain no braces. */
const unnamed = "%7B%7D";
