import { parseArgs } from "node:util";
import { buildFault, exitCodes, reasonOf, Unusable } from "./command";
import type { Command, CommandCall, CommandResult, CommandWorld } from "./command";
import { linesInText } from "./output-formats";
import { commands } from "./commands";

export interface Outcome extends CommandResult {
  readonly errors: string;
}

/** Runs `versioned-controllers <args>`. Never throws. */
export async function runCommand(args: readonly string[], world: CommandWorld): Promise<Outcome> {
  try {
    return { errors: "", ...(await run(args, world)) };
  } catch (error) {
    const explanation = buildFault("the App", error) ?? reasonOf(error);
    return { output: "", errors: linesInText(explanation.split("\n")), code: exitCodes.unusable };
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
  const { otherForm } = command;
  const given = { positionals, values };
  if (otherForm?.isMeant(positionals)) return otherForm.run(callOf(otherForm, given, world));
  const rest = positionals.slice(command.arguments.length);
  if (positionals.length < command.arguments.length || !isFittingRest(command, rest, values)) {
    const takes = argumentsInWords(command) || "no arguments";
    throw new Unusable(`${name} takes ${takes}: see versioned-controllers ${name} --help`);
  }
  return command.run({ ...callOf(command, given, world), rest });
}

function isFittingRest(
  { rest: declared }: Command,
  rest: readonly string[],
  values: ReturnType<typeof parseArgs>["values"],
): boolean {
  if (!declared || values[declared.unless ?? ""] === true) return rest.length === 0;
  return rest.length > 0 || values[declared.optionalWith ?? ""] !== undefined;
}

function callOf(
  { arguments: names }: Pick<Command, "arguments">,
  { positionals, values }: Pick<ReturnType<typeof parseArgs>, "positionals" | "values">,
  world: CommandWorld,
): CommandCall {
  const options = Object.entries(values);
  return {
    ...world,
    argument: (argument) => String(positionals[names.indexOf(argument)]),
    rest: [],
    flags: new Set(options.flatMap(([option, value]) => (value === true ? option : []))),
    texts: new Map(
      options.flatMap(([option, value]) => (typeof value === "string" ? [[option, value]] : [])),
    ),
    lists: new Map(
      options.flatMap(([option, value]) => (Array.isArray(value) ? [[option, value.map(String)]] : [])),
    ),
  };
}

function parseArguments({ name, options }: Command, args: readonly string[]): ReturnType<typeof parseArgs> {
  const declared = Object.entries(options).map(
    ([option, { takes, isRepeated }]) =>
      [option, { type: takes === undefined ? "boolean" : "string", multiple: isRepeated === true }] as const,
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

export function programHelp(commands: readonly Command[]): string {
  return [
    "Usage: versioned-controllers <command> <module> ...",
    "",
    ...inColumns(commands.map(({ name, summary }) => [name, summary])),
    "",
    "Each command has --help. The module's default export is the App.",
    "Exit codes: 0 fine, 1 a breaking change, 2 wrong usage or an unusable module.",
    "",
  ].join("\n");
}

export function commandHelp(command: Command): string {
  const options = optionsOf(command);
  const callOfForm = (form: Pick<Command, "arguments" | "rest">): string =>
    [command.name, argumentsInWords(form), ...options.map(([option]) => `[${option}]`)]
      .filter((text) => text !== "")
      .join(" ");
  return [
    `Usage: versioned-controllers ${callOfForm(command)}`,
    ...(command.otherForm ? [`       versioned-controllers ${callOfForm(command.otherForm)}`] : []),
    "",
    command.details,
    "",
    ...inColumns([...options, ["-h, --help", "show this help"]]),
    "",
    `Exit codes: ${command.exits}`,
    "",
  ].join("\n");
}

/** Writes the arguments of a command for the help: `<module> <version>...`. */
export function argumentsInWords({ arguments: names, rest }: Pick<Command, "arguments" | "rest">): string {
  const last = rest ? [`<${rest.name}>...`] : [];
  return [...names.map((name) => `<${name}>`), ...last].join(" ");
}

function optionsOf({ options }: Command): readonly (readonly [option: string, summary: string])[] {
  return Object.entries(options).map(([name, { takes, summary }]) => [
    takes === undefined ? `--${name}` : `--${name} <${takes}>`,
    summary,
  ]);
}

function inColumns(rows: readonly (readonly [name: string, summary: string])[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`);
}
