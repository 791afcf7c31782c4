import type { App } from "../../app/app";
import { operationKey } from "../compare/documented-operation";
import { internals, type ReachedRoute } from "../../model/app-internals";
import { aDay, lifeIn, type Brownout, type Life, type Lifecycle } from "../../model/lifecycle";
import { recordIn, type Route } from "../../model/route";
import { routeName } from "../../model/value";
import type { Version } from "../../model/version";
import type { FindingKind } from "../compare/finding-kinds";
import { daysInWords, wholeFinding, type Finding } from "./findings";

/** The rules of `check --lifecycle`. */
interface LifecycleRules {
  /** The fewest days between deprecation and sunset. */
  readonly notice: number;
  readonly now: Date;
}

/**
 * Finds what would surprise clients in the lifecycles of a version and its routes. A fault of the whole version is
 * reported once, not for each route.
 */
export function lifecycleFindings(app: App, version: Version, notice: number): readonly Finding[] {
  const { lifecycles, reachedBy, now } = app[internals];
  const rules = { notice, now: now() };
  const whole = lifecycles.get(version);
  const routes = reachedBy(version)
    .filter((one) => one.version === version)
    .map((reached) => ({ reached, faults: faultsOfLife(reached.life, rules) }));
  const shared = faultsOfLife(lifeIn(whole), rules).filter((fault) =>
    routes.some(({ faults }) => faults.some(({ what }) => what === fault.what)),
  );
  return [
    ...[...faultsOfVersion(whole), ...shared].map((fault) =>
      wholeFinding({ ...fault, where: `version ${version}` }),
    ),
    ...routes.flatMap(({ reached, faults }) => [
      ...faults
        .filter(({ what }) => !shared.some((fault) => fault.what === what))
        .map((fault) => wholeFinding({ ...fault, where: routeName(reached.route) })),
      ...faultsOfSuccessor(reached, app).map((fault) =>
        wholeFinding({ ...fault, where: routeName(reached.route) }),
      ),
    ]),
  ];
}

/** A fault of a lifecycle; `it` in the text `what` means the version or route. */
interface Fault {
  readonly kind: FindingKind;
  readonly what: string;
}

/** A list with the fault, or an empty one. */
function faultIf(isFault: boolean, kind: FindingKind, what: string): readonly Fault[] {
  return isFault ? [{ kind, what }] : [];
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
  const [least, got] = [daysInWords(notice), daysInWords(Math.floor(days))];
  const isPast = sunset <= now && afterSunset === "serve";
  const passed = `its sunset, ${sunset.toISOString()}, has passed, but it is still served`;
  return [
    ...faultIf(
      days < notice,
      "notice-too-short",
      `its sunset must be at least ${least} after its deprecation, got ${got}`,
    ),
    ...faultIf(isPast, "sunset-passed", passed),
  ];
}

/** Reports brownouts that are not between deprecation and sunset; those in the past are left out. */
function faultsOfBrownouts(life: Life, { now }: LifecycleRules): readonly Fault[] {
  return life.brownouts
    .filter(({ to }) => to > now)
    .flatMap((brownout) => {
      const [kind, words] = faultOfBrownout(brownout, life) ?? [];
      return kind ? [{ kind, what: `its brownout from ${brownout.from.toISOString()} ${words}` }] : [];
    });
}

function faultOfBrownout(
  { from }: Brownout,
  { deprecated, sunset, afterSunset }: Life,
): readonly [kind: FindingKind, words: string] | undefined {
  if (!deprecated) return ["brownout-without-deprecation", "applies to a version that is not deprecated"];
  if (from < deprecated) return ["brownout-before-deprecation", "begins before its deprecation"];
  return sunset && from >= sunset && afterSunset !== "serve"
    ? ["brownout-after-sunset", "begins after its sunset"]
    : undefined;
}

function faultsOfVersion({ Deprecated, Sunset, Link, Successor }: Lifecycle = {}): readonly Fault[] {
  if (Deprecated === undefined) return [];
  const isLeft = Link === undefined && Successor === undefined;
  return [
    ...faultIf(Sunset === undefined, "sunset-missing", "it is deprecated but has no Sunset"),
    ...faultIf(isLeft, "successor-missing", "it is deprecated but has neither a Link nor a Successor"),
  ];
}

/** `GET /cats/{}`: the key of a route's operation. */
function keyIn(route: Route, version: Version | undefined): string {
  return operationKey(routeName(recordIn(route, version)));
}

/** Reports a route that the successor has neither itself nor at its method and path. */
function faultsOfSuccessor({ route, life, version }: ReachedRoute, app: App): readonly Fault[] {
  const successor = life?.successor;
  if (successor === undefined || successor === version) return [];
  const key = keyIn(route, version);
  const { reachedBy, prefix } = app[internals];
  const others = reachedBy(successor)
    // With versions in the path, a neutral route has another URL, and cannot replace this one.
    .filter((other) => prefix === undefined || other.version === successor)
    .map((other) => ({ isSame: other.route === route, isAtKey: keyIn(other.route, successor) === key }));
  const isAtAddress = others.some(({ isAtKey }) => isAtKey);
  const subject = `its successor, version ${successor},`;
  if (!isAtAddress && !others.some(({ isSame }) => isSame)) {
    return [{ kind: "successor-route-missing", what: `${subject} has no such route` }];
  }
  // After the sunset, the successor answers requests at their old URL.
  return faultIf(
    life?.afterSunset === "successor" && !isAtAddress,
    "successor-route-moved",
    `${subject} answers its requests from its sunset on, but has the route at another address`,
  );
}
