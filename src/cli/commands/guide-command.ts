import { internals } from "../../model/app-internals";
import { stepSampler } from "../../laws/step-samples";
import { guideFault, guideOf } from "../../report/guide";
import { guideMarkdown } from "../../report/guide-markdown";
import { guidePage } from "../../report/guide-page";
import { appCommand, exitCodes, Unusable, type Command } from "../command";

/** `versioned-controllers guide <module> <from> <to>`. */
export const guideCommand: Command = appCommand({
  name: "guide",
  arguments: ["from", "to"],
  summary: "print a migration guide for clients of an older version",
  details: `Prints a migration guide in Markdown: for each change between the two versions its routes, and an example
request and response before and after, computed by the App's own changes. The examples come from the
schemas; fast-check generates one for a schema without examples (npm install fast-check).`,
  exits: `0 printed, 2 wrong usage, a version without routes, <to> is not newer, or the module does not
load, has no App or does not build.`,
  options: { html: { summary: "print an HTML page" } },
  run: async ({ app, argument, flags }) => {
    const ends = { from: argument("from"), to: argument("to") };
    const known = app[internals];
    const fault = guideFault(known, ends);
    if (fault !== undefined) throw new Unusable(fault);
    const guide = await guideOf(known, ends, {
      title: app.Document().info.title,
      changelog: app.Changelog(),
      sampler: stepSampler(),
    });
    return { output: flags.has("html") ? guidePage(guide) : guideMarkdown(guide), code: exitCodes.fine };
  },
});
