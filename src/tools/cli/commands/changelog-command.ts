import { appCommand, exitCodes, type Command } from "../command";
import { changelogMarkdown } from "../markdown";

export const changelogCommand: Command = appCommand({
  name: "changelog",
  arguments: [],
  summary: "print the changes of each version, and its dates",
  details: `Prints the changes that the App declares, in Markdown, newest version first: each change with its routes.
Internal changes and hidden routes are left out. For a version with a lifecycle it also prints the dates of
its deprecation, brownouts and sunset, and its successor.`,
  exits: "0 printed, 2 wrong usage, or the module does not load, has no App or does not build.",
  options: {},
  run: ({ app }) => ({ output: changelogMarkdown(app), code: exitCodes.fine }),
});
