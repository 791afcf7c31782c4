import { routeName, type Route } from "../model/route";
import type { UsageCount } from "../model/usage";
import { describe, isObject } from "../model/value";
import type { Version } from "../model/version";

/** The counted calls by their keys: a Map, since they are others' texts. */
export type UsageIndex = ReadonlyMap<string, UsageCount>;

/** The key of a route in one version, or in none where it is neutral: `1 GET /cats/{id}`, `* GET /health`. */
export function usageKey(version: Version | undefined, route: Pick<Route, "Method" | "Path">): string {
  return `${version ?? "*"} ${routeName(route)}`;
}

/**
 * The counts that a value holds.
 *
 * @throws TypeError that says what must be, for a value of another form.
 */
export function usageIndex(value: unknown): UsageIndex {
  if (!isObject(value) || Array.isArray(value)) {
    throw new TypeError(`usage must be ${form}, got ${describe(value)}`);
  }
  return new Map(Object.entries(value).map(([key, count]) => [key, countOf(key, count)]));
}

const form = `{ "<version> <METHOD> <path>": { "calls": 12, "last": "2026-06-30" } }`;

function countOf(key: string, count: unknown): UsageCount {
  const { calls, last }: { calls?: unknown; last?: unknown } = isObject(count) ? count : {};
  const isCount = typeof calls === "number" && Number.isSafeInteger(calls) && calls >= 0;
  if (!isCount || (last !== undefined && !isMoment(last))) {
    throw new TypeError(
      `usage of ${JSON.stringify(key)} must have calls, a whole number, and may have last, a date of ISO 8601; got ${describe(count)}`,
    );
  }
  return last === undefined ? { calls } : { calls, last };
}

function isMoment(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
}
