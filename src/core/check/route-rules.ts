import { METHODS } from "node:http";
import { parameterNames, type Segment, pathShapeOf } from "../../http/path-template";
import type { Problem } from "../model/problem";
import {
  type ResolvedRoute,
  type Span,
  matchAddressOf,
  type Address,
  type RegisterSpan,
  type RouteForm,
} from "../model/route";
import type { VerbNote } from "../model/setting";
import { argumentProblem, checkHandler, checkPath } from "./arguments";
import type { Checkable } from "./checkable";
import { problem, otherForm } from "./problems";
import type { Version } from "../model/version";

export function checkRoutes({ resolution: { routes } }: Checkable): readonly Problem[] {
  const problems: Problem[] = [];
  // Hot path of Build: nearly all routes have no problem, and `flatMap` would create a list for each of them.
  for (const route of routes) {
    problems.push(...checkMethod(route), ...checkRoutePath(route));
    problems.push(...checkHandler(route.where, route.written.handler));
  }
  return problems;
}

/** True for a route with a valid method and path. Only such routes are compared with each other to find collisions. */
export function isSound({ route, form }: Span): boolean {
  return (
    route.segments.every(isWellFormed) &&
    form.segments.every(isWellFormed) &&
    checkMethod(route).length === 0 &&
    checkRoutePath(route).length === 0
  );
}

function checkRoutePath({ where, written, segments }: ResolvedRoute): readonly Problem[] {
  // `segments` joins the prefixes and the written path. If all of it is well-formed, `checkPath` is not needed.
  const own = isPath(written.path) && segments.every(isWellFormed) ? [] : checkPath(where, written.path);
  return own.length > 0 ? own : checkParameters(where, segments);
}

function isPath(path: unknown): boolean {
  // `segments` does not show the mistake in `/cats//`, because one of the slashes is lost when paths are joined.
  return typeof path === "string" && (path === "" || path.startsWith("/")) && !path.endsWith("//");
}

function isWellFormed({ kind }: Segment): boolean {
  return kind !== "malformed";
}

const methodArgument = {
  name: "the method",
  expected: "an HTTP method that Node.js knows (METHODS of node:http), except CONNECT",
} as const;

/** The methods that a route may have. QUERY is always allowed: a Node without QUERY rejects such requests itself. */
const routable = new Set([...METHODS.filter((method) => method !== "CONNECT"), "QUERY"]);

function checkMethod({ where, written }: Pick<ResolvedRoute, "where" | "written">): readonly Problem[] {
  const { method } = written;
  if (typeof method === "string" && routable.has(method.toUpperCase())) return [];
  return [argumentProblem(where, methodArgument, method)];
}

export function checkVerb(
  where: string,
  { method, path }: Pick<VerbNote, "method" | "path">,
): readonly Problem[] {
  return [
    ...checkMethod({ where, written: { method, path, handler: undefined } }),
    ...checkPath(where, path),
  ];
}

/** Reports a parameter name that occurs twice in a path, and a `{name...}` before the end of the path. */
export function checkParameters(where: string, segments: readonly Segment[]): readonly Problem[] {
  const first = segments.findIndex((segment) => "name" in segment);
  // Without parameters, or with a single one at the end, a path cannot have these mistakes.
  if (first === -1 || first === segments.length - 1) return [];
  const names = parameterNames(segments);
  const repeated = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  const early = segments.slice(0, -1).filter((segment) => segment.kind === "rest");
  return [
    ...[...repeated].map((name) => problem("parameter-repeated", where, name)),
    ...early.map(({ name }) => problem("parameter-rest-not-last", where, name)),
  ];
}

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
