import { join } from "node:path";
import { exitCodes, type Command } from "../command";
import { isTaken, writeFiles, type PlannedFile } from "../file-changes";
import { firstFiles } from "../../init/first-files";
import { manifestIn } from "../../init/manifest";

export const initCommand: Command = {
  name: "init",
  arguments: [],
  summary: "write a first service: a controller in two versions, and a test",
  details: `Writes the missing files of a first service into the current folder: package.json with the scripts start,
test and check and the dependencies, tsconfig.json, and in src an App with a controller in two versions, the
change between them, the documentation page, and tests of each version and of the change. The command asks
no questions. It changes one existing file, package.json: it adds what is missing, and replaces npm's
placeholder of the script test. It lists the files that it left unchanged. If one of the files cannot be
written, it writes none.`,
  exits: `0 written, or there already; 2 wrong usage, package.json or its scripts are not JSON objects, or
the name of a file or folder is taken by something else.`,
  options: {},
  run: ({ folder }) => {
    const planned = [
      manifestIn(folder),
      ...[...firstFiles].map(([name, text]) => newFile(folder, name, text)),
    ];
    writeFiles(folder, planned);
    return {
      output: `${planned.map(({ line }) => line).join("\n")}\n\nNow: npm install && npm start\n`,
      code: exitCodes.fine,
    };
  },
};

function newFile(folder: string, name: string, text: string): PlannedFile {
  const file = join(folder, name);
  if (isTaken(file)) return { line: `${name}: exists, left unchanged`, change: undefined };
  return { line: `${name}: written`, change: { file, text, replaces: false } };
}
