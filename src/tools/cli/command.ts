import { types } from "node:util";
import type { App } from "../../app/app";
import { describe } from "../../model/value";
import type { Version } from "../../model/version";
import { unansweredVersion } from "../../model/versioning";

/** The exit codes of the command, on which scripts rely. */
export const exitCodes = {
  fine: 0,
  breaking: 1,
  /** The command was called wrongly, or its module has no App that builds. */
  unusable: 2,
} as const;

/** A command of `versioned-controllers`, such as `check`. */
export interface Command {
  readonly name: string;
  readonly arguments: readonly string[];
  /** Further arguments. One is required, unless the flag with the name in `unless` is set. */
  readonly rest?: { readonly name: string; readonly unless: string };
  readonly summary: string;
  readonly details: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** The exit codes in words: `0 fine, 2 wrong usage`. */
  readonly exits: string;
  readonly run: (call: CommandCall) => CommandResult | Promise<CommandResult>;
}

interface CommandOption {
  /** The name of the value in the help, such as `folder`; undefined for a flag. */
  readonly takes?: string;
  readonly summary: string;
}

interface CommandCall extends CommandWorld {
  readonly argument: (name: string) => string;
  readonly rest: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, string>;
}

/** The surroundings of a command. */
export interface CommandWorld {
  readonly folder: string;
  readonly load: (path: string, folder: string) => Promise<App>;
}

/** The output of a command, and its exit code. */
export interface CommandResult {
  readonly output: string;
  /** The text for stderr, which is separate because scripts read the output. */
  readonly errors?: string;
  readonly code: number;
}

/** A command whose first argument is the module of an App. The App is loaded and built, and passed as `app`. */
interface AppCommand extends Omit<Command, "run"> {
  readonly run: (call: CommandCall & { readonly app: App }) => CommandResult | Promise<CommandResult>;
}

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

/** Returns a version of the command line. Throws Unusable, with all versions in the message, if no route answers it. */
export function answeredVersion(app: App, version: Version): Version {
  const versions = app.Versions();
  if (versions.includes(version)) return version;
  throw new Unusable(unansweredVersion(version, versions));
}

/** Ends a command with {@link exitCodes.unusable}. The user sees the message without a stack. */
export class Unusable extends Error {
  override readonly name = "Unusable";
}

/** Returns the result of a function. If the function throws, throws Unusable with a message about the reason. */
export function usable<Result>(make: () => Result, message: (reason: string) => string): Result {
  try {
    return make();
  } catch (error) {
    throw new Unusable(message(reasonOf(error)));
  }
}

/** The message of a thrown value, even of an Error from another realm, which `instanceof` does not recognize. */
export function reasonOf(thrown: unknown): string {
  return types.isNativeError(thrown) ? thrown.message : describe(thrown);
}
