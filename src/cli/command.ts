import { types } from "node:util";
import type { App } from "../app";
import { describe } from "../model/value";

/** What scripts can rely on. */
export const exitCodes = {
  fine: 0,
  /** `check` has found a breaking change. */
  breaking: 1,
  /** Wrong usage, or a module that does not load, has no App, or does not build. */
  unusable: 2,
} as const;

/** One of the commands. */
export interface Command {
  /** What it is for, in one line. */
  readonly summary: string;
  /** What `--help` prints. */
  readonly help: string;
  readonly options: Readonly<Record<string, { readonly type: "boolean" | "string" }>>;
  /** The names of its arguments, the module first. */
  readonly takes: readonly string[];
  readonly run: (call: Call) => Result;
}

/** A command as it was called. */
interface Call {
  readonly app: App;
  /** What follows the module. */
  readonly arguments: readonly string[];
  readonly flags: ReadonlySet<string>;
  /** The options that carry a text. */
  readonly texts: ReadonlyMap<string, string>;
  /** The folder that paths start from. */
  readonly folder: string;
}

/** What a command came to. */
interface Result {
  readonly output: string;
  readonly code: number;
}

/** Ends a command with {@link exitCodes.unusable} and a message, which needs no stack to be understood. */
export class Unusable extends Error {
  override readonly name = "Unusable";
}

/** What is told of something thrown; a module may have been loaded in a realm with Errors of its own. */
export function reasonOf(thrown: unknown): string {
  return types.isNativeError(thrown) ? thrown.message : describe(thrown);
}
