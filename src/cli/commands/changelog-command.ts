import { appCommand } from "../app-command";
import { changelogMarkdown } from "../changelog-markdown";
import { exitCodes, type Command } from "../command";

/** `versioned-controllers changelog <module>`. */
export const changelogCommand: Command = appCommand({
  name: "changelog",
  arguments: [],
  summary: "print what each version has changed, and when it ends",
  details: `Prints the changes that the App declares, in Markdown: each with the routes that show it, under the version
that brought it, the newest first. Internal changes and hidden routes are left out. Of a version with a
lifecycle it tells when that is deprecated, browned out and gone, and what comes after it.`,
  exits: "0 printed, 2 wrong usage, or the module does not load, has no App or does not build.",
  options: {},
  run: ({ app }) => ({ output: changelogMarkdown(app), code: exitCodes.fine }),
});
