import { join } from "node:path";
import { exitCodes, type Command } from "../command";
import { isTaken, writeFiles, type PlannedFile } from "../file-changes";
import { firstFiles } from "../first-files";
import { manifestIn } from "../manifest";

/** `versioned-controllers init`. */
export const initCommand: Command = {
  name: "init",
  arguments: [],
  summary: "write what a first service needs: two versions of a controller, and a test",
  details: `Writes what is missing in the folder that it runs in: package.json's scripts start and test and its
dependencies, tsconfig.json, and in src an App with a controller in two versions, the change between
them, its documentation page and its test. It asks nothing, and overwrites nothing but npm's own
placeholder of the script test: what is there is left as it is, and told of. Where one of the files
cannot be written, it writes none.`,
  exits: `0 written, or there already; 2 wrong usage, package.json or its scripts are no JSON object, or
something else stands where a file or a folder has to.`,
  options: {},
  run: ({ folder }) => {
    const planned = [
      manifestIn(folder),
      ...[...firstFiles].map(([name, text]) => newFile(folder, name, text)),
    ];
    writeFiles(
      folder,
      planned.flatMap(({ change }) => change ?? []),
    );
    return {
      output: `${planned.map(({ line }) => line).join("\n")}\n\nNow: npm install && npm start\n`,
      code: exitCodes.fine,
    };
  },
};

function newFile(folder: string, name: string, text: string): PlannedFile {
  const file = join(folder, name);
  if (isTaken(file)) return { line: `${name}: is there, and left as it is`, change: undefined };
  return { line: `${name}: written`, change: { file, text, replaces: false } };
}
