import { parseArgs } from "node:util";
import type { App } from "../app";
import { check } from "./check";
import { exitCodes, reasonOf, Unusable, type Command } from "./command";
import { diff } from "./diff";
import { freeze } from "./freeze";
import { routes } from "./routes";

/** Where a command runs. */
export interface World {
  /** The folder that paths start from. */
  readonly folder: string;
  /** Gives the App of a module; what it throws is told to the user. */
  readonly load: (path: string, folder: string) => Promise<App>;
}

/** What is to be printed, and the exit code. */
export interface Outcome {
  readonly output: string;
  readonly errors: string;
  readonly code: number;
}

const commands: ReadonlyMap<string, Command> = new Map(Object.entries({ routes, freeze, check, diff }));

/** Runs `versioned-controllers <args>`; never throws. */
export async function runCommand(args: readonly string[], world: World): Promise<Outcome> {
  try {
    return { errors: "", ...(await run(args, world)) };
  } catch (error) {
    return { output: "", errors: `${explanationOf(error)}\n`, code: exitCodes.unusable };
  }
}

async function run(
  [name, ...args]: readonly string[],
  { folder, load }: World,
): Promise<Omit<Outcome, "errors">> {
  if (name === "--help" || name === "-h") return { output: usage(), code: exitCodes.fine };
  if (name === undefined) throw new Unusable(usage().trimEnd());
  const command = commands.get(name);
  if (!command) throw new Unusable(`there is no command ${JSON.stringify(name)}\n\n${usage().trimEnd()}`);
  const { values, positionals } = parse(name, command, args);
  if (values.help === true) return { output: command.help, code: exitCodes.fine };
  const [module, ...rest] = positionals;
  if (module === undefined || positionals.length !== command.takes.length) {
    const takes = command.takes.map((one) => `<${one}>`).join(" ");
    throw new Unusable(`${name} takes ${takes}: see versioned-controllers ${name} --help`);
  }
  const given = Object.entries(values);
  return command.run({
    app: await load(module, folder),
    arguments: rest,
    flags: new Set(given.flatMap(([option, value]) => (value === true ? option : []))),
    texts: new Map(given.flatMap(([option, value]) => (typeof value === "string" ? [[option, value]] : []))),
    folder,
  });
}

function parse(name: string, { options }: Command, args: readonly string[]): ReturnType<typeof parseArgs> {
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Unusable(`${reasonOf(error)}\nSee versioned-controllers ${name} --help`);
  }
}

function usage(): string {
  const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(8)}${summary}`);
  return [
    "Usage: versioned-controllers <command> <module> ...",
    "",
    ...lines,
    "",
    "Each command has --help. The module's default export is the App.",
    "Exit codes: 0 fine, 1 a breaking change, 2 wrong usage or an unusable module.",
    "",
  ].join("\n");
}

/** A BuildError's problems, one a line; of any other error its message. */
function explanationOf(error: unknown): string {
  return isBuildError(error) ? `the App does not build:\n${error.message}` : reasonOf(error);
}

/** By its name: a module under a loader of its own may hold another copy of this package. */
function isBuildError(error: unknown): error is Error {
  return error instanceof Error && error.name === "BuildError" && "Problems" in error;
}
