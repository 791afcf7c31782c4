import { METHODS } from "node:http";
import type { Segment } from "../http/path";
import type { Problem } from "../model/problem";
import type { Resolution, ResolvedRoute } from "../model/route";
import { checkPath } from "./places";
import { problem, show } from "./problems";

/** What is wrong with each route's method, path and handler. */
export function checkRoutes({ routes }: Resolution): readonly Problem[] {
  return routes.flatMap((route) => {
    const { where, written, segments } = route;
    const ownPath = checkPath(where, written.path);
    return [
      ...checkMethod(route),
      ...ownPath,
      ...(ownPath.length === 0 ? checkParameters(where, segments) : []),
      ...checkHandler(route),
    ];
  });
}

const routable = new Set(METHODS.filter((method) => method !== "CONNECT"));

function checkMethod({ where, written, method }: ResolvedRoute): readonly Problem[] {
  if (typeof written.method === "string" && routable.has(method)) return [];
  return [problem("method-unknown", where, show(written.method))];
}

function checkHandler({ where, written }: ResolvedRoute): readonly Problem[] {
  if (typeof written.handler === "function") return [];
  return [problem("handler-not-a-function", where, show(written.handler))];
}

/** The rules that only hold for a whole path, prefixes included. */
function checkParameters(where: string, segments: readonly Segment[]): readonly Problem[] {
  const names = segments.flatMap((segment) => ("name" in segment ? segment.name : []));
  const repeated = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  const early = segments.slice(0, -1).filter((segment) => segment.kind === "rest");
  return [
    ...[...repeated].map((name) => problem("parameter-repeated", where, name)),
    ...early.map(({ name }) => problem("parameter-rest-not-last", where, name)),
  ];
}
