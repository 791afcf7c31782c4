import { internals } from "../../../core/model/app-internals";
import type { OpenAPIDocument } from "../../../schema/interface/openapi";
import { answeredVersion, appCommand, exitCodes } from "../command";
import type { Command, CommandCall, CommandResult } from "../command";
import { documentIn, isDocumentName, outerReferences } from "../documents";
import { differenceMarkdown } from "../markdown";
import { compareDocuments } from "../../compare/compare-documents";
import type { Difference } from "../../compare/difference";
import { changesBetween, noChanges, type ChangesBetween } from "../changes-between";
import { jsonOutput, linesInText, differenceRecord } from "../output-formats";
import { renamingsBetween } from "../renamings";
import { withoutVersion } from "../without-version";

export const diffCommand: Command = appCommand({
  name: "diff",
  arguments: ["from", "to"],
  summary: "print the differences between two versions, or two documents, in Markdown",
  details: `Prints the differences from version <from> to version <to>, in Markdown, below the descriptions of the App's
changes between the two. A difference that breaks clients of <from> is marked as breaking, and as unexplained
if no change of its route explains it. The part of a request that names the version (a path segment, a
parameter, a media type's parameter) is not a difference. With two files it compares these OpenAPI documents:
3.0, 3.1 or 3.2, as .json, .yaml or .yml, of any API. Then a breaking difference is a failure.`,
  exits: `0 printed, 1 a breaking difference between two documents, 2 wrong usage, a file without a document,
or the module does not load, has no App or does not build.`,
  options: { json: { summary: "print a list of the differences, as JSON" } },
  otherForm: {
    arguments: ["old.json", "new.json"],
    isMeant: (given) => given.length === 2 && given.every(isDocumentName),
    run: diffDocuments,
  },
  run: ({ app, argument, flags }) => {
    const [from, to] = [argument("from"), argument("to")];
    const { prefix, sources, lastingDocumentOf } = app[internals];
    const documentOf = (version: string): OpenAPIDocument =>
      withoutVersion(lastingDocumentOf(answeredVersion(app, version)), { version, sources }, prefix);
    const differences = compareDocuments(documentOf(from), documentOf(to), {
      renamingsOf: renamingsBetween(app[internals], from, to),
    });
    const changes = changesBetween(app, from, to);
    const output = flags.has("json")
      ? jsonOutput(differences.map((difference) => explainedRecord(difference, changes)))
      : differenceMarkdown({ ends: `version ${from} to ${to}`, differences, changes });
    return { output, code: exitCodes.fine };
  },
});

function diffDocuments({ argument, folder, flags }: CommandCall): CommandResult {
  const [old, now] = [argument("old.json"), argument("new.json")];
  const [was, is] = [documentIn(old, folder), documentIn(now, folder)];
  const differences = compareDocuments(was, is, { now: new Date() });
  const isBreaking = differences.some((one) => one.isBreaking);
  const output = flags.has("json")
    ? jsonOutput(differences.map(differenceRecord))
    : differenceMarkdown({ ends: `${old} to ${now}`, differences, changes: noChanges });
  const errors = linesInText([...outerReferences(was, old), ...outerReferences(is, now)]);
  return { output, errors, code: isBreaking ? exitCodes.breaking : exitCodes.fine };
}

/** Returns a difference for `--json`, with the descriptions of the public changes that explain the difference. */
function explainedRecord(difference: Difference, { behind }: ChangesBetween): object {
  const publicChanges = behind(difference).filter(({ Internal }) => !Internal);
  const description = publicChanges.map(({ Description }) => Description).join(" ");
  return { ...differenceRecord(difference), description: description || undefined };
}
