import type { Version } from "./version";

/** In milliseconds. */
export const aDay = 24 * 60 * 60 * 1000;

/** When a version, or a route, was given up, and what comes after it: docs/reference/lifecycle.md. */
export interface Lifecycle {
  /** Of a version: the date of its release. The timeline of versions and the feed of changes have it from that date on; nothing else follows. */
  Released?: Date | string;
  /** Since when it is, or from when on it will be, deprecated (RFC 9745): a Date, or text that Date reads. */
  Deprecated?: Date | string;
  /** When it will no longer be served (RFC 8594). */
  Sunset?: Date | string;
  /** The address of a page that says what to do. */
  Link?: string;
  /** The version to move to. */
  Successor?: Version;
  /**
   * From the Sunset on: `"serve"` (the default) as before, `"gone"`: 410, or, of a version, `"successor"`: its requests are
   * served as those of the Successor, which needs to have no Sunset itself.
   */
  AfterSunset?: AfterSunset;
  /** Windows in which it answers as if it were gone, so that those who still call notice: 410, code `brownout`. */
  Brownouts?: readonly BrownoutWindow[];
  /** Of a version: it is served and documented, and nothing else; it is never the newest. */
  Preview?: boolean;
}

/** The fate of a version from its Sunset on. */
export type AfterSunset = "serve" | "gone" | "successor";

/** `{ From: "2026-03-01T12:00:00Z", To: "2026-03-01T13:00:00Z" }`: From inclusive, To not. */
export interface BrownoutWindow {
  From: Date | string;
  To: Date | string;
}

/** A lifecycle with its dates read. */
export interface Life {
  readonly deprecated: Date | undefined;
  readonly sunset: Date | undefined;
  readonly link: string | undefined;
  readonly successor: Version | undefined;
  readonly afterSunset: AfterSunset;
  /** Earliest first. */
  readonly brownouts: readonly Brownout[];
}

/** A window with its dates read. */
export interface Brownout {
  readonly from: Date;
  readonly to: Date;
}

/** The state of a route, or a version, at a moment: what becomes of its requests. */
export type Standing =
  | { readonly kind: "served" }
  | { readonly kind: "gone"; readonly since: Date }
  | { readonly kind: "brownout"; readonly until: Date }
  | { readonly kind: "succeeded"; readonly by: Version };

/** The one rule of what is answered when; an unknown time ends nothing: that is the application's to bring about. */
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

/** The brownouts that are not over at a moment, and that it lives to see; none where the time is unknown. */
export function brownoutsToCome(life: Life | undefined, at: Date | undefined): readonly Brownout[] {
  if (!life || !at) return [];
  const { brownouts, sunset, afterSunset } = life;
  const end = afterSunset === "serve" ? undefined : sunset;
  return brownouts.filter(({ from, to }) => to > at && (end === undefined || from < end));
}

/** Whether it ends in 410: that needs a day. */
export function endsInGone(life: Life | undefined): boolean {
  return life?.sunset !== undefined && life.afterSunset === "gone";
}

const served: Standing = { kind: "served" };

/** A lifecycle with its dates read; undefined where it says nothing. What is no date, and no window, is `check`'s to report. */
export function lifeIn(lifecycle: Lifecycle = {}): Life | undefined {
  const { Deprecated, Sunset, Link, Successor, AfterSunset = "serve", Brownouts } = lifecycle;
  const [deprecated, sunset, brownouts] = [dateOf(Deprecated), dateOf(Sunset), brownoutsOf(Brownouts)];
  if (!deprecated && !sunset && Successor === undefined && brownouts.length === 0) return undefined;
  return { deprecated, sunset, link: Link, successor: Successor, afterSunset: AfterSunset, brownouts };
}

/** The windows whose dates can be read, earliest first. */
export function brownoutsOf(written: unknown): readonly Brownout[] {
  if (!Array.isArray(written)) return [];
  const windows = Array.from<unknown>(written).flatMap((window) => brownoutOf(window) ?? []);
  return windows.toSorted((one, other) => one.from.getTime() - other.from.getTime());
}

/** A window with its dates read; undefined where it has none, or none between them. */
export function brownoutOf(written: unknown): Brownout | undefined {
  if (typeof written !== "object" || written === null) return undefined;
  const { From, To } = written as Partial<Record<keyof BrownoutWindow, unknown>>;
  const [from, to] = [dateOf(From), dateOf(To)];
  return from && to && from < to ? { from, to } : undefined;
}

/** The day, or the moment, that a date or its text means; undefined where it means none. */
export function dateOf(written: unknown): Date | undefined {
  if (typeof written !== "string" && !(written instanceof Date)) return undefined;
  const date = new Date(written);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
