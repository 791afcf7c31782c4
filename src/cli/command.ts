import { types } from "node:util";
import type { App } from "../app/app";
import { describe } from "../model/value";

/** The codes that a process of the command ends with, for scripts to rely on. */
export const exitCodes = {
  fine: 0,
  /** `check` has found a breaking change. */
  breaking: 1,
  /** The exit code of wrong usage, or of a module that does not load, has no App, or does not build. */
  unusable: 2,
} as const;

/** One of the commands, as its help, its row in the usage, and its dispatch need it. */
export interface Command {
  readonly name: string;
  /** The names of its arguments, in order. */
  readonly arguments: readonly string[];
  /** Its purpose, in one line. */
  readonly summary: string;
  /** The paragraphs of its help, in lines that fit a terminal. */
  readonly details: string;
  /** The options by name, without dashes. */
  readonly options: Readonly<Record<string, CommandOption>>;
  /** The meanings of its exit codes: `0 fine, 2 wrong usage`. */
  readonly exits: string;
  readonly run: (call: CommandCall) => CommandResult | Promise<CommandResult>;
}

/** `--dir <folder>`, or a flag such as `--json`. */
interface CommandOption {
  /** The name of its text; a flag has none. */
  readonly takes?: string;
  readonly summary: string;
}

/** A command as it was called. */
export interface CommandCall extends CommandWorld {
  /** The text of an argument that the command declares. */
  readonly argument: (name: string) => string;
  readonly flags: ReadonlySet<string>;
  /** The options that carry a text. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The surroundings of a command. */
export interface CommandWorld {
  /** The folder that paths start from. */
  readonly folder: string;
  /** Gives the App of a module; what it throws is told to the user. */
  readonly load: (path: string, folder: string) => Promise<App>;
}

/** The outcome of a command that did its work. */
export interface CommandResult {
  readonly output: string;
  /** Lines told beside the output, where that is for scripts. */
  readonly errors?: string;
  readonly code: number;
}

/** Ends a command with {@link exitCodes.unusable} and a message, which needs no stack to be understood. */
export class Unusable extends Error {
  override readonly name = "Unusable";
}

/** The words for something thrown; a module may have been loaded in a realm with Errors of its own. */
export function reasonOf(thrown: unknown): string {
  return types.isNativeError(thrown) ? thrown.message : describe(thrown);
}
