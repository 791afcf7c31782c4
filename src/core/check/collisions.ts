import { pathShapeOf } from "../../http/path-template";
import { matchAddressOf, type Address, type RegisterSpan, type RouteForm, type Span } from "../model/route";
import type { Problem } from "../model/problem";
import type { Version } from "../model/version";
import { otherForm, problem } from "./problems";

/** Reports routes that would match the same requests: each pair once for each version that both routes have. */
export function checkCollisions(spans: readonly Span[], register: RegisterSpan): readonly Problem[] {
  const known = new Map<string, PlacedSpan[]>();
  const problems: Problem[] = [];
  for (const span of spans) {
    const address = matchAddressOf(span);
    const placed = { span, versions: address.versions };
    const key = addressKey(address);
    const earlier = known.get(key);
    if (!earlier) {
      known.set(key, [placed]);
      continue;
    }
    problems.push(...collisionsOf(placed, earlier, register));
    earlier.push(placed);
  }
  return problems;
}

interface PlacedSpan extends Pick<Address, "versions"> {
  readonly span: Span;
}

function collisionsOf(
  { span, versions }: PlacedSpan,
  earlier: readonly PlacedSpan[],
  register: RegisterSpan,
): readonly Problem[] {
  const problems: Problem[] = [];
  for (const at of versions ?? noVersion) {
    const first = earlier.find((other) => at === undefined || other.versions?.has(at))?.span;
    if (!first) continue;
    const version = span.reach.by === "versions" ? at : undefined;
    const { method, path } = register(span, version);
    const what = version === undefined ? `${method} ${path}` : `${method} ${path} of version ${version}`;
    problems.push(
      problem(
        "registered-twice",
        span.route.where,
        what,
        `${otherForm(span.route.where, first.route.where, formNames(first, version))} matches the same requests`,
      ),
    );
  }
  return problems;
}

function formNames({ form, route }: Span, version: Version | undefined): Parameters<typeof otherForm>[2] {
  const nameOf = ({ method, path }: RouteForm): string => `${method} ${path}`;
  return { name: nameOf(form), newest: nameOf(route), version };
}

const noVersion: readonly (Version | undefined)[] = [undefined];

/** Routes with equal keys collide. Routes of versions never collide with others, because they are tried first. */
function addressKey({ method, segments, versions }: Address): string {
  return `${method} ${versions ? "versions " : ""}${pathShapeOf(segments)}`;
}
