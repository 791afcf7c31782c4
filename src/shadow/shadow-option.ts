import type { Request } from "express";
import { optionMaker, settingsOf, type Option, type RouteOption } from "../declare/option";
import type { Handler } from "../model/handler";
import type { Version } from "../model/version";

/**
 * Runs an old handler next to the route's own in some versions, and compares their answers: `Shadow(V.Until("1"),
 * oldList, { Answer: "old", OnDifference: console.warn })`.
 *
 * It is for GET, HEAD and QUERY only. The old handler gets the client's input, and answers in its version's own form:
 * its input and its answer are not converted. `Answer` selects the sent answer, which never waits for the other.
 */
export const Shadow = optionMaker<
  "shadow",
  [range: Option, handler: Handler, options: ShadowOptions],
  RouteOption
>("shadow", (range, handler, options) => ({ range: settingsOf([range]), handler, options }));

/** The options of a `Shadow`: they select the sent answer, and report differences. */
export interface ShadowOptions {
  /** The handler whose answer is sent: the one in `Shadow`, or the route's own. */
  readonly Answer: "old" | "new";
  /**
   * The share of requests for which both handlers run, from 0 to 1; default 1. For other requests only the answering
   * handler runs.
   */
  readonly Share?: number;
  /**
   * Decides if two bodies are the same for clients; default: the same JSON, or the same text. Gets JSON values, or
   * texts.
   */
  readonly Compare?: (old: unknown, now: unknown) => boolean;
  /** Called if the two answers differ, or if the unsent one fails. */
  readonly OnDifference: (report: ShadowReport) => void;
}

/** The difference between two answers to one request. */
export interface ShadowReport {
  /** The method in the route's record; `Path` is the path there. */
  readonly Method: string;
  readonly Path: string;
  readonly Version: Version;
  readonly Difference: readonly ShadowDifference[];
  readonly Request: Request;
}

/** One place in which two answers differ. */
export interface ShadowDifference {
  /** `error` is an error of the handler whose answer is not sent. */
  readonly in: "status" | "body" | "error";
  /** The path to a member of the body: `["cats", 0, "name"]`; empty for a whole body, and for other differences. */
  readonly path: readonly (string | number)[];
  /** The old handler's value there; undefined if it has none. */
  readonly old: unknown;
  /** The value of the route's own handler there; undefined if it has none. */
  readonly new: unknown;
}
