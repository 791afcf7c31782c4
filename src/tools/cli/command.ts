import { types } from "node:util";
import type { App } from "../../app/app";
import { describe } from "../../model/value";
import type { Version } from "../../model/version";
import { unansweredVersion } from "../../model/versioning";

/** The exit codes of the command, which scripts rely on. */
export const exitCodes = {
  fine: 0,
  /** `check` has found a breaking change. */
  breaking: 1,
  /** The exit code of wrong usage, or of a module that does not load, has no App, or does not build. */
  unusable: 2,
} as const;

/** A command: its name, arguments, options, texts of help, and function. */
export interface Command {
  readonly name: string;
  /** The names of the required arguments, in order. */
  readonly arguments: readonly string[];
  /** The name of further arguments: at least one is required, unless the flag `unless` is set. */
  readonly rest?: { readonly name: string; readonly unless: string };
  /** The purpose of the command, in one line. */
  readonly summary: string;
  /** The paragraphs of the command's help, in lines that fit a terminal. */
  readonly details: string;
  /** The options by name, without dashes. */
  readonly options: Readonly<Record<string, CommandOption>>;
  /** The meanings of the exit codes: `0 fine, 2 wrong usage`. */
  readonly exits: string;
  readonly run: (call: CommandCall) => CommandResult | Promise<CommandResult>;
}

/** An option with a value, such as `--dir <folder>`, or a flag, such as `--json`. */
interface CommandOption {
  /** The name of the option's value; a flag has none. */
  readonly takes?: string;
  readonly summary: string;
}

interface CommandCall extends CommandWorld {
  /** The value of an argument that the command declares. */
  readonly argument: (name: string) => string;
  /** The further arguments, after the required ones. */
  readonly rest: readonly string[];
  readonly flags: ReadonlySet<string>;
  /** The options that take a value, with their values. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The environment of a command. */
export interface CommandWorld {
  /** The folder that paths start from. */
  readonly folder: string;
  /** Loads the App of a module; its errors are printed for the user. */
  readonly load: (path: string, folder: string) => Promise<App>;
}

/** The result of a command that succeeded. */
export interface CommandResult {
  readonly output: string;
  /** Lines for stderr, because scripts read the output. */
  readonly errors?: string;
  readonly code: number;
}

/** A command on an App. Its `arguments` do not include the module; it does not run if the App does not build. */
interface AppCommand extends Omit<Command, "run"> {
  readonly run: (call: CommandCall & { readonly app: App }) => CommandResult | Promise<CommandResult>;
}

/** A command whose first argument is the module of an App. */
export function appCommand({ run, ...command }: AppCommand): Command {
  return {
    ...command,
    arguments: ["module", ...command.arguments],
    run: async (call) => {
      const app = await call.load(call.argument("module"), call.folder);
      app.Build();
      return run({ ...call, app });
    },
  };
}

/**
 * Checks that some route answers the version of a command line, and returns the version.
 *
 * @throws Unusable, with the list of versions, if no route answers it.
 */
export function answeredVersion(app: App, version: Version): Version {
  const versions = app.Versions();
  if (versions.includes(version)) return version;
  throw new Unusable(unansweredVersion(version, versions));
}

/** Ends a command with {@link exitCodes.unusable} and a message without a stack. */
export class Unusable extends Error {
  override readonly name = "Unusable";
}

/**
 * The result of a function.
 *
 * @throws Unusable, with a message about the reason, if the function throws.
 */
export function usable<Result>(make: () => Result, message: (reason: string) => string): Result {
  try {
    return make();
  } catch (error) {
    throw new Unusable(message(reasonOf(error)));
  }
}

/** The message of a thrown value, even of an Error from another realm, which is not `instanceof Error`. */
export function reasonOf(thrown: unknown): string {
  return types.isNativeError(thrown) ? thrown.message : describe(thrown);
}
