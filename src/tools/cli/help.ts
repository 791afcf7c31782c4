import type { Command } from "./command";

/** The help of the program, with one line for each command. */
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

/** The help of one command, for `--help`. */
export function commandHelp(command: Command): string {
  const options = optionsOf(command);
  const call = [command.name, argumentsInWords(command), ...options.map(([option]) => `[${option}]`)].filter(
    (text) => text !== "",
  );
  return [
    `Usage: versioned-controllers ${call.join(" ")}`,
    "",
    command.details,
    "",
    ...inColumns([...options, ["-h, --help", "show this help"]]),
    "",
    `Exit codes: ${command.exits}`,
    "",
  ].join("\n");
}

/** `<module> <version>...`. */
export function argumentsInWords({ arguments: names, rest }: Command): string {
  const last = rest ? [`<${rest.name}>...`] : [];
  return [...names.map((name) => `<${name}>`), ...last].join(" ");
}

/** `--dir <folder>`, and its summary. */
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
