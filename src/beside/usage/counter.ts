import { isDate } from "node:util/types";
import type { Request } from "express";
import { type OnAnswered, type OnMatch, type OnRefused, upgradeListener } from "../../core/model/app-options";
import type { Usage } from "../../records/usage-counts";
import { assertOptions, kinds } from "../../core/model/options";
import { describe } from "../../core/model/value";
import { boundOfCounts, boundOfTexts, clientCount, others } from "./bounded-names";
import type { Bound, CountClient } from "./bounded-names";
import { addCalls, emptyTally, later, mergedUsage, type Tally, usageOf } from "./tally";
import { METHODS } from "node:http";
import type { Change } from "../../schema/interface/change";
import type { Route } from "../../core/model/route";
import type { Version } from "../../core/model/version";

/** The options of {@link UsageCounter}, all of which may be left out. */
export interface UsageCounterOptions {
  /** Returns the client of a request, such as the owner of its API key. Default: clients are not counted. */
  readonly Client?: (req: Request) => string;
  /** The maximum number of clients with their own counts, default 1,000. All others are counted as `*`. */
  readonly Most?: number;
  /** The clock for the times in the counts; default: the system clock. */
  readonly Now?: () => Date;
}

/** Counts calls in memory; see the function {@link UsageCounter}. */
export interface UsageCounter {
  /** The options of the App that count its calls: `new App({ ...usage.Options, ... })`. */
  readonly Options: { readonly OnAnswered: OnAnswered; readonly OnRefused: OnRefused };
  /** Returns the counts so far, for `impact --usage`: `{ "1 GET /cats": { calls, last, since, clients, changes } }`. */
  Read(): Usage;
  /** Returns the requests that no route answered, by reason, method and version: `{ "unmatched GET 9": {...} }`. */
  Refused(): Usage;
  /**
   * Returns the sum of the calls so far and other counts, such as those of other processes. Changes no argument.
   *
   * @throws TypeError for a value that has no counts.
   */
  Merge(...others: readonly Usage[]): Usage;
}

/**
 * Counts calls by version, route, change and client: `const usage = UsageCounter(); new App({ ...usage.Options })`.
 *
 * Counts cannot fill the memory, because the App's routes and versions, and the option `Most`, limit their number.
 *
 * @throws TypeError for invalid options.
 */
export function UsageCounter(options: UsageCounterOptions = {}): UsageCounter {
  assertOptions<UsageCounterOptions>("UsageCounter", options, counterOptions);
  const { Client, Most = 1000, Now } = options;
  const now = millisecondClock(Now);
  const since = now();
  const [calls, refusals] = [new Map<string, Tally>(), new Map<string, Tally>()];
  const ofCalls = { since, now, countClient: clientCount(Client, boundOfTexts(Most)) };
  // Refused requests have their own limit: they can name any client, and would use up the limit for answered calls.
  const ofRefusals = { since, now, countClient: clientCount(Client, boundOfCounts(Most)) };
  const Read = (): Usage => usageOf(calls);
  const countCall = callCount(calls, ofCalls);
  const countUpgrade: OnMatch = (req, { Route, Version }) => {
    countCall(req, { Route, Version, Touched: [] });
  };
  // Nothing answers an upgrade, so `OnAnswered` would never get it.
  const OfUpgrades: object = { [upgradeListener]: countUpgrade };
  return {
    Options: {
      OnAnswered: countCall,
      OnRefused: refusalCount(refusals, ofRefusals, boundOfCounts(Most)),
      ...OfUpgrades,
    },
    Read,
    Refused: () => usageOf(refusals),
    Merge: (...usages) => mergedUsage([Read(), ...usages]),
  };
}

function millisecondClock(Now: UsageCounterOptions["Now"]): () => number {
  if (!Now) return Date.now;
  return () => {
    const time: unknown = Now();
    if (isDate(time) && !Number.isNaN(time.getTime())) return time.getTime();
    throw new TypeError(
      `UsageCounter: Now must return a Date, got ${isDate(time) ? "an invalid Date" : describe(time)}`,
    );
  };
}

const counterOptions = {
  Client: kinds.function,
  Most: {
    expected: "a whole number",
    holds: (most: unknown) => Number.isSafeInteger(most) && Number(most) >= 0,
  },
  Now: kinds.function,
};

/** The settings of a count. Times are in milliseconds since 1970. */
interface CountSettings {
  readonly since: number;
  readonly now: () => number;
  readonly countClient: CountClient;
}

type CountCall = (
  req: Request,
  called: Pick<Parameters<OnAnswered>[1], "Route" | "Version" | "Touched" | "Asked">,
) => void;

/** Counts answered calls. `tallies` needs no limit, because an App has a limited number of routes and versions. */
function callCount(tallies: Map<string, Tally>, { since, now, countClient }: CountSettings): CountCall {
  // Hot path: without these Maps, each call would build the text of its key.
  const known = new WeakMap<Route, Map<Version | undefined, Tally>>();
  const tallyOf = (route: Route, version: Version | undefined): Tally => {
    let versions = known.get(route);
    if (!versions) known.set(route, (versions = new Map<Version | undefined, Tally>()));
    let tally = versions.get(version);
    if (!tally) {
      tally = tallyAt(tallies, `${version ?? others} ${route.Method} ${route.Path}`, since);
      versions.set(version, tally);
    }
    return tally;
  };
  return (req, { Route, Version, Touched, Asked }) => {
    const tally = tallyOf(Route, Version);
    tally.calls++;
    tally.last = later(tally.last, now());
    if (Touched.length > 0) addChanges(tally, Touched);
    // Adds 0 calls, so that each change that a handler passes to `HasChange` has an entry.
    if (Asked) for (const { Description } of Asked) addCalls(tally.changes, Description, 0);
    countClient(req, tally);
  };
}

/** Counts a call for each change that affected it. Changes with the same description count once. */
function addChanges({ changes }: Tally, touched: readonly Change[]): void {
  const [first] = touched;
  if (first && touched.length === 1) addCalls(changes, first.Description, 1);
  else for (const text of new Set(touched.map((one) => one.Description))) addCalls(changes, text, 1);
}

/** Counts refused requests by reason, method and requested versions. `bounded` limits the number of combinations. */
function refusalCount(
  tallies: Map<string, Tally>,
  { since, now, countClient }: CountSettings,
  bounded: Bound,
): OnRefused {
  return (req, { Reason, Requested }) => {
    const method = methods.has(req.method) ? req.method : others;
    const requested = Requested.length === 0 ? others : Requested.join();
    const name = bounded(`${Reason} ${method} ${requested}`, tallies);
    const tally = tallyAt(tallies, name === others ? `${Reason} ${others} ${others}` : name, since);
    tally.calls++;
    tally.last = later(tally.last, now());
    countClient(req, tally);
  };
}

/** The methods that Node knows. Any other text, which servers other than Node's may pass, is counted as `*`. */
const methods: ReadonlySet<string> = new Set(METHODS);

function tallyAt(tallies: Map<string, Tally>, key: string, since: number): Tally {
  let tally = tallies.get(key);
  if (!tally) tallies.set(key, (tally = emptyTally(since)));
  return tally;
}
