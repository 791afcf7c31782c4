import { type LifeOf, type RegisterSpan, type Registration, type Span, versionsOf } from "../model/route";
import type { Versioning } from "../model/versioning";
import type { Segment } from "../../http/path-template";
import type { Version } from "../model/version";

export function registrar({ path: source }: Versioning, lifeOf: LifeOf): RegisterSpan {
  return (span, version) => {
    const { route, form, contract } = span;
    const { method, path, segments } = form;
    const life = lifeOf(route, version);
    const isVersionInPath = source !== undefined && version !== undefined;
    const plain = { span, route, form, method, path, segments, version, isVersionInPath, contract, life };
    if (!isVersionInPath) return plain;
    // The version comes before the prefixes of all Routers: `/v1/cats/list`.
    const text = source.segmentOf(version);
    const first: readonly Segment[] = [{ kind: "static", text }];
    return { ...plain, path: `/${text}${path === "/" ? "" : path}`, segments: first.concat(segments) };
  };
}

export function registrationsOf(spans: readonly Span[], register: RegisterSpan): readonly Registration[] {
  return spans.flatMap((span) => versionsOf(span).map((version) => register(span, version)));
}

/** Creates the registrations of one version, including those of neutral routes. */
export function registeredIn(
  version: Version | undefined,
  spans: readonly Span[],
  register: RegisterSpan,
): readonly Registration[] {
  return spans.map((span) => register(span, span.reach.by === "versions" ? version : undefined));
}
