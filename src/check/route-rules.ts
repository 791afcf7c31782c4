import { METHODS } from "node:http";
import type { Segment } from "../http/path-template";
import type { Problem } from "../model/problem";
import type { Resolution, ResolvedRoute, Span } from "../model/route";
import type { VerbNote } from "../model/setting";
import { describe } from "../model/value";
import { checkHandler, checkPath } from "./values";
import { problem } from "./problems";

/** The problems of each route's method, path and handler. */
export function checkRoutes({ routes }: Resolution): readonly Problem[] {
  // Hot path of Build: `concat` takes a tenth of what spreading takes, and nearly all lists are empty.
  return routes.flatMap((route) =>
    checkMethod(route).concat(checkRoutePath(route), checkHandler(route.where, route.written.handler)),
  );
}

/** Whether a span's method and path are as they were meant to be: else it collides with others by accident. */
export function isSound({ route, form }: Span): boolean {
  return (
    route.segments.every(isWellFormed) &&
    form.segments.every(isWellFormed) &&
    checkMethod(route).length === 0 &&
    checkRoutePath(route).length === 0
  );
}

function checkRoutePath({ where, written, segments }: ResolvedRoute): readonly Problem[] {
  // A path that is well formed as a whole was so before it was joined: most need no second look.
  const own = isPath(written.path) && segments.every(isWellFormed) ? [] : checkPath(where, written.path);
  return own.length > 0 ? own : checkParameters(where, segments);
}

function isPath(path: unknown): boolean {
  // Of two slashes at the end, joining takes one.
  return typeof path === "string" && (path === "" || path.startsWith("/")) && !path.endsWith("//");
}

function isWellFormed({ kind }: Segment): boolean {
  return kind !== "malformed";
}

/** QUERY is one where Node does not know it yet, too: its server refuses such requests by itself. */
const routable = new Set([...METHODS.filter((method) => method !== "CONNECT"), "QUERY"]);

function checkMethod({ where, written }: Pick<ResolvedRoute, "where" | "written">): readonly Problem[] {
  const { method } = written;
  if (typeof method === "string" && routable.has(method.toUpperCase())) return [];
  return [problem("method-unknown", where, describe(method))];
}

/** The problems of a verb's method and path in a `Before`, as they are written. */
export function checkVerb(
  where: string,
  { method, path }: Pick<VerbNote, "method" | "path">,
): readonly Problem[] {
  return [
    ...checkMethod({ where, written: { method, path, handler: undefined } }),
    ...checkPath(where, path),
  ];
}

/** The rules that only hold for a whole path, prefixes included. */
export function checkParameters(where: string, segments: readonly Segment[]): readonly Problem[] {
  const first = segments.findIndex((segment) => "name" in segment);
  // At the end, one alone can be neither repeated nor too early.
  if (first === -1 || first === segments.length - 1) return [];
  const names = segments.flatMap((segment) => ("name" in segment ? segment.name : []));
  const repeated = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  const early = segments.slice(0, -1).filter((segment) => segment.kind === "rest");
  return [
    ...[...repeated].map((name) => problem("parameter-repeated", where, name)),
    ...early.map(({ name }) => problem("parameter-rest-not-last", where, name)),
  ];
}
