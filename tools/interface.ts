/**
 * Holds docs/reference/interface/<entry>.d.ts, the report of what each entry point declares, against dist/.
 *
 * `tsx tools/interface.ts` fails where a report is out of date, `tsx tools/interface.ts --fix` writes it; build first.
 * A report has no comments and is sorted by name, so that its difference is a difference of the interface.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { format } from "prettier";
import ts from "typescript";
import { publishedBy } from "./manifest";

const root = join(__dirname, "..");
const dist = join(root, "dist") + sep;
const reports = join(root, "docs/reference/interface");

const { prettier: style } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  prettier: object;
};
const entries = publishedBy(root).entries.map((entry) => entry.require.types);

const program = ts.createProgram(
  entries.map((types) => join(root, types)),
  { module: ts.ModuleKind.Node20, target: ts.ScriptTarget.ES2022, strict: true, skipLibCheck: true },
);
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true });

/** The symbols that a report has shown: the others only name them. */
const shown = new Set<ts.Symbol>();

void main();

async function main(): Promise<void> {
  const isFixing = process.argv.includes("--fix");
  mkdirSync(reports, { recursive: true });
  for (const types of entries) {
    const name = types.replace("./dist/", "");
    const file = join(reports, name);
    const report = await format(reportOf(join(root, types)), { ...style, parser: "typescript" });
    if (isFixing) writeFileSync(file, report);
    else if (!existsSync(file) || readFileSync(file, "utf8") !== report) {
      console.error(
        `docs/reference/interface/${name} is out of date; where that is meant: npm run fix:interface`,
      );
      process.exitCode = 1;
    }
  }
}

/** The declarations of an entry's exports, and of all types of the package that these are made of, each in one report. */
function reportOf(entry: string): string {
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${entry} is missing: run npm run build`);
  const names = checker.getExportsOfModule(module);
  const types = new Set(names.filter(isType).map(originalOf));
  const exported = names.map(originalOf);
  const reached = new Set(exported);
  for (const symbol of reached) for (const used of usedBy(symbol)) reached.add(used);
  const inner = [...reached].filter((symbol) => !exported.includes(symbol) && !shown.has(symbol));
  for (const symbol of reached) shown.add(symbol);
  return [
    "// The exports, sorted. Written by `npm run fix:interface`.",
    ...declarationsOf(exported, types),
    ...(inner.length > 0 ? ["// Not exported, but part of the exports."] : []),
    ...declarationsOf(inner),
  ].join("\n\n");
}

/** True for `export type { Name }`: of a name that is a type and a function, it exports the type alone. */
function isType({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((declaration) => ts.isTypeOnlyImportOrExportDeclaration(declaration));
}

/** The symbol that an import or a re-export stands for. */
function originalOf(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The symbols at the top level of the package's files that a symbol's declarations name. */
function usedBy(symbol: ts.Symbol): readonly ts.Symbol[] {
  const used: ts.Symbol[] = [];
  const visit = (node: ts.Node): void => {
    const named = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
    const original = named && originalOf(named);
    if (original && ownDeclarationsOf(original).length > 0) used.push(original);
    ts.forEachChild(node, visit);
  };
  ownDeclarationsOf(symbol).forEach(visit);
  return used;
}

/** The statements of the package that declare a symbol: none for a member, and for what others declare. */
function ownDeclarationsOf(symbol: ts.Symbol): readonly ts.Statement[] {
  return (symbol.declarations ?? []).flatMap((declaration) => {
    const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
    const isOwn = ts.isSourceFile(statement.parent) && statement.parent.fileName.startsWith(dist);
    return isOwn ? [statement as ts.Statement] : [];
  });
}

function declarationsOf(
  symbols: readonly ts.Symbol[],
  types: ReadonlySet<ts.Symbol> = new Set(),
): readonly string[] {
  return (
    symbols
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((symbol) =>
        ownDeclarationsOf(symbol).filter((one) => !types.has(symbol) || !ts.isFunctionDeclaration(one)),
      )
      .map((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, statement.getSourceFile()))
      // The compiler writes `import("./option").Option` where a file does not import the type that it infers.
      .map((printed) => printed.replaceAll(/\bimport\("\.[^"]*"\)\./g, ""))
  );
}
