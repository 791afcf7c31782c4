import type { Request } from "express";
import type { Version } from "./version";

/** The terms of a `Shadow`: whose answer is sent, and what becomes of differences. */
export interface ShadowOptions {
  /** The handler whose answer is sent: the one in `Shadow`, or the route's own. */
  readonly Answer: "old" | "new";
  /** The share of requests that both handlers run for, from 0 to 1; default 1. The others run the one that answers. */
  readonly Share?: number;
  /** Whether two bodies are the same to clients; default: the same JSON, or the same text. It is given JSON values, or texts. */
  readonly Compare?: (old: unknown, now: unknown) => boolean;
  /** Told where the two answers differ, or the one that is not sent fails. */
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
  /** `error` is what the handler whose answer is not sent has thrown. */
  readonly in: "status" | "body" | "error";
  /** The way to a member of the body: `["cats", 0, "name"]`; empty for a whole body, and for all else. */
  readonly path: readonly (string | number)[];
  /** What the old handler answered there; undefined where it answered nothing. */
  readonly old: unknown;
  /** The same of the route's own handler. */
  readonly new: unknown;
}
