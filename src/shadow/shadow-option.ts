import type { Request } from "express";
import { optionMaker, settingsOf, type Option, type RouteOption } from "../declare/option";
import type { Handler } from "../model/handler";
import type { Version } from "../model/version";

/**
 * Runs an old handler beside the route's own handler in some versions, and compares their answers:
 * `Shadow(V.Until("1"), oldList, { Answer: "old", OnDifference: console.warn })`.
 *
 * For GET, HEAD and QUERY only. The old handler gets the unconverted request, and its answer is already in the form of
 * the version. `Answer` selects the answer that is sent, which never waits for the other answer.
 */
export const Shadow = optionMaker<
  "shadow",
  [range: Option, handler: Handler, options: ShadowOptions],
  RouteOption
>("shadow", (range, handler, options) => ({ range: settingsOf([range]), handler, options }));

/** The options of `Shadow`. */
export interface ShadowOptions {
  /** The handler whose answer is sent: `"old"` for the handler in `Shadow`, `"new"` for the route's own handler. */
  readonly Answer: "old" | "new";
  /**
   * The share of requests for which both handlers run, from 0 to 1; default 1. For all other requests, only the handler
   * of `Answer` runs.
   */
  readonly Share?: number;
  /**
   * Returns true if two bodies are the same for clients. Both are JSON values, or texts. Default: equal JSON, or equal
   * text.
   */
  readonly Compare?: (old: unknown, now: unknown) => boolean;
  /** Called if the answers differ, or if the handler whose answer is not sent fails. */
  readonly OnDifference: (report: ShadowReport) => void;
}

/** The differences between two answers to one request. */
export interface ShadowReport {
  /** The method, such as `GET`. `Method` and `Path` are equal to those in the route's record. */
  readonly Method: string;
  readonly Path: string;
  readonly Version: Version;
  readonly Difference: readonly ShadowDifference[];
  readonly Request: Request;
}

/** One place in which two answers differ. */
export interface ShadowDifference {
  /** `error`: the handler whose answer is not sent has failed. */
  readonly in: "status" | "body" | "error";
  /**
   * The path to a member of the body, such as `["cats", 0, "name"]`; empty for the whole body, a status and an error.
   */
  readonly path: readonly (string | number)[];
  /** Undefined if the old handler's answer has no value at this path. */
  readonly old: unknown;
  /** Undefined if the answer of the route's own handler has no value at this path. */
  readonly new: unknown;
}
