import { onceEach } from "../model/collections";
import {
  type RouteForm,
  type Span,
  type Surface,
  type LifeOf,
  type RegisterSpan,
  type Registration,
  versionsOf,
} from "../model/route";
import { VersionNeutral, type Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import { contractIn, depthsIn, hasHistory } from "./contracts";
import { formIn } from "./route-forms";
import type { Segment } from "../../http/path-template";

/** Divides the versions of each route into spans: consecutive versions with the same path, options and schemas. */
export function spansOf<Of extends Surface>(
  routes: readonly Of[],
  served: readonly Version[],
  versioning: Versioning,
): readonly Span<Of>[] {
  const versionInPath = versionInPathOf(served, versioning);
  const neutral = (route: Of): Span<Of> => {
    const contract = contractIn(undefined, route.contract, versioning);
    const version = versionInPath(route);
    return {
      route,
      form: route,
      contract,
      reach: version === undefined ? everyRequest : { by: "path", version },
    };
  };
  if (!versioning.isEnabled) return routes.map(neutral);
  // Routes with the same versions share one Set.
  const setsOf = onceEach((list: readonly Version[]) =>
    onceEach((start: number) => onceEach((end: number) => new Set(list.slice(start, end)))),
  );
  return routes.flatMap((route) => {
    if (route.versions.includes(VersionNeutral)) return neutral(route);
    return runsOf(route, versioning).map(({ list, start, end, form }): Span<Of> => {
      const contract = contractIn(list[start], form.contract, versioning);
      return { route, form, contract, reach: { by: "versions", versions: setsOf(list)(start)(end) } };
    });
  });
}

const everyRequest = { by: "every request" } as const;

/** Consecutive versions of a route with the same form and contract: `list.slice(start, end)`. */
interface Run {
  readonly list: readonly Version[];
  readonly start: number;
  readonly end: number;
  readonly form: RouteForm;
}

function runsOf(route: Surface, versioning: Versioning): readonly Run[] {
  const list = inOrder(route, versioning);
  const isOne = route.earlier.length === 0 && !hasHistory(route.contract);
  if (isOne) return list.length === 0 ? [] : [{ list, start: 0, end: list.length, form: route }];
  const starts = startsOf(list, [
    // Schemas change at the same versions in every form of a route, so only the newest form (`route`) is searched.
    ...depthsIn(route.contract, versioning),
    ...(route.earlier.length === 0 ? [] : [(version: Version) => formIn(route, version)]),
  ]);
  return starts.flatMap((start, i) => {
    const version = list[start];
    if (version === undefined) return [];
    return { list, start, end: starts[i + 1] ?? list.length, form: formIn(route, version) };
  });
}

/** Returns the indexes at which a new run begins: 0, and wherever one of the functions changes its value. */
function startsOf(
  list: readonly Version[],
  valuesOf: readonly ((version: Version) => unknown)[],
): readonly number[] {
  const starts = new Set([0]);
  for (const valueOf of valuesOf) {
    let last: unknown;
    let at = 0;
    for (const version of list) {
      const value = valueOf(version);
      if (value !== last) starts.add(at);
      last = value;
      at++;
    }
  }
  return [...starts].sort((one, other) => one - other);
}

/** Sorts the versions of a route with several forms: documents show the last version's form, so it must be newest. */
function inOrder({ earlier, versions }: Surface, { order }: Versioning): readonly Version[] {
  if (earlier.length === 0) return versions;
  return versions.toSorted(order.compare);
}

/** Finds a version that the author wrote into the path of a neutral route: `1` for `/v1/health`. */
function versionInPathOf(
  served: readonly Version[],
  { path }: Versioning,
): (form: RouteForm) => Version | undefined {
  if (!path) return () => undefined;
  const bySegment = new Map(served.map((version) => [path.segmentOf(version), version]));
  return ({ segments: [first] }) => (first?.kind === "static" ? bySegment.get(first.text) : undefined);
}

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
