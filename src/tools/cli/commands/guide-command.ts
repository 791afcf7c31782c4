import { internals } from "../../../core/model/app-internals";
import { guideMarkdown, guidePage } from "../../guide/blocks";
import { guideFault, guideOf, type Guide } from "../../guide/guide";
import { guideSkill } from "../../guide/skill";
import { appCommand, exitCodes, Unusable, type Command } from "../command";

export const guideCommand: Command = appCommand({
  name: "guide",
  arguments: ["from", "to"],
  summary: "print a migration guide for clients of an older version",
  details: `Prints a migration guide in Markdown: the changes between the two versions, and for each route of <from> the
differences between its documents, with an example request and response of both versions. The examples come
from the schemas, or are made from the schemas by fixed rules, and the App's own changes convert them.`,
  exits: `0 printed, 2 wrong usage, a version without routes, <to> is not newer, or the module does not
load, has no App or does not build.`,
  options: {
    html: { summary: "print an HTML page" },
    skill: { summary: "print a skill for coding agents: Markdown with front matter, in steps" },
  },
  run: async ({ app, argument, flags }) => {
    const written = formats.filter(({ name }) => flags.has(name));
    if (written.length > 1) throw new Unusable("--html and --skill cannot be combined: choose one output");
    const [{ write } = { write: guideMarkdown }] = written;
    const ends = { from: argument("from"), to: argument("to") };
    const known = app[internals];
    const fault = guideFault(known, ends);
    if (fault !== undefined) throw new Unusable(fault);
    const guide = await guideOf(known, ends, {
      title: app.Document().info.title,
      changelog: app.Changelog(),
    });
    return { output: write(guide), code: exitCodes.fine };
  },
});

const formats: readonly { readonly name: "html" | "skill"; readonly write: (guide: Guide) => string }[] = [
  { name: "html", write: (guide) => guidePage(guide) },
  { name: "skill", write: guideSkill },
];
