import type { Version } from "./version";

/** When a version, or a route, was given up, and what comes after it: docs/reference/lifecycle.md. */
export interface Lifecycle {
  /** Since when it is, or from when on it will be, deprecated (RFC 9745): a Date, or text that Date reads. */
  Deprecated?: Date | string;
  /** When it will no longer be served (RFC 8594). */
  Sunset?: Date | string;
  /** The address of a page that says what to do. */
  Link?: string;
  /** The version to move to. */
  Successor?: Version;
  /** `"serve"` (the default), or `"gone"`: 410 from the Sunset on. */
  AfterSunset?: "serve" | "gone";
}

/** A lifecycle with its dates read. */
export interface Life {
  readonly deprecated: Date | undefined;
  readonly sunset: Date | undefined;
  readonly link: string | undefined;
  readonly successor: Version | undefined;
  readonly isGoneAfterwards: boolean;
}

/** The day, or the moment, that a date or its text means; undefined where it means none. */
export function dateOf(written: unknown): Date | undefined {
  if (typeof written !== "string" && !(written instanceof Date)) return undefined;
  const date = new Date(written);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
