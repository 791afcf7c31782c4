import { join } from "node:path";
import * as ts from "typescript";
import * as main from "versioned-controllers";
import { says } from "../../src/model/setting";
import { read, root } from "./markdown";

const entries = {
  "versioned-controllers": "src/index.ts",
  "versioned-controllers/check": "src/check.ts",
  "versioned-controllers/docs": "src/docs.ts",
  "versioned-controllers/server": "src/server.ts",
  "versioned-controllers/testing": "src/testing.ts",
  "versioned-controllers/types": "src/types.ts",
  "versioned-controllers/usage": "src/usage.ts",
};
const index = "docs/reference/README.md";
// Names and members are all that is asked for: nothing outside of src/ is read, which would take most of the time.
const options: ts.CompilerOptions = { module: ts.ModuleKind.Node20, noLib: true, types: [] };
const host: ts.CompilerHost = {
  ...ts.createCompilerHost(options),
  resolveModuleNameLiterals: (literals, file) =>
    literals.map(({ text }) =>
      text.startsWith(".")
        ? ts.resolveModuleName(text, file, options, ts.sys)
        : { resolvedModule: undefined },
    ),
};
const program = ts.createProgram(
  Object.values(entries).map((file) => join(root, file)),
  options,
  host,
);
const checker = program.getTypeChecker();

test.each(Object.entries(entries))(
  "the index holds every name that %s exports, and no other",
  (entry, file) => {
    const names = exportsOf(file).map(({ name }) => name);
    expect(namesIn(index, entry)).toEqual(names.toSorted(inOrder));
  },
);

test("the table of options holds every option, and no other", () => {
  // Exports that can be decorators carry the symbol: the options, the verbs and Router.
  const decorators = Object.entries(main).filter(([, value]) => Object.hasOwn(Object(value) as object, says));
  const documented = namesIn("docs/reference/options.md", "All options");
  const others = rowsIn(index, "versioned-controllers").filter((row) =>
    /\| (?:verb|class, decorator) /.test(row),
  );
  const options = decorators.map(([name]) => name).filter((name) => !others.flatMap(namesOf).includes(name));
  expect(documented.toSorted(inOrder)).toEqual(options.toSorted(inOrder));
});

test.each([
  ["AppOptions", "app.md", "AppOptions"],
  ["Route", "app.md", "Route"],
  ["VersioningOptions", "versions.md", "VersioningOptions"],
  ["HTTPErrorOptions", "serving.md", "HTTPError"],
  ["ErrorFormat", "serving.md", "ErrorFormat"],
  ["BodyOptions", "schemas.md", "BodyOptions"],
  ["Lifecycle", "lifecycle.md", "Fields"],
  ["ServerOptions", "server.md", "ServerOptions"],
  ["HostedTestClientOptions", "testing.md", "Options"],
])("every member of %s stands in %s, %s, and no other", (name, page, heading) => {
  const members = Object.values(entries)
    .flatMap(exportsOf)
    .filter((exported) => exported.name === name)
    .flatMap((exported) => checker.getDeclaredTypeOfSymbol(exported).getProperties())
    .map((member) => member.name);
  expect(namesIn(`docs/reference/${page}`, heading).toSorted(inOrder)).toEqual(members.toSorted(inOrder));
});

/** The symbols that a file exports, with types and re-exports. */
function exportsOf(file: string): readonly ts.Symbol[] {
  const source = program.getSourceFile(join(root, file));
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} exports nothing`);
  return checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
}

/** The names in the first column of the tables that follow a heading. */
function namesIn(page: string, heading: string): readonly string[] {
  return rowsIn(page, heading).flatMap(namesOf);
}

/** The rows of the tables between a heading, of any level, and the next one. */
function rowsIn(page: string, heading: string): readonly string[] {
  const section = read(page)
    .split(/^#+ /m)
    .find((text) => text.startsWith(`${heading}\n`));
  return (section ?? "").split("\n").filter((line) => line.startsWith("| `"));
}

/** `Summary` and `Description` of "| `Summary`, `Description` | ... |"; of a call its name. */
function namesOf(row: string): readonly string[] {
  const [, first = ""] = row.split("|");
  return [...first.matchAll(/`(\w+)/g)].map(([, name]) => name ?? "");
}

/** As an index has them: whatever their case. */
function inOrder(one: string, other: string): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}
