import { internals } from "../../../model/app-internals";
import { impactOf } from "../../report/impact";
import { appCommand, exitCodes, Unusable, type Command } from "../command";
import { impactJSON, impactLines } from "../impact-output";
import { linesInText } from "../output-formats";
import { unreachedLines, usageIn } from "../usage-file";

/** `versioned-controllers impact <module> --usage <file>`. */
export const impactCommand: Command = appCommand({
  name: "impact",
  arguments: [],
  summary: "print which clients each change affects, by counted calls",
  details: `Prints for each change, newest first, its routes, and the calls of the versions before it: how many there
were, how many of them the change converted, the date of the last one, and the clients. Then prints for each
version the routes that still have calls, and the first version without calls.
The calls come from UsageCounter, or from any file of the same form.`,
  exits: `0 fine, 2 wrong usage, no --usage, an unreadable file, or the module does not load, has no App
or does not build.`,
  options: {
    usage: { takes: "file", summary: "the counted calls, as JSON" },
    json: { summary: "print JSON" },
  },
  run: ({ app, flags, texts, folder }) => {
    const file = texts.get("usage");
    if (file === undefined) throw new Unusable("impact needs --usage <file>, the JSON file of counted calls");
    const usage = usageIn(file, folder);
    const impact = impactOf(app[internals], usage);
    return {
      output: flags.has("json") ? impactJSON(impact) : linesInText(impactLines(impact)),
      errors: unreachedLines(app, usage),
      code: exitCodes.fine,
    };
  },
});
