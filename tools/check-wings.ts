/**
 * Shows what prevents the deletion of a wing of src/: `npm run check:wings`.
 *
 * Nothing imports a door, so src/ compiles without a wing and its lines in the doors if no other file imports the wing.
 * `tools/wing-imports.json` lists the imports that still do. The list may only shrink: an import that is not in it fails, and
 * so does a line whose import is gone.
 */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..");
const source = join(root, "src");
const listName = "tools/wing-imports.json";
const wings = ["security", "changes", "server", "beside", "client", "tools"];

/** A wing that goes with another: `tools/` reads histories, so it cannot stay without `changes/`. */
const goesWith = new Map([["tools", "changes"]]);

const names = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
  /\/.*\.ts$/.test(name),
);
const known = new Set(JSON.parse(readFileSync(join(root, listName), "utf8")) as readonly string[]);
const found = new Set(names.flatMap(importsOfOtherWings).sort());
const added = [...found].filter((one) => !known.has(one));
const gone = [...known].filter((one) => !found.has(one));
for (const one of added) console.error(`a wing could not be deleted because of ${one}`);
for (const one of gone) console.error(`${listName}: remove ${JSON.stringify(one)}, which is gone`);
if (added.length + gone.length > 0) process.exitCode = 1;
for (const wing of wings) {
  const count = [...found].filter((one) => one.includes(`-> ${wing}/`)).length;
  console.log(`${wing}: ${count === 0 ? "can be deleted" : `${count} imports prevent its deletion`}`);
}

/** Lists the imports of wings that do not contain the file: `core/app/build.ts -> changes/rules/changes`. */
function importsOfOtherWings(name: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(source, name), "utf8"));
  return importedFiles.flatMap(({ fileName }) => {
    const imported = join(dirname(name), fileName);
    const wing = wings.find((one) => imported.startsWith(`${one}/`));
    const [room = ""] = name.split("/");
    const isLeft = wing !== undefined && room !== wing && goesWith.get(room) !== wing;
    return isLeft ? [`${name} -> ${imported}`] : [];
  });
}
