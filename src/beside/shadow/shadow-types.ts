import type { Request } from "express";
import type { Version } from "../../core/model/version";

/** The options of `Shadow`: which answer is sent, and which function gets the differences. */
export interface ShadowOptions {
  /** The handler whose answer is sent: `"old"` for the handler in `Shadow`, `"new"` for the route's own handler. */
  readonly Answer: "old" | "new";
  /**
   * The share of requests for which both handlers run, from 0 to 1; default 1. For all other requests, only the handler
   * selected by `Answer` runs.
   */
  readonly Share?: number;
  /**
   * Returns true if two bodies are the same for clients. Both are JSON values, or both are strings. Default: the bodies
   * are compared as JSON, or as text.
   */
  readonly Compare?: (old: unknown, now: unknown) => boolean;
  /** A function that is called if the answers differ, or if the handler that only runs for comparison fails. */
  readonly OnDifference: (report: ShadowReport) => void;
}

/** The differences between the old handler's answer to a request and the answer of the route's own handler. */
export interface ShadowReport {
  /** The method and the path that `app.Routes()` lists for the route, such as `GET` and `/cats`. */
  readonly Method: string;
  readonly Path: string;
  readonly Version: Version;
  readonly Difference: readonly ShadowDifference[];
  readonly Request: Request;
}

/** A place in which the two answers differ. */
export interface ShadowDifference {
  /** The part that differs. `error` means that the handler that runs only for the comparison has failed. */
  readonly in: "status" | "body" | "error";
  /** The path to a member of the body: `["cats", 0, "name"]`; empty for a whole body, a status or an error. */
  readonly path: readonly (string | number)[];
  /** The value in the old handler's answer; undefined if there is none at this path. */
  readonly old: unknown;
  /** The value in the answer of the route's own handler; undefined if there is none at this path. */
  readonly new: unknown;
}
