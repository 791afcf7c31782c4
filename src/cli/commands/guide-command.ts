import { internals } from "../../model/app-internals";
import { stepSampler } from "../../laws/step-samples";
import { guideFault, guideOf } from "../../report/guide";
import { guideMarkdown } from "../../report/guide-markdown";
import { guidePage } from "../../report/guide-page";
import { appCommand } from "../app-command";
import { exitCodes, Unusable, type Command } from "../command";

/** `versioned-controllers guide <module> <from> <to>`. */
export const guideCommand: Command = appCommand({
  name: "guide",
  arguments: ["from", "to"],
  summary: "print what a client of one version does to move to a newer one",
  details: `Prints in Markdown, change by change, what a client of <from> does to become one of <to>: the routes, and a
request and an answer before and after, which the App's own changes compute. Examples are those of the
schemas; fast-check makes one where a schema gives none (npm install fast-check).`,
  exits: `0 printed, 2 wrong usage, no route answers a version, <to> is not newer, or the module does not
load, has no App or does not build.`,
  options: { html: { summary: "a page to open in a browser" } },
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
