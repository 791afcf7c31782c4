import type { App } from "../app";
import { openAPIShape, parseTemplate } from "../http/path";
import { internals, type ReachedRoute } from "../model/app-internals";
import { aDay, lifeIn, type Brownout, type Life, type Lifecycle } from "../model/lifecycle";
import type { Version } from "../model/version";
import type { Finding } from "./findings";

/** The terms that `check --lifecycle` judges by. */
interface LifecycleRules {
  /** The days that must lie between a deprecation and its sunset. */
  readonly notice: number;
  readonly now: Date;
}

/**
 * Everything in the lifecycle of a version, and of its routes, that would surprise its clients. What holds for all of the version
 * is told once, and of a route only what its own lifecycle adds.
 */
export function lifecycleFindings(app: App, version: Version, notice: number): readonly Finding[] {
  const { lifecycles, reachedBy, now } = app[internals];
  const rules = { notice, now: now() };
  const whole = lifecycles.get(version);
  const routes = reachedBy(version)
    .filter((one) => one.version === version)
    .map((reached) => ({ reached, faults: faultsOfLife(reached.life, rules) }));
  const shared = faultsOfLife(lifeIn({ ...whole }), rules).filter((fault) =>
    routes.some(({ faults }) => faults.includes(fault)),
  );
  return [
    ...[...faultsOfVersion(whole), ...shared].map((what) => findingAt(`version ${version}`, what)),
    ...routes.flatMap(({ reached, faults }) => [
      ...faults.filter((fault) => !shared.includes(fault)).map((what) => findingAt(routeName(reached), what)),
      ...faultsOfSuccessor(reached, app).map((what) => findingAt(routeName(reached), what)),
    ]),
  ];
}

/** Whether words are a fault's: each begins with the version or route as "it" or "its", and no difference of documents does. */
export function isLifecycleFault(what: string): boolean {
  return /^its? /.test(what);
}

function findingAt(where: string, what: string): Finding {
  return { kind: "lifecycle", line: `${where}: ${what}`, record: { breaking: true, where, what } };
}

function routeName({ route }: ReachedRoute): string {
  return `${route.Method} ${route.Path}`;
}

function faultsOfLife(life: Life | undefined, rules: LifecycleRules): readonly string[] {
  return life ? [...faultsOfSunset(life, rules), ...faultsOfBrownouts(life, rules)] : [];
}

function faultsOfSunset(
  { deprecated, sunset, afterSunset }: Life,
  { notice, now }: LifecycleRules,
): readonly string[] {
  if (!sunset) return [];
  const days = deprecated ? (sunset.getTime() - deprecated.getTime()) / aDay : Infinity;
  return [
    ...(days < notice
      ? [`its sunset is ${inDays(Math.floor(days))} after its deprecation; notice must be ${inDays(notice)}`]
      : []),
    ...(sunset <= now && afterSunset === "serve"
      ? [`its sunset has passed, at ${sunset.toISOString()}, and it is still served`]
      : []),
  ];
}

/** A brownout warns of an end that clients were told of: it lies between the deprecation and the sunset. What is over is past mending. */
function faultsOfBrownouts(life: Life, { now }: LifecycleRules): readonly string[] {
  return life.brownouts
    .filter(({ to }) => to > now)
    .flatMap((brownout) => {
      const fault = faultOfBrownout(brownout, life);
      return fault === undefined ? [] : [`its brownout from ${brownout.from.toISOString()} ${fault}`];
    });
}

function faultOfBrownout({ from }: Brownout, { deprecated, sunset, afterSunset }: Life): string | undefined {
  if (!deprecated) return "is of what is not deprecated";
  if (from < deprecated) return "begins before its deprecation";
  return sunset && from >= sunset && afterSunset !== "serve" ? "begins after its sunset" : undefined;
}

function inDays(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

function faultsOfVersion({ Deprecated, Sunset, Link, Successor }: Lifecycle = {}): readonly string[] {
  if (Deprecated === undefined) return [];
  return [
    ...(Sunset === undefined ? ["it is deprecated, and has no Sunset"] : []),
    ...(Link === undefined && Successor === undefined
      ? ["it is deprecated, and has neither a Link nor a Successor"]
      : []),
  ];
}

/** A client that moves on must find what it calls: the same route, or another at its method and path. */
function faultsOfSuccessor({ route, life, version }: ReachedRoute, app: App): readonly string[] {
  const successor = life?.successor;
  if (successor === undefined || successor === version) return [];
  const place = routePlace(route);
  const { reachedBy, prefix } = app[internals];
  const isThere = reachedBy(successor)
    // With versions in the path a neutral route stands at another address than the successor's.
    .filter((other) => prefix === undefined || other.version === successor)
    .some((other) => other.route === route || routePlace(other.route) === place);
  return isThere ? [] : [`its successor, version ${successor}, has no such route`];
}

function routePlace({ Method, Path }: ReachedRoute["route"]): string {
  return `${Method} ${openAPIShape(parseTemplate(Path))}`;
}
