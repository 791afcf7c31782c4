/**
 * The calls that an application has counted, by version, method and path as `OnAnswered` tells them:
 * `{ "1 GET /cats/{id}": { calls: 12, last: "2026-06-30" } }`, `*` as the version of neutral routes.
 */
export type Usage = Readonly<Record<string, UsageCount>>;

/** How often a route was called in one version. */
export interface UsageCount {
  readonly calls: number;
  /** The last time, as a date or a moment of ISO 8601. */
  readonly last?: string;
  /** The time from which on calls were counted, written the same way. */
  readonly since?: string;
  /** The calls of each client; `*` are all those beyond the bound. */
  readonly clients?: Readonly<Record<string, number>>;
  /** The calls that each change has touched, by its description. */
  readonly changes?: Readonly<Record<string, number>>;
}
