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
  /** Wrong usage, or a module that cannot be loaded, has no App, or has an App that does not build. */
  unusable: 2,
} as const;

/** A command of `versioned-controllers`, such as `check`. */
export interface Command {
  readonly name: string;
  /** The names of the required arguments, in order. */
  readonly arguments: readonly string[];
  /** Further arguments. At least one is required, unless the flag named in `unless` is set. */
  readonly rest?: { readonly name: string; readonly unless: string };
  /** The summary, on one line. */
  readonly summary: string;
  /** The paragraphs of the help, in lines that fit a terminal. */
  readonly details: string;
  /** The options by name, without dashes. */
  readonly options: Readonly<Record<string, CommandOption>>;
  /** The exit codes in words: `0 fine, 2 wrong usage`. */
  readonly exits: string;
  readonly run: (call: CommandCall) => CommandResult | Promise<CommandResult>;
}

/** An option with a value, such as `--dir <folder>`, or a flag, such as `--json`. */
interface CommandOption {
  /** The name of the option's value in the help, such as `folder`; undefined for a flag. */
  readonly takes?: string;
  readonly summary: string;
}

interface CommandCall extends CommandWorld {
  /** Returns a required argument. */
  readonly argument: (name: string) => string;
  /** The arguments after the required arguments. */
  readonly rest: readonly string[];
  readonly flags: ReadonlySet<string>;
  /** The values of the options by name. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The surroundings of a command. */
export interface CommandWorld {
  /** The folder to which paths are relative. */
  readonly folder: string;
  /** Loads the App of a module. Its errors are printed for the user. */
  readonly load: (path: string, folder: string) => Promise<App>;
}

/** The output of a command, and its exit code. */
export interface CommandResult {
  readonly output: string;
  /** The text for stderr, which is separate because scripts read the output. */
  readonly errors?: string;
  readonly code: number;
}

/** A command on an App. The App is loaded and built first, and its module is not one of `arguments`. */
interface AppCommand extends Omit<Command, "run"> {
  readonly run: (call: CommandCall & { readonly app: App }) => CommandResult | Promise<CommandResult>;
}

/** Makes a command whose first argument is the module of an App. */
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
 * Returns a version of the command line, if some route answers this version.
 *
 * @throws Unusable, with the list of versions, if no route answers it.
 */
export function answeredVersion(app: App, version: Version): Version {
  const versions = app.Versions();
  if (versions.includes(version)) return version;
  throw new Unusable(unansweredVersion(version, versions));
}

/** Ends a command with {@link exitCodes.unusable}. The user sees the message without a stack. */
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

/** The message of a thrown value, including an Error from another realm, which is not `instanceof Error`. */
export function reasonOf(thrown: unknown): string {
  return types.isNativeError(thrown) ? thrown.message : describe(thrown);
}
