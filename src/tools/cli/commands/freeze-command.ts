import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { answeredVersion, appCommand, exitCodes, Unusable, type Command } from "../command";
import { writeFiles, type PlannedFile } from "../file-changes";
import { assumedFolder, defaultFolder, fileNameOf, frozenIn } from "../frozen";
import { passedOverIn } from "../check-app";
import { plannedConversions } from "../conversion-files";
import type { App } from "../../../core/app/app";
import type { Version } from "../../../core/model/version";
import { internals } from "../../../core/model/app-internals";
import { sorted } from "../../../schema/interface/json-value";
import type { OpenAPIDocument } from "../../../schema/interface/openapi";
import { resultOr } from "../../result-or";

export const freezeCommand: Command = appCommand({
  name: "freeze",
  arguments: [],
  rest: { name: "version", unless: "all", optionalWith: "from" },
  summary: "write the documents of versions, and the results of changes, to files, for check",
  details: `Writes the OpenAPI document of each version to openapi/<version>.json; commit these files with the code.
Characters that a file name cannot have are escaped as in a URL. If AssumeVersion can select a version,
the document of requests that name no version is written to openapi/assumed/<version>.json.
With --all it writes the document of every served version without a frozen document, except previews.
The results of each Up and Down for sample values are written to openapi/conversions/<version>.json, for
every version with changes. Existing samples stay; missing ones are added. With --from, values of a
recording become samples too, and no version needs to be named.`,
  exits: `0 written, or unchanged; 2 wrong usage, the module does not load, has no App or does not
build, a file differs from the current document or results, or a line of the recording is not a record.
Then nothing is written.`,
  options: {
    all: { summary: "freeze every served version that has no frozen document" },
    dir: { takes: "folder", summary: "the folder to write to (default: openapi)" },
    from: { takes: "file", summary: "freeze values of this recording, too" },
    force: { summary: "overwrite a frozen document or result that differs" },
  },
  run: async ({ app, rest, flags, texts, folder }) => {
    const dir = resolve(folder, texts.get("dir") ?? defaultFolder);
    const versions = flags.has("all") ? unfrozenIn(app, dir) : [...new Set(rest)];
    const place = { folder, dir, force: flags.has("force"), from: texts.get("from") };
    const documents = versions.flatMap((version) => plannedFiles(app, version, place));
    const conversions = await plannedConversions(app, place);
    const planned = [...documents, ...conversions.planned];
    // `writeFiles` refuses symbolic links, except as its first argument: the folder of `--dir` may be a link.
    writeFiles(texts.has("dir") ? dir : folder, planned);
    const previews = versions
      .filter((version) => app[internals].previews.has(version))
      .map((version) => `version ${version}: not frozen, because it is a preview and may change\n`);
    const ofDocuments = [...documents.map(({ line }) => line), ...previews];
    const lines = [
      ...(ofDocuments.length === 0 && flags.has("all")
        ? ["every version has a frozen document\n"]
        : ofDocuments),
      ...conversions.planned.map(({ line }) => line),
      ...conversions.notes,
    ];
    return { output: lines.join(""), code: exitCodes.fine };
  },
});

/** Lists, oldest first, the versions without a frozen document, which `check --frozen` would report. */
function unfrozenIn(app: App, dir: string): readonly Version[] {
  const reasonFor = passedOverIn(app);
  const frozen = new Set(frozenIn(dir).map(({ version }) => version));
  return app.Versions().filter((version) => reasonFor(version) === undefined && !frozen.has(version));
}

function plannedFiles(
  app: App,
  version: Version,
  { folder, dir, force }: { readonly folder: string; readonly dir: string; readonly force: boolean },
): readonly PlannedFile[] {
  const { assumes, assumedDocumentOf, previews } = app[internals];
  if (previews.has(version)) return [];
  const planned = (file: string, document: OpenAPIDocument): PlannedFile =>
    plannedFile({ file, shown: relative(folder, file) }, document, force);
  const name = fileNameOf(version);
  return [
    planned(join(dir, name), app[internals].versionedDocument(answeredVersion(app, version))),
    ...(assumes(version) ? [planned(join(dir, assumedFolder, name), assumedDocumentOf(version))] : []),
  ];
}

function plannedFile(
  { file, shown }: { readonly file: string; readonly shown: string },
  document: OpenAPIDocument,
  force: boolean,
): PlannedFile {
  const existing = resultOr(() => readFileSync(file, "utf8"), undefined);
  // The keys are sorted, so that two texts are equal if their JSON values are equal.
  const text = `${JSON.stringify(sorted(document), null, 2)}\n`;
  if (existing === text) return { line: `${shown}: unchanged\n`, change: undefined };
  const isSame = (): boolean =>
    JSON.stringify(sorted(JSON.parse(String(existing)))) === JSON.stringify(JSON.parse(text));
  if (existing !== undefined && !force && !resultOr(isSame, false)) {
    throw new Unusable(`${shown} differs from the current document: add --force to overwrite it`);
  }
  return { line: `${shown}: written\n`, change: { file, text, replaces: true } };
}
