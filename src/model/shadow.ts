import type { Request } from "express";
import type { Version } from "./version";

/** The options of a `Shadow`: which answer is sent, and who gets the differences. */
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
  readonly OnDifference: (told: ShadowReport) => void;
}

/** The difference between two answers to one request. */
export interface ShadowReport {
  /** Those of the route's record. */
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
  /** The same for the route's own handler. */
  readonly new: unknown;
}
