import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exitCodes, type Command } from "../command";
import { firstFiles } from "../first-files";
import { addToManifest } from "../manifest";

/** `versioned-controllers init`. */
export const initCommand: Command = {
  name: "init",
  arguments: [],
  summary: "write what a first service needs: two versions of a controller, and a test",
  details: `Writes what is missing in the folder that it runs in: package.json's scripts start and test and its
dependencies, tsconfig.json, and in src an App with a controller in two versions and its test. It asks
nothing, and overwrites nothing: what is there is left as it is.`,
  exits: "0 written, or there already; 2 wrong usage, or package.json is no JSON object.",
  options: {},
  run: ({ folder }) => {
    const lines = [
      addToManifest(folder),
      ...[...firstFiles].map(([name, text]) => writeNew(folder, name, text)),
    ];
    return { output: `${lines.join("\n")}\n\nNow: npm install && npm start\n`, code: exitCodes.fine };
  },
};

function writeNew(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  if (existsSync(file)) return `${name}: is there, and left as it is`;
  mkdirSync(dirname(file), { recursive: true });
  // Should another process be quicker, its file stays.
  writeFileSync(file, text, { flag: "wx" });
  return `${name}: written`;
}
