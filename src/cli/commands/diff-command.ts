import { internals } from "../../model/app-internals";
import type { OpenAPIDocument } from "../../model/openapi";
import { appCommand, documentNamed } from "../app-command";
import { exitCodes, type Command } from "../command";
import { differenceMarkdown } from "../difference-markdown";
import { compareDocuments } from "../../compare/compare-documents";
import type { Difference } from "../../compare/difference";
import { changesBetween, type ChangesBetween } from "../changes-between";
import { asJSON, differenceRecord, type DifferenceRecord } from "../json-output";
import { withoutVersion } from "../without-version";

/** `versioned-controllers diff <module> <from> <to>`. */
export const diffCommand: Command = appCommand({
  name: "diff",
  arguments: ["from", "to"],
  summary: "print a changelog between two versions, in Markdown",
  details: `Prints what one version adds to, removes from and changes in another, in Markdown; what a client of <from>
would not survive is marked as breaking, and as unexplained where no change of the App is behind it. The
descriptions of the changes between the two stand above. What names the version (a segment of the path, a parameter, a
part of a media type) is no difference.`,
  exits: `0 printed, 2 wrong usage, or the module does not load, has no App or does not build.`,
  options: { json: { summary: "a list of the differences, as JSON" } },
  run: ({ app, argument, flags }) => {
    const [from, to] = [argument("from"), argument("to")];
    const { prefix } = app[internals];
    const documentIn = (version: string): OpenAPIDocument =>
      withoutVersion(documentNamed(app, version), version, prefix);
    const differences = compareDocuments(documentIn(from), documentIn(to));
    const changes = changesBetween(app, from, to);
    const output = flags.has("json")
      ? asJSON(differences.map((difference) => explainedRecord(difference, changes)))
      : differenceMarkdown({ from, to, differences, changes });
    return { output, code: exitCodes.fine };
  },
});

/** A difference as scripts get it, with what clients may be told of the changes behind it. */
function explainedRecord(difference: Difference, { behind }: ChangesBetween): DifferenceRecord {
  const told = behind(difference).filter(({ Internal }) => !Internal);
  const description = told.map(({ Description }) => Description).join(" ");
  return { ...differenceRecord(difference), ...(description === "" ? {} : { description }) };
}
