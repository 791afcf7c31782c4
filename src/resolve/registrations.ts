import type { Segment } from "../http/path-template";
import { versionsOf, type LifeOf, type RegisterSpan, type Registration, type Span } from "../model/route";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";

/** Creates the registrations of spans; they are not cached, because few are needed at a time. */
export function registrar({ path: source }: Versioning, lifeOf: LifeOf): RegisterSpan {
  return (span, version) => {
    const { route, form, contract } = span;
    const { method, path, segments } = form;
    const life = lifeOf(route, version);
    if (!source || version === undefined) {
      const isVersionInPath = false;
      return { span, route, form, method, path, segments, version, isVersionInPath, contract, life };
    }
    // The version's segment comes before every prefix: `/v1/cats/list`.
    const text = source.segmentOf(version);
    const first: readonly Segment[] = [{ kind: "static", text }];
    return {
      span,
      route,
      form,
      method,
      path: `/${text}${path === "/" ? "" : path}`,
      segments: first.concat(segments),
      version,
      isVersionInPath: true,
      contract,
      life,
    };
  };
}

/** Every registration of some spans, in registration order. */
export function registrationsOf(spans: readonly Span[], register: RegisterSpan): readonly Registration[] {
  return spans.flatMap((span) => versionsOf(span).map((version) => register(span, version)));
}

/** The registrations of spans in one version, including the neutral ones. */
export function registeredIn(
  version: Version | undefined,
  spans: readonly Span[],
  register: RegisterSpan,
): readonly Registration[] {
  return spans.map((span) => register(span, span.reach.by === "versions" ? version : undefined));
}
