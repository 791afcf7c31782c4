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

/** One of the commands, with all that its help, the usage and the dispatch need. */
export interface Command {
  readonly name: string;
  /** The names of its arguments, in order. */
  readonly arguments: readonly string[];
  /** The name of the arguments after these, of which there is at least one unless a flag is given. */
  readonly rest?: { readonly name: string; readonly unless: string };
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
  /** The name of the option's value; a flag has none. */
  readonly takes?: string;
  readonly summary: string;
}

/** A command as it was called. */
interface CommandCall extends CommandWorld {
  /** The value of an argument that the command declares. */
  readonly argument: (name: string) => string;
  /** The arguments after those that are declared by name. */
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

/** A command on an App; its arguments are those after the module, and an App with problems never reaches it. */
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
 * The version of a command line, which some route answers.
 *
 * @throws Unusable, with the list of versions, if none does.
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

/** The message of a thrown value; a module may have been loaded in a realm with its own Error. */
export function reasonOf(thrown: unknown): string {
  return types.isNativeError(thrown) ? thrown.message : describe(thrown);
}
