import type { App } from "../app/app";
import { operationKey } from "../compare/documented-operation";
import { internals, type ReachedRoute } from "../model/app-internals";
import { aDay, lifeIn, type Brownout, type Life, type Lifecycle } from "../model/lifecycle";
import { recordIn, routeName, type Route } from "../model/route";
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
  const shared = faultsOfLife(lifeIn(whole), rules).filter((fault) =>
    routes.some(({ faults }) => faults.includes(fault)),
  );
  return [
    ...[...faultsOfVersion(whole), ...shared].map((what) => findingAt(`version ${version}`, what)),
    ...routes.flatMap(({ reached, faults }) => [
      ...faults
        .filter((fault) => !shared.includes(fault))
        .map((what) => findingAt(routeName(reached.route), what)),
      ...faultsOfSuccessor(reached, app).map((what) => findingAt(routeName(reached.route), what)),
    ]),
  ];
}

/** A fault in words, with the version or route as "it". */
type Fault = `it ${string}` | `its ${string}`;

/** Whether words are a fault's: no difference of documents begins so. */
export function isLifecycleFault(what: string): what is Fault {
  return /^its? /.test(what);
}

function findingAt(where: string, what: Fault): Finding {
  return { kind: "lifecycle", line: `${where}: ${what}`, record: { breaking: true, where, what } };
}

function faultsIn(...faults: readonly (Fault | false)[]): readonly Fault[] {
  return faults.filter((fault) => fault !== false);
}

function faultsOfLife(life: Life | undefined, rules: LifecycleRules): readonly Fault[] {
  return life ? [...faultsOfSunset(life, rules), ...faultsOfBrownouts(life, rules)] : [];
}

function faultsOfSunset(
  { deprecated, sunset, afterSunset }: Life,
  { notice, now }: LifecycleRules,
): readonly Fault[] {
  if (!sunset) return [];
  const days = deprecated ? (sunset.getTime() - deprecated.getTime()) / aDay : Infinity;
  return faultsIn(
    days < notice &&
      `its sunset is ${inDays(Math.floor(days))} after its deprecation; notice must be ${inDays(notice)}`,
    sunset <= now &&
      afterSunset === "serve" &&
      `its sunset has passed, at ${sunset.toISOString()}, and it is still served`,
  );
}

/** A brownout warns of an end that clients were told of: it lies between the deprecation and the sunset. What is over is past mending. */
function faultsOfBrownouts(life: Life, { now }: LifecycleRules): readonly Fault[] {
  return life.brownouts
    .filter(({ to }) => to > now)
    .flatMap((brownout) => {
      const fault = faultOfBrownout(brownout, life);
      return faultsIn(fault !== undefined && `its brownout from ${brownout.from.toISOString()} ${fault}`);
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

function faultsOfVersion({ Deprecated, Sunset, Link, Successor }: Lifecycle = {}): readonly Fault[] {
  if (Deprecated === undefined) return [];
  return faultsIn(
    Sunset === undefined && "it is deprecated, and has no Sunset",
    Link === undefined &&
      Successor === undefined &&
      "it is deprecated, and has neither a Link nor a Successor",
  );
}

/** The operation that a route is in a version. */
function keyIn(route: Route, version: Version | undefined): string {
  return operationKey(routeName(recordIn(route, version)));
}

/** A client that moves on must find what it calls: the same route, or another at its method and path. */
function faultsOfSuccessor({ route, life, version }: ReachedRoute, app: App): readonly Fault[] {
  const successor = life?.successor;
  if (successor === undefined || successor === version) return [];
  const key = keyIn(route, version);
  const { reachedBy, prefix } = app[internals];
  const others = reachedBy(successor)
    // With versions in the path a neutral route stands at another address than the successor's.
    .filter((other) => prefix === undefined || other.version === successor)
    .map((other) => ({ isSame: other.route === route, isAtKey: keyIn(other.route, successor) === key }));
  if (!others.some(({ isSame, isAtKey }) => isSame || isAtKey)) {
    return [`its successor, version ${successor}, has no such route`];
  }
  // Requests that fall forward stay at their address.
  return life?.afterSunset === "successor" && !others.some(({ isAtKey }) => isAtKey)
    ? [
        `its successor, version ${successor}, answers for it from its sunset on, and has it at another address`,
      ]
    : [];
}
