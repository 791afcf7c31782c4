/**
 * Measures the size of src/: `npx tsx tools/house.ts`.
 *
 * Lines in all, of the core and of each wing, files, small files with one importer, functions of over 60 lines, and the
 * code of a build where there is one.
 */
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..");
const mostLinesOfCrumb = 60;
const mostLinesOfFunction = 60;

const files = filesBelow("src", ".ts").map((name) => readSource(name));

const sum = (counted: readonly { readonly lines: number }[]): number =>
  counted.reduce((total, { lines }) => total + lines, 0);
console.log(`src: ${sum(files)} lines in ${files.length} files`);
for (const room of new Set(files.map(({ name }) => name.split("/").slice(1, -1)[0] ?? "doors")).values()) {
  const own = files.filter(
    ({ name }) => name.startsWith(`src/${room}/`) || (room === "doors" && dirname(name) === "src"),
  );
  console.log(`  ${room}: ${sum(own)} lines in ${own.length} files`);
}

const built = existsSync(join(root, "dist")) ? filesBelow("dist", ".js") : [];
if (built.length > 0) {
  const bytes = built.reduce((total, file) => total + statSync(join(root, file)).size, 0);
  console.log(`dist: ${Math.round(bytes / 1000)} KB of code in ${built.length} files`);
}

const crumbs = files.filter(
  ({ name, lines }) => lines < mostLinesOfCrumb && dirname(name) !== "src" && importersOf(name).length === 1,
);
print(
  `files of under ${mostLinesOfCrumb} lines with one importer`,
  crumbs.map(({ name, lines }) => `${name}: ${lines}, imported by ${importersOf(name).join()}`),
);
print(`functions of over ${mostLinesOfFunction} lines`, files.flatMap(longFunctions));

function filesBelow(folder: string, ending: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);
}

interface SourceText {
  readonly name: string;
  readonly lines: number;
  readonly tree: ts.SourceFile;
  readonly imports: readonly string[];
}

function readSource(name: string): SourceText {
  const text = readFileSync(join(root, name), "utf8");
  const imports = ts
    .preProcessFile(text)
    .importedFiles.flatMap(({ fileName }) =>
      fileName.startsWith(".") ? [relative(root, join(root, dirname(name), fileName))] : [],
    );
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  return { name, lines: text.split("\n").length - 1, tree, imports };
}

function importersOf(name: string): readonly string[] {
  const asImported = [name.replace(/\.ts$/, ""), name.replace(/\/index\.ts$/, "")];
  return files
    .filter(({ imports }) => imports.some((file) => asImported.includes(file)))
    .map((file) => file.name);
}

function longFunctions({ name, tree }: SourceText): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const [from, to] = [node.getStart(), node.getEnd()].map(
        (at) => tree.getLineAndCharacterOfPosition(at).line,
      );
      const lines = (to ?? 0) - (from ?? 0) + 1;
      if (lines > mostLinesOfFunction) found.push(`${name}:${(from ?? 0) + 1}: ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function print(what: string, rows: readonly string[]): void {
  console.log(`${what}: ${rows.length}`);
  for (const row of rows) console.log(`  ${row}`);
}
