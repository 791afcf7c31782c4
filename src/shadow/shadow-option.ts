import type { Request } from "express";
import { optionMaker, settingsOf, type Option, type RouteOption } from "../declare/option";
import type { Handler } from "../model/handler";
import type { Version } from "../model/version";

/**
 * Runs an old handler next to the route's own in some versions, and compares their answers: `Shadow(V.Until("1"),
 * oldList, { Answer: "old", OnDifference: console.warn })`.
 *
 * For GET, HEAD and QUERY only. The old handler gets what the client sent, and answers in that version's form: nothing
 * is converted. `Answer` selects the answer that is sent, which never waits for the other.
 */
export const Shadow = optionMaker<
  "shadow",
  [range: Option, handler: Handler, options: ShadowOptions],
  RouteOption
>("shadow", (range, handler, options) => ({ range: settingsOf([range]), handler, options }));

/** The options of `Shadow`. */
export interface ShadowOptions {
  /** The handler whose answer is sent: `"old"` is the one in `Shadow`, `"new"` the route's own. */
  readonly Answer: "old" | "new";
  /**
   * The share of requests for which both handlers run, from 0 to 1; default 1. For the others only the answering
   * handler runs.
   */
  readonly Share?: number;
  /**
   * Returns true if two bodies are the same for clients; default: the same JSON, or the same text. Gets JSON values, or
   * texts.
   */
  readonly Compare?: (old: unknown, now: unknown) => boolean;
  /** Called if the answers differ, or if the unsent handler fails. */
  readonly OnDifference: (report: ShadowReport) => void;
}

/** The differences between two answers to one request. */
export interface ShadowReport {
  /** As in the route's record, such as `GET`; `Path` too. */
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
  /** The path to a member of the body: `["cats", 0, "name"]`; empty for the whole body, and for other differences. */
  readonly path: readonly (string | number)[];
  /** Undefined if the old handler's answer has no value there. */
  readonly old: unknown;
  /** Undefined if the answer of the route's own handler has no value there. */
  readonly new: unknown;
}
