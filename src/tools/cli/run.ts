import { parseArgs } from "node:util";
import {
  exitCodes,
  reasonOf,
  Unusable,
  type Command,
  type CommandResult,
  type CommandWorld,
} from "./command";
import { linesInText } from "./output-formats";
import { commands } from "./commands";
import { argumentsInWords, commandHelp, programHelp } from "./help";

/** The outcome of a call: the text for each stream, and the exit code. */
export interface Outcome extends CommandResult {
  readonly errors: string;
}

/** Runs `versioned-controllers <args>`; never throws. */
export async function runCommand(args: readonly string[], world: CommandWorld): Promise<Outcome> {
  try {
    return { errors: "", ...(await run(args, world)) };
  } catch (error) {
    return { output: "", errors: linesInText(explanationOf(error).split("\n")), code: exitCodes.unusable };
  }
}

async function run([name, ...args]: readonly string[], world: CommandWorld): Promise<CommandResult> {
  const usage = programHelp(commands);
  if (name === "--help" || name === "-h") return { output: usage, code: exitCodes.fine };
  if (name === undefined) throw new Unusable(usage.trimEnd());
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Unusable(`unknown command ${JSON.stringify(name)}\n\n${usage.trimEnd()}`);
  const { values, positionals } = parseArguments(command, args);
  if (values.help === true) return { output: commandHelp(command), code: exitCodes.fine };
  const rest = positionals.slice(command.arguments.length);
  const isRestNeeded = command.rest !== undefined && values[command.rest.unless] !== true;
  if (positionals.length < command.arguments.length || rest.length > 0 !== isRestNeeded) {
    const takes = argumentsInWords(command) || "no arguments";
    throw new Unusable(`${name} takes ${takes}: see versioned-controllers ${name} --help`);
  }
  const options = Object.entries(values);
  return command.run({
    ...world,
    argument: (argument) => String(positionals[command.arguments.indexOf(argument)]),
    rest,
    flags: new Set(options.flatMap(([option, value]) => (value === true ? option : []))),
    texts: new Map(
      options.flatMap(([option, value]) => (typeof value === "string" ? [[option, value]] : [])),
    ),
  });
}

function parseArguments({ name, options }: Command, args: readonly string[]): ReturnType<typeof parseArgs> {
  const declared = Object.entries(options).map(
    ([option, { takes }]) => [option, { type: takes === undefined ? "boolean" : "string" }] as const,
  );
  try {
    return parseArgs({
      args: [...args],
      options: { ...Object.fromEntries(declared), help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Unusable(`${reasonOf(error)}\nSee versioned-controllers ${name} --help`);
  }
}

/** The problems of a BuildError, one a line; for any other error its message. */
function explanationOf(error: unknown): string {
  return isBuildError(error) ? `the App does not build:\n${error.message}` : reasonOf(error);
}

/** Compares the name, because a module under a loader of its own may have loaded another copy of this package. */
function isBuildError(error: unknown): error is Error {
  return error instanceof Error && error.name === "BuildError" && "Problems" in error;
}
