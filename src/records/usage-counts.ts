import type { Route } from "../core/model/route";
import { describe, isObject, isRecord, misfit, routeName } from "../core/model/value";
import type { Version } from "../core/model/version";

/** The counted calls, by version and route: `1 GET /cats` is a key. */
export type UsageIndex = ReadonlyMap<string, CountedCalls>;

export interface CountedCalls extends CallCount {
  readonly since?: string;
  readonly clients: ReadonlyMap<string, number>;
  readonly changes: ReadonlyMap<string, number>;
}

export type CallCount = Pick<UsageCount, "calls" | "last">;

/** The key of a route's counts: `1 GET /cats/{id}`, or `* GET /health` for a neutral route. */
export function usageKey(version: Version | undefined, route: Pick<Route, "Method" | "Path">): string {
  return `${version ?? "*"} ${routeName(route)}`;
}

/** The counted upgrades of one version, such as `UPGRADE /chat`: no route of the App answers them. */
export interface CountedUpgrade {
  readonly route: string;
  readonly count: CountedCalls;
}

export function upgradesOf(version: Version, usage: UsageIndex): readonly CountedUpgrade[] {
  const prefix = `${version} `;
  return [...usage].flatMap(([key, count]) => {
    const route = key.slice(prefix.length);
    return key.startsWith(prefix) && route.startsWith("UPGRADE /") ? [{ route, count }] : [];
  });
}

/** Parses the counts of an application. Throws a TypeError that describes the expected form. */
export function usageIndex(value: unknown): UsageIndex {
  if (!isRecord(value)) {
    throw misfit("usage", form, value);
  }
  return new Map(Object.entries(value).map(([key, count]) => [key, countedCallsOf(key, count)]));
}

const form = `{ "<version> <METHOD> <path>": { "calls": 12, "last": "2026-06-30" } }`;

type UncheckedCount = { readonly [Name in keyof UsageCount]?: unknown };

function countedCallsOf(key: string, count: unknown): CountedCalls {
  const { calls, last, since, clients, changes }: UncheckedCount = isObject(count) ? count : {};
  if (!isCount(calls) || !isMomentOrUnset(last)) {
    throw new TypeError(
      `the usage of ${JSON.stringify(key)} must be an object with calls, such as { calls: 12, last: "2026-06-30" }: calls is a whole number, and last, if given, an ISO 8601 date; got ${isObject(count) ? `{ calls: ${describe(calls)}, last: ${describe(last)} }` : describe(count)}`,
    );
  }
  if (!isMomentOrUnset(since)) {
    throw misfit(`"since" in the usage of ${JSON.stringify(key)}`, "an ISO 8601 date", since);
  }
  return {
    calls,
    ...(last === undefined ? {} : { last }),
    ...(since === undefined ? {} : { since }),
    clients: countsOf(clients, `clients in the usage of ${JSON.stringify(key)}`),
    changes: countsOf(changes, `changes in the usage of ${JSON.stringify(key)}`),
  };
}

function countsOf(counts: unknown, what: string): ReadonlyMap<string, number> {
  if (counts === undefined) return new Map();
  const entries = isRecord(counts) ? Object.entries(counts) : undefined;
  if (!entries?.every((entry): entry is [string, number] => isCount(entry[1]))) {
    throw misfit(what, "an object whose values are whole numbers", counts);
  }
  return new Map(entries);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isMomentOrUnset(value: unknown): value is string | undefined {
  return value === undefined || isMoment(value);
}

function isMoment(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
}

/** Calls by version, method and path: `{ "1 GET /cats": { calls: 12 } }`. `* GET /health` has no version. */
export type Usage = Readonly<Record<string, UsageCount>>;

/** The counted calls of one route in one version. */
export interface UsageCount {
  readonly calls: number;
  /** The time of the last call, as an ISO 8601 date or date-time. */
  readonly last?: string;
  /** The beginning of the counting, as an ISO 8601 date or date-time. */
  readonly since?: string;
  /** The calls by client: `{ "shop": 10, "*": 2 }`. `*` has the calls of clients beyond `UsageCounterOptions.Most`. */
  readonly clients?: Readonly<Record<string, number>>;
  /** The number of calls that a change of the API affected, by its description: `{ "Cats have a name": 7 }`. */
  readonly changes?: Readonly<Record<string, number>>;
}

export function momentOf(date: string | undefined): number | undefined {
  return date === undefined ? undefined : Date.parse(date);
}

export interface CallSum extends CallCount {
  /** The most frequent client comes first. */
  readonly clients: ReadonlyMap<string, number>;
}

export function sumOfCalls(counts: readonly CallCount[]): CallCount {
  const calls = counts.reduce((sum, count) => sum + count.calls, 0);
  const last = counts
    .flatMap((count) => count.last ?? [])
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1);
  return last === undefined ? { calls } : { calls, last };
}

export function sumWithClients(counts: readonly CountedCalls[]): CallSum {
  const clients = new Map<string, number>();
  for (const [client, calls] of counts.flatMap((count) => [...count.clients])) {
    clients.set(client, (clients.get(client) ?? 0) + calls);
  }
  return {
    ...sumOfCalls(counts),
    clients: new Map([...clients].toSorted(([, one], [, other]) => other - one)),
  };
}
