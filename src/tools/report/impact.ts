import type { AppInternals, ReachedRoute } from "../../core/model/app-internals";
import type { Change } from "../../schema/interface/change";
import type { Route } from "../../core/model/route";
import { routeName } from "../../core/model/value";
import { usageKey, sumWithClients, upgradesOf } from "../../records/usage-counts";
import type { CountedCalls, UsageIndex, CallSum } from "../../records/usage-counts";
import type { Version } from "../../core/model/version";

export interface Impact {
  /** The changes, from the newest to the oldest. */
  readonly changes: readonly ChangeImpact[];
  readonly versions: readonly VersionImpact[];
  /** The oldest version without calls, other than the newest version and previews. */
  readonly uncalled: Version | undefined;
  /** The changes of webhooks, newest first. Calls of webhooks cannot be counted. */
  readonly uncounted: readonly WebhookImpact[];
}

interface WebhookImpact {
  readonly change: Change;
  /** The newest names of the change's webhooks: `webhook cat.added`. */
  readonly webhooks: readonly string[];
}

/** A change, and the calls to its routes in the versions before the change. */
export interface ChangeImpact extends CallSum {
  readonly change: Change;
  /** The newest method and path of each route that has the change: `POST /pets`. */
  readonly routes: readonly string[];
  /** The number of affected calls; undefined for a change of behaviour for which no handler calls `HasChange`. */
  readonly touched: number | undefined;
}

export interface VersionImpact extends CallSum {
  readonly version: Version;
  /** The routes that were called, the route with the most calls first. */
  readonly heldBy: readonly RouteImpact[];
}

interface RouteImpact extends CallSum {
  readonly route: string;
  /** The number of calls that each change affected, by the description of the change. */
  readonly changes: ReadonlyMap<string, number>;
}

export function impactOf(app: ImpactSource, usage: UsageIndex): Impact {
  const { listed, previews } = app;
  const called = calledRoutes(app, usage);
  const served = versionsUsed(app, usage).map((version) => versionImpact(version, called, usage));
  const released = served.filter(({ version }) => !previews.has(version));
  return {
    changes: changesAhead(called, listed).map((change) => changeImpact(change, called)),
    versions: served,
    uncalled: released.slice(0, -1).find(({ calls }) => calls === 0)?.version,
    uncounted: webhookImpacts(app),
  };
}

/** The versions with routes, and those of the list that only upgrades use, in the order of the list. */
function versionsUsed({ versions, listed }: ImpactSource, usage: UsageIndex): readonly Version[] {
  const served = versions();
  const others = listed.filter(
    (version) => !served.includes(version) && upgradesOf(version, usage).length > 0,
  );
  return others.length === 0
    ? served
    : listed.filter((version) => served.includes(version) || others.includes(version));
}

function webhookImpacts({ webhooksOf, versions, listed }: ImpactSource): readonly WebhookImpact[] {
  const newest = new Map(
    versions().flatMap((version) => webhooksOf(version).map((sent) => [sent.declaration, sent])),
  );
  const sent = [...newest.values()];
  return newestFirst(new Set(sent.flatMap(({ changes }) => changes)), listed).map((change) => ({
    change,
    webhooks: sent.filter(({ changes }) => changes.includes(change)).map(({ name }) => name),
  }));
}

type ImpactSource = Pick<AppInternals, "reached" | "listed" | "versions" | "previews" | "webhooksOf">;

/** For each change, counts the calls of the shown routes in versions older than the change. */
export function changeImpacts(
  app: Pick<ImpactSource, "reached" | "listed">,
  usage: UsageIndex,
  isShown: (route: Route) => boolean,
): readonly ChangeImpact[] {
  const called = calledRoutes(app, usage).filter(({ route }) => isShown(route));
  return changesAhead(called, app.listed).map((change) => changeImpact(change, called));
}

function calledRoutes({ reached }: Pick<ImpactSource, "reached">, usage: UsageIndex): readonly CalledRoute[] {
  return reached().map((one) => ({ ...one, count: usage.get(usageKey(one.version, one.route)) }));
}

interface CalledRoute extends ReachedRoute {
  readonly count: CountedCalls | undefined;
}

function changesAhead(called: readonly CalledRoute[], listed: readonly Version[]): readonly Change[] {
  return newestFirst(new Set(called.flatMap(({ changes, ahead }) => [...changes, ...ahead])), listed);
}

function newestFirst(all: ReadonlySet<Change>, listed: readonly Version[]): readonly Change[] {
  const placeOf = new Map(listed.map((version, place) => [version, place]));
  const place = ({ Version }: Change): number => placeOf.get(Version) ?? -1;
  return [...all].toSorted((one, other) => place(other) - place(one));
}

function changeImpact(change: Change, called: readonly CalledRoute[]): ChangeImpact {
  const having = called.filter(({ changes, ahead }) => changes.includes(change) || ahead.includes(change));
  const before = having.filter(({ ahead, count }) => count !== undefined && ahead.includes(change));
  const isKnown = before.every((one) => one.count?.calls === 0 || isCounted(change, one, having));
  return {
    change,
    routes: [...new Set(having.map(({ route }) => routeName(route)))],
    ...sumWithClients(before.flatMap(({ count }) => count ?? [])),
    touched: isKnown ? before.reduce((sum, one) => sum + touchedCalls(change, one), 0) : undefined,
  };
}

/** True if the affected calls were counted. In a change of behaviour, they are counted if handlers call `HasChange`. */
function isCounted(
  change: Change,
  { route, behaviour, replacing }: CalledRoute,
  having: readonly CalledRoute[],
): boolean {
  if (!behaviour.includes(change) || replacing.includes(change)) return true;
  return having.some((other) => other.route === route && other.count?.changes.has(change.Description));
}

/** Returns the number of calls that a change affected. If the change replaces the route, these are all calls. */
function touchedCalls(change: Change, { replacing, count }: CalledRoute): number {
  if (!count) return 0;
  return replacing.includes(change) ? count.calls : (count.changes.get(change.Description) ?? 0);
}

function versionImpact(version: Version, called: readonly CalledRoute[], usage: UsageIndex): VersionImpact {
  const ofRoutes = called.flatMap(({ version: own, route, count }) =>
    own === version && count ? { route: routeName(route), count } : [],
  );
  const used = [...ofRoutes, ...upgradesOf(version, usage)].filter(({ count }) => count.calls > 0);
  return {
    version,
    ...sumWithClients(used.map(({ count }) => count)),
    heldBy: used
      .map(({ route, count }) => ({
        route,
        changes: count.changes,
        ...sumWithClients([count]),
      }))
      .toSorted((one, other) => other.calls - one.calls),
  };
}
