import { types } from "node:util";
import type { App } from "../../app/app";
import { describe } from "../../model/value";
import type { Version } from "../../model/version";
import { unansweredVersion } from "../../model/versioning";

/** The exit codes of the command. Scripts rely on these numbers. */
export const exitCodes = {
  fine: 0,
  breaking: 1,
  /** The user called the command wrongly, or the module has no App that builds. */
  unusable: 2,
} as const;

/** A command of `versioned-controllers`, such as `check`. */
export interface Command {
  readonly name: string;
  readonly arguments: readonly string[];
  /** Further arguments. At least one is required, unless the flag that `unless` names is set. */
  readonly rest?: { readonly name: string; readonly unless: string };
  readonly summary: string;
  readonly details: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** The exit codes for the help: `0 fine, 2 wrong usage`. */
  readonly exits: string;
  readonly run: (call: CommandCall) => CommandResult | Promise<CommandResult>;
}

interface CommandOption {
  /** The name of the option's value in the help, such as `folder`; undefined for a flag. */
  readonly takes?: string;
  readonly summary: string;
}

interface CommandCall extends CommandWorld {
  readonly argument: (name: string) => string;
  readonly rest: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, string>;
}

/** The world around a command: the working folder, and a function that loads an App. */
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

/** Returns a version of the command line. If no route answers it, throws Unusable with a list of all versions. */
export function answeredVersion(app: App, version: Version): Version {
  const versions = app.Versions();
  if (versions.includes(version)) return version;
  throw new Unusable(unansweredVersion(version, versions));
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

/** Parses JSON like `usable`. A byte order mark, which some editors write, is skipped (RFC 8259, 8.1). */
export function parsedJSON(text: string, message: (reason: string) => string): unknown {
  return usable(() => JSON.parse(text.replace(/^\uFEFF/, "")) as unknown, message);
}

/** Returns the message of a thrown value, even of an Error from another realm, which `instanceof` does not find. */
export function reasonOf(thrown: unknown): string {
  return types.isNativeError(thrown) ? thrown.message : describe(thrown);
}
