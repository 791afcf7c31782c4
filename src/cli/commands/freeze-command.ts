import { join, relative, resolve } from "node:path";
import { appCommand, documentNamed, exitCodes, Unusable, type Command } from "../command";
import { writeFiles, type PlannedFile } from "../file-changes";
import { assumedFolder, defaultFolder, fileNameOf, freezingOf, type FreezeResult } from "../frozen";
import { internals } from "../../model/app-internals";
import type { OpenAPIDocument } from "../../model/openapi";

/** `versioned-controllers freeze <module> <version>`. */
export const freezeCommand: Command = appCommand({
  name: "freeze",
  arguments: ["version"],
  summary: "write the document of a version to a file, which check compares with",
  details: `Writes the OpenAPI document of a version to openapi/<version>.json; commit that file with the code.
Characters that a file name cannot have are escaped as in a URL. If AssumeVersion can select the version,
the document of requests that name no version is written to openapi/assumed/<version>.json.
A preview is not frozen.`,
  exits: `0 written, or unchanged; 2 wrong usage, the module does not load, has no App or does not
build, or the file has another document.`,
  options: {
    dir: { takes: "folder", summary: "the folder to write to (default: openapi)" },
    force: { summary: "overwrite a frozen document that differs" },
  },
  run: ({ app, argument, flags, texts, folder }) => {
    const version = argument("version");
    if (app[internals].previews.has(version)) {
      return {
        output: `version ${version}: not frozen, because it is a preview and may change\n`,
        code: exitCodes.fine,
      };
    }
    const dir = resolve(folder, texts.get("dir") ?? defaultFolder);
    const { assumes, assumedDocumentOf } = app[internals];
    const documents: readonly FrozenFile[] = [
      { file: join(dir, fileNameOf(version)), document: documentNamed(app, version) },
      ...(assumes(version)
        ? [{ file: join(dir, assumedFolder, fileNameOf(version)), document: assumedDocumentOf(version) }]
        : []),
    ];
    const planned = documents.map(({ file, document }) =>
      plannedFor(file, relative(folder, file), freezingOf(file, document, flags.has("force"))),
    );
    writeFiles(
      // The folder named by `--dir` may be a link.
      texts.has("dir") ? dir : folder,
      planned.flatMap(({ change }) => change ?? []),
    );
    return { output: planned.map(({ line }) => line).join(""), code: exitCodes.fine };
  },
});

function plannedFor(file: string, shown: string, freezing: FreezeResult): PlannedFile {
  switch (freezing.kind) {
    case "different":
      throw new Unusable(`${shown} has another document: --force overwrites it`);
    case "unchanged":
      return { line: `${shown}: unchanged\n`, change: undefined };
    case "write":
      return { line: `${shown}: written\n`, change: { file, text: freezing.text, replaces: true } };
  }
}

/** A document, and the file to freeze it in. */
interface FrozenFile {
  readonly file: string;
  readonly document: OpenAPIDocument;
}
