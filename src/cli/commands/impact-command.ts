import { internals } from "../../model/app-internals";
import { impactOf } from "../../report/impact";
import { appCommand } from "../app-command";
import { exitCodes, Unusable, type Command } from "../command";
import { impactJSON, impactLines } from "../impact-output";
import { unreachedLines, usageIn } from "../usage-file";

/** `versioned-controllers impact <module> --usage <file>`. */
export const impactCommand: Command = appCommand({
  name: "impact",
  arguments: [],
  summary: "print who is hit by which change, by the calls that were counted",
  details: `Prints for each change, the newest first, its routes, and of the versions before it: how many calls there
were, how many of them it made a difference to, when the last one was, and who calls. Then for each
version the routes that are still called, and the first version that nobody calls any more.
The calls are those that UsageCounter counts, or other counts of that form.`,
  exits: `0 fine, 2 wrong usage, no --usage, a file that can't be read, or the module does not load, has no App
or does not build.`,
  options: {
    usage: { takes: "file", summary: "the calls that were counted, as JSON" },
    json: { summary: "the same as JSON" },
  },
  run: ({ app, flags, texts, folder }) => {
    const file = texts.get("usage");
    if (file === undefined) throw new Unusable("impact needs --usage <file>: the calls that were counted");
    const usage = usageIn(file, folder);
    const impact = impactOf(app[internals], usage);
    return {
      output: flags.has("json")
        ? impactJSON(impact)
        : impactLines(impact)
            .map((line) => `${line}\n`)
            .join(""),
      errors: unreachedLines(app, usage),
      code: exitCodes.fine,
    };
  },
});
