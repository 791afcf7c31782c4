import type { App } from "../../core/app/app";
import { operationKey } from "../compare/documented-operation";
import { internals, type ReachedRoute } from "../../core/model/app-internals";
import { aDay, lifeIn, type Brownout, type Life, type Lifecycle } from "../../core/model/lifecycle";
import { recordIn, type Route } from "../../core/model/route";
import { routeName } from "../../core/model/value";
import type { Version } from "../../core/model/version";
import type { FindingKind } from "../compare/finding-kinds";
import { wholeFinding, type Finding } from "./findings";
import { counted } from "./output-formats";

/** Lists the lifecycle faults of a version. `notice` is the minimum number of days from deprecation to sunset. */
export function lifecycleFindings(app: App, version: Version, notice: number): readonly Finding[] {
  const { lifecycles, reachedBy, now: clock } = app[internals];
  const now = clock();
  const faultsOf = (life: Life | undefined): readonly Fault[] =>
    life ? [...faultsOfSunset(life, notice, now), ...faultsOfBrownouts(life, now)] : [];
  const whole = lifecycles.get(version);
  const routes = reachedBy(version)
    .filter((one) => one.version === version)
    .map((reached) => ({ reached, faults: faultsOf(reached.life) }));
  const shared = faultsOf(lifeIn(whole)).filter((fault) =>
    routes.some(({ faults }) => faults.some(({ what }) => what === fault.what)),
  );
  const isOwn = (fault: Fault): boolean => !shared.some(({ what }) => what === fault.what);
  const at = (where: string, faults: readonly Fault[]): readonly Finding[] =>
    faults.map((fault) => wholeFinding({ ...fault, where }));
  return [
    ...at(`version ${version}`, [...faultsOfVersion(whole), ...shared]),
    ...routes.flatMap(({ reached, faults }) =>
      at(routeName(reached.route), [...faults.filter(isOwn), ...faultsOfSuccessor(reached, app)]),
    ),
  ];
}

/** A fault of a lifecycle. In the text `what`, the word "it" means the version or the route. */
interface Fault {
  readonly kind: FindingKind;
  readonly what: string;
}

function faultIf(isFault: boolean, kind: FindingKind, what: string): readonly Fault[] {
  return isFault ? [{ kind, what }] : [];
}

function faultsOfSunset(
  { deprecated, sunset, afterSunset }: Life,
  notice: number,
  now: Date,
): readonly Fault[] {
  if (!sunset) return [];
  const days = deprecated ? (sunset.getTime() - deprecated.getTime()) / aDay : Infinity;
  const [least, got] = [counted(notice, "day"), counted(Math.floor(days), "day")];
  const isPast = sunset <= now && afterSunset === "serve";
  const passed = `its sunset, ${sunset.toISOString()}, has passed, but it is still served`;
  const short = `its sunset must be at least ${least} after its deprecation, got ${got}`;
  return [...faultIf(days < notice, "notice-too-short", short), ...faultIf(isPast, "sunset-passed", passed)];
}

/** Reports brownouts that do not begin between deprecation and sunset. Ignores past brownouts. */
function faultsOfBrownouts(life: Life, now: Date): readonly Fault[] {
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

/** Returns a key without parameter names: `GET /cats/{}` for `GET /cats/{id}`. */
export function keyIn(route: Route, version: Version | undefined): string {
  return operationKey(routeName(recordIn(route, version)));
}

function faultsOfSuccessor({ route, life, version }: ReachedRoute, app: App): readonly Fault[] {
  const successor = life?.successor;
  if (successor === undefined || successor === version) return [];
  const key = keyIn(route, version);
  const { reachedBy, prefix } = app[internals];
  const others = reachedBy(successor)
    // If paths contain versions, a route without a version is at `/cats`, so it is not the successor of `/v1/cats`.
    .filter((other) => prefix === undefined || other.version === successor)
    .map((other) => ({ isSame: other.route === route, isAtKey: keyIn(other.route, successor) === key }));
  const isAtAddress = others.some(({ isAtKey }) => isAtKey);
  const subject = `its successor, version ${successor},`;
  if (!isAtAddress && !others.some(({ isSame }) => isSame)) {
    return [{ kind: "successor-route-missing", what: `${subject} has no such route` }];
  }
  // With `AfterSunset: "successor"`, the successor answers requests at the old URL, so it needs a route there.
  return faultIf(
    life?.afterSunset === "successor" && !isAtAddress,
    "successor-route-moved",
    `${subject} answers its requests from its sunset on, but has the route at another address`,
  );
}
