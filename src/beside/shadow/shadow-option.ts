import type { Request } from "express";
import { optionMaker, settingsOf, type Option, type RouteOption } from "../../core/declare/option";
import type { Handler } from "../../core/model/handler";
import type { Version } from "../../core/model/version";

/**
 * Runs an old handler beside the route's own handler in some versions, and compares their answers:
 * `Shadow(V.Until("1"), oldList, { Answer: "old", OnDifference: console.warn })`.
 *
 * The option is only for GET, HEAD and QUERY. The old handler gets the request as the client sent it, and answers in
 * the request's version: nothing is converted. `Answer` selects the answer that is sent, without waiting for the other.
 */
export const Shadow = optionMaker<
  "shadow",
  [range: Option, handler: Handler, options: ShadowOptions],
  RouteOption
>("shadow", (range, handler, options) => ({ range: settingsOf([range]), handler, options }));

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
