import { types } from "node:util";
import type { App } from "../../core/app/app";
import { internals } from "../../core/model/app-internals";
import { describe } from "../../core/model/value";
import type { Version } from "../../core/model/version";
import { unansweredVersion } from "../../core/model/versioning";

/** The exit codes of the command. Scripts rely on these numbers. */
export const exitCodes = {
  fine: 0,
  breaking: 1,
  /** The command could not run: wrong arguments, a module without an App, or an App that does not build. */
  unusable: 2,
} as const;

/** A command of `versioned-controllers`, such as `check`. */
export interface Command {
  readonly name: string;
  readonly arguments: readonly string[];
  /** Further arguments: at least one. None with the flag named in `unless`, and any number with the option `optionalWith`. */
  readonly rest?: { readonly name: string; readonly unless?: string; readonly optionalWith?: string };
  /** Another way to call the command, with other arguments. */
  readonly otherForm?: CommandForm;
  readonly summary: string;
  readonly details: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** The exit codes in words, for the help text: `0 fine, 2 wrong usage`. */
  readonly exits: string;
  readonly run: (call: CommandCall) => CommandResult | Promise<CommandResult>;
}

interface CommandForm {
  readonly arguments: readonly string[];
  /** True for arguments that this form takes. */
  readonly isMeant: (given: readonly string[]) => boolean;
  readonly run: Command["run"];
}

interface CommandOption {
  /** The name of the option's value in the help, such as `folder`; undefined for a flag. */
  readonly takes?: string;
  /** True if the option may be given several times; its values are then in `lists`. */
  readonly isRepeated?: true;
  readonly summary: string;
}

export interface CommandCall extends CommandWorld {
  readonly argument: (name: string) => string;
  readonly rest: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

/** The working folder, and the function that loads an App from a module. */
export interface CommandWorld {
  readonly folder: string;
  readonly load: (path: string, folder: string) => Promise<App>;
}

export interface CommandResult {
  readonly output: string;
  /** The text for stderr. It is separate, because scripts read the output. */
  readonly errors?: string;
  readonly code: number;
}

/** A command whose first argument is a module. The App of this module is loaded and built, and passed as `app`. */
interface AppCommand extends Omit<Command, "run"> {
  /** Called before the module is loaded. */
  readonly prepare?: () => void;
  readonly run: (call: CommandCall & { readonly app: App }) => CommandResult | Promise<CommandResult>;
}

export function appCommand({ run, prepare, ...command }: AppCommand): Command {
  return {
    ...command,
    arguments: ["module", ...command.arguments],
    run: async (call) => {
      prepare?.();
      const app = await call.load(call.argument("module"), call.folder);
      app.Build();
      return run({ ...call, app });
    },
  };
}

/** Describes a BuildError; returns undefined for any other error. */
export function buildFault(app: string, error: unknown): string | undefined {
  // `instanceof BuildError` would be wrong: the application may have loaded another copy of this package.
  const isOfBuild = error instanceof Error && error.name === "BuildError" && "Problems" in error;
  return isOfBuild ? `${app} does not build:\n${error.message}` : undefined;
}

/** Returns a version that the user named. Throws Unusable, with a list of versions, if the App does not serve it. */
export function answeredVersion(app: App, version: Version): Version {
  const versions = app.Versions();
  if (versions.includes(version)) return version;
  throw new Unusable(unansweredVersion(version, versions, app[internals].retired));
}

/** An error that ends a command with {@link exitCodes.unusable}. The user sees its message, but no stack. */
export class Unusable extends Error {
  override readonly name = "Unusable";
}

/** Returns the result of a function. If the function throws, throws Unusable with the text `message(reason)`. */
export function usable<Result>(make: () => Result, message: (reason: string) => string): Result {
  try {
    return make();
  } catch (error) {
    throw new Unusable(message(reasonOf(error)));
  }
}

/** Parses JSON, or throws Unusable. Skips a byte order mark, which some editors write (RFC 8259, 8.1). */
export function parsedJSON(text: string, message: (reason: string) => string): unknown {
  return usable(() => JSON.parse(text.replace(/^\uFEFF/, "")) as unknown, message);
}

/** Returns the message of an Error, or describes another thrown value. `instanceof` would miss Errors of `node:vm`. */
export function reasonOf(thrown: unknown): string {
  return types.isNativeError(thrown) ? thrown.message : describe(thrown);
}
