import type { SettingKey } from "./settings";
import { isObject } from "./value";
import { isDay, type Version } from "./version";

export const aDay = 24 * 60 * 60 * 1000;

/** The dates and the successor of a version or route: docs/reference/lifecycle.md. */
export interface Lifecycle {
  /** The release date, for reports such as the timeline and the feed of changes. It does not affect requests. */
  Released?: Date | string;
  /** The date from which the version or route is deprecated, past or future (RFC 9745). */
  Deprecated?: Date | string;
  /** The end of the version or route (RFC 8594). `AfterSunset` decides how requests are answered after this date. */
  Sunset?: Date | string;
  /** The URL of a page that tells clients how to migrate. */
  Link?: string;
  /** The version that clients should move to. */
  Successor?: Version;
  /**
   * The answer to requests after the Sunset: `"serve"`, the default, answers as before; `"gone"` answers 410;
   * `"successor"`, for a version only, answers with the routes of its Successor, which must not have a Sunset itself.
   */
  AfterSunset?: AfterSunset;
  /** Periods in which requests get 410 with the code `brownout`, so that the last clients notice the coming end. */
  Brownouts?: readonly BrownoutWindow[];
  /** True for a preview: it is served and documented, but never counts as the newest version, and `Report` omits it. */
  Preview?: boolean;
}

/** The lifecycle that a route, or a Router around it, declares; undefined if none does. */
export const ownLifecycle: SettingKey<Lifecycle | undefined> = { key: "lifecycle", none: undefined };

/** The answer to requests after a sunset: the same as before, a 410, or the answer of the successor version. */
export type AfterSunset = "serve" | "gone" | "successor";

/** A period from `From` until just before `To`: `{ From: "2026-03-01T12:00:00Z", To: "2026-03-01T13:00:00Z" }`. */
export interface BrownoutWindow {
  From: Date | string;
  To: Date | string;
}

/** A {@link Lifecycle} with parsed dates. */
export interface Life {
  readonly deprecated: Date | undefined;
  readonly sunset: Date | undefined;
  readonly link: string | undefined;
  readonly successor: Version | undefined;
  readonly afterSunset: AfterSunset;
  /** The periods in which requests get 410, the earliest first. */
  readonly brownouts: readonly Brownout[];
}

/** A {@link BrownoutWindow} with parsed dates. */
export interface Brownout {
  readonly from: Date;
  readonly to: Date;
}

/** How requests for a route or version are answered at a given time. `"succeeded"`: the version `by` answers them. */
export type Standing =
  | { readonly kind: "served" }
  | { readonly kind: "gone"; readonly since: Date }
  | { readonly kind: "brownout"; readonly until: Date }
  | { readonly kind: "succeeded"; readonly by: Version };

/** Decides how requests are answered at a given time. If `at` is undefined (the clock failed), they are served. */
export function standingAt(life: Life | undefined, at: Date | undefined): Standing {
  if (!life || !at) return served;
  const { sunset, afterSunset, successor, brownouts } = life;
  if (sunset && sunset <= at) {
    if (afterSunset === "gone") return { kind: "gone", since: sunset };
    if (afterSunset === "successor" && successor !== undefined) return { kind: "succeeded", by: successor };
  }
  const brownout = brownouts.find(({ from, to }) => from <= at && at < to);
  return brownout ? { kind: "brownout", until: brownout.to } : served;
}

/** The brownouts that have not ended, without those that begin after a sunset, unless `afterSunset` is `"serve"`. */
export function brownoutsToCome(life: Life | undefined, at: Date | undefined): readonly Brownout[] {
  if (!life || !at) return [];
  const { brownouts, sunset, afterSunset } = life;
  const end = afterSunset === "serve" ? undefined : sunset;
  return brownouts.filter(({ from, to }) => to > at && (end === undefined || from < end));
}

/** True if requests after the sunset get 410; false if there is no sunset date. */
export function endsInGone(life: Life | undefined): boolean {
  return life?.sunset !== undefined && life.afterSunset === "gone";
}

const served: Standing = { kind: "served" };

export const livesExpectation = {
  expected: "a plain object with a lifecycle for each version",
  // The prototype is not compared, because an object of another realm has another prototype.
  holds: (value: unknown): value is object =>
    isObject(value) && Object.prototype.toString.call(value) === "[object Object]",
};

/** Parses a lifecycle; undefined if it affects no response. Ignores invalid dates, which `Build` reports. */
export function lifeIn(lifecycle: Lifecycle = {}): Life | undefined {
  const { Deprecated, Sunset, Link, Successor, AfterSunset = "serve", Brownouts } = lifecycle;
  const [deprecated, sunset, brownouts] = [dateOf(Deprecated), dateOf(Sunset), brownoutsOf(Brownouts)];
  if (!deprecated && !sunset && Successor === undefined && brownouts.length === 0) return undefined;
  return { deprecated, sunset, link: Link, successor: Successor, afterSunset: AfterSunset, brownouts };
}

/** The brownouts with valid dates, earliest first. */
export function brownoutsOf(written: unknown): readonly Brownout[] {
  if (!Array.isArray(written)) return [];
  const windows = Array.from<unknown>(written).flatMap((window) => brownoutOf(window) ?? []);
  return windows.toSorted((one, other) => one.from.getTime() - other.from.getTime());
}

/** Parses a brownout; undefined if a date is invalid, or `To` is not after `From`. */
export function brownoutOf(written: unknown): Brownout | undefined {
  if (typeof written !== "object" || written === null) return undefined;
  const { From, To } = written as Partial<Record<keyof BrownoutWindow, unknown>>;
  const [from, to] = [dateOf(From), dateOf(To)];
  return from && to && from < to ? { from, to } : undefined;
}

const startsAsISO = /^\d{4}-\d{2}-\d{2}/;

/** Parses a date; undefined for an invalid date, such as `2026-02-31`. */
export function dateOf(written: unknown): Date | undefined {
  if (typeof written !== "string" && !(written instanceof Date)) return undefined;
  // Without this check, `new Date("2026-02-31")` would be the 3rd of March.
  if (typeof written === "string" && startsAsISO.test(written) && !isDay(written.slice(0, 10))) {
    return undefined;
  }
  const date = new Date(written);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
