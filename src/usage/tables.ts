import { METHODS } from "node:http";
import type { OnAnswered, OnRefused } from "../model/app-options";
import type { Change } from "../model/change";
import type { Route } from "../model/route";
import type { Version } from "../model/version";
import { boundOfCounts, others, type CountClient } from "./bounded-names";
import { addCalls, emptyTally, later, type Tally } from "./tally";

/** The tallies of one kind of event, and the observer that increments them. */
interface Table<Count> {
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly count: Count;
}

/** The settings of counting; times in milliseconds since 1970. */
interface CountSettings {
  readonly since: number;
  readonly now: () => number;
  readonly countClient: CountClient;
}

/** The calls by version and route, a bounded number for each App. */
export function callTable({ since, now, countClient }: CountSettings): Table<OnAnswered> {
  const tallies = new Map<string, Tally>();
  // Hot path: the key of each version of a record is made once, not for each call.
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
  return {
    tallies,
    count: (req, { Route, Version, Touched, Asked }) => {
      const tally = tallyOf(Route, Version);
      tally.calls++;
      tally.last = later(tally.last, now());
      if (Touched.length > 0) addChanges(tally, Touched);
      // A count of 0 says that the code asks for the change: without one nobody knows whom it affects.
      if (Asked) for (const { Description } of Asked) addCalls(tally.changes, Description, 0);
      countClient(req, tally);
    },
  };
}

/** Two changes may have the same description: a call that both touch counts once. */
function addChanges({ changes }: Tally, touched: readonly Change[]): void {
  const [first] = touched;
  if (first && touched.length === 1) addCalls(changes, first.Description, 1);
  else for (const description of descriptionsOf(touched)) addCalls(changes, description, 1);
}

function descriptionsOf(changes: readonly Change[]): ReadonlySet<string> {
  return new Set(changes.map(({ Description }) => Description));
}

/** Refused requests by reason, method and requested versions: these texts come from clients, so their number is bounded. */
export function refusalTable({
  since,
  now,
  countClient,
  most,
}: CountSettings & { readonly most: number }): Table<OnRefused> {
  const tallies = new Map<string, Tally>();
  const bounded = boundOfCounts(most);
  return {
    tallies,
    count: (req, { Reason, Requested }) => {
      const method = methods.has(req.method) ? req.method : others;
      const requested = Requested.length === 0 ? others : Requested.join();
      const key = `${Reason} ${method} ${requested}`;
      const name = bounded(key, tallies);
      const tally = tallyAt(tallies, name === others ? `${Reason} ${others} ${others}` : name, since);
      tally.calls++;
      tally.last = later(tally.last, now());
      countClient(req, tally);
    },
  };
}

/** A server other than Node's may pass any text as a method. */
const methods: ReadonlySet<string> = new Set(METHODS);

function tallyAt(tallies: Map<string, Tally>, key: string, since: number): Tally {
  let tally = tallies.get(key);
  if (!tally) tallies.set(key, (tally = emptyTally(since)));
  return tally;
}
