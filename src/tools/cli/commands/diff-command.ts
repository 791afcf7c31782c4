import { internals } from "../../../model/app-internals";
import type { OpenAPIDocument } from "../../../model/openapi";
import { answeredVersion, appCommand, exitCodes, type Command } from "../command";
import { differenceMarkdown } from "../markdown";
import { compareDocuments } from "../../compare/compare-documents";
import type { Difference } from "../../compare/difference";
import { changesBetween, type ChangesBetween } from "../changes-between";
import { jsonOutput, differenceRecord } from "../output-formats";
import { withoutVersion } from "../without-version";

export const diffCommand: Command = appCommand({
  name: "diff",
  arguments: ["from", "to"],
  summary: "print the differences between two versions, in Markdown",
  details: `Prints the differences from version <from> to version <to>, in Markdown, below the descriptions of the App's
changes between the two. A difference that breaks clients of <from> is marked as breaking, and as unexplained
if no change of its route explains it. The part of a request that names the version (a path segment, a
parameter, a media type's parameter) is not a difference.`,
  exits: `0 printed, 2 wrong usage, or the module does not load, has no App or does not build.`,
  options: { json: { summary: "print a list of the differences, as JSON" } },
  run: ({ app, argument, flags }) => {
    const [from, to] = [argument("from"), argument("to")];
    const { prefix, sources, lastingDocumentOf } = app[internals];
    const documentIn = (version: string): OpenAPIDocument =>
      withoutVersion(lastingDocumentOf(answeredVersion(app, version)), { version, sources }, prefix);
    const differences = compareDocuments(documentIn(from), documentIn(to));
    const changes = changesBetween(app, from, to);
    const output = flags.has("json")
      ? jsonOutput(differences.map((difference) => explainedRecord(difference, changes)))
      : differenceMarkdown({ from, to, differences, changes });
    return { output, code: exitCodes.fine };
  },
});

/** Returns a difference for `--json`, with the descriptions of the public changes that explain the difference. */
function explainedRecord(difference: Difference, { behind }: ChangesBetween): object {
  const publicChanges = behind(difference).filter(({ Internal }) => !Internal);
  const description = publicChanges.map(({ Description }) => Description).join(" ");
  return { ...differenceRecord(difference), description: description || undefined };
}
