import { join } from "node:path";
import * as ts from "typescript";
import * as main from "versioned-controllers";
import { says } from "../../src/core/model/setting";
import { pages, root, tablesOf } from "./markdown";

const entries = {
  "versioned-controllers": "src/index.ts",
  "versioned-controllers/check": "src/check.ts",
  "versioned-controllers/client": "src/client.ts",
  "versioned-controllers/docs": "src/docs.ts",
  "versioned-controllers/history": "src/history.ts",
  "versioned-controllers/recordings": "src/recordings.ts",
  "versioned-controllers/server": "src/server.ts",
  "versioned-controllers/testing": "src/testing.ts",
  "versioned-controllers/tools": "src/tools.ts",
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
    expect(namesIn(index, entry).toSorted(inOrder)).toEqual(names.toSorted(inOrder));
  },
);

test("the table of options holds every option, and no other", () => {
  // Exports that can be decorators carry the symbol: the options, the verbs and Router.
  const decorators = Object.entries(main).filter(([, value]) => Object.hasOwn(Object(value) as object, says));
  const documented = namesIn("docs/reference/options.md", "All options");
  const others = rowsIn(index, "versioned-controllers").filter(([, kind = ""]) =>
    ["verb", "class, decorator"].includes(kind),
  );
  const options = decorators.map(([name]) => name).filter((name) => !others.flatMap(namesOf).includes(name));
  expect(documented.toSorted(inOrder)).toEqual(options.toSorted(inOrder));
});

test.each<[name: string, page: string, heading: string, position?: number]>([
  ["AppOptions", "app.md", "AppOptions"],
  ["Route", "app.md", "Route"],
  ["VersioningOptions", "versions.md", "VersioningOptions"],
  ["HTTPErrorOptions", "serving.md", "HTTPError"],
  ["ErrorFormat", "serving.md", "ErrorFormat"],
  ["BodyOptions", "schemas.md", "BodyOptions"],
  ["Lifecycle", "lifecycle.md", "Fields"],
  ["ServerOptions", "server.md", "ServerOptions"],
  ["UpgradeVersion", "server.md", "VersionOfUpgrade"],
  ["HostedTestClientOptions", "testing.md", "Options"],
  ["ResponseOptions", "schemas.md", "WithResponse"],
  ["ShadowOptions", "options.md", "Shadow"],
  ["CatalogOptions", "lifecycle.md", "Catalog"],
  ["VersionedFetchOptions", "client.md", "VersionedFetchOptions"],
  ["VersionNotice", "client.md", "VersionNotice"],
  ["ToolsOfOptions", "tools.md", "ToolsOfOptions"],
  ["AgentTool", "tools.md", "AgentTool"],
  ["RecorderOptions", "recordings.md", "Recorder"],
  ["Recorder", "recordings.md", "Recorder", 1],
  ["ReplayResult", "recordings.md", "Replay"],
  ["ReplayDifference", "recordings.md", "Replay", 1],
  ["UsageCounterOptions", "usage.md", "UsageCounter"],
  ["UsageCounter", "usage.md", "UsageCounter", 1],
  ["UsageCount", "usage.md", "The form of counts"],
])("every member of %s is in %s, %s, and no other", (name, page, heading, position = 0) => {
  const members = Object.values(entries)
    .flatMap(exportsOf)
    .filter((exported) => exported.name === name)
    .flatMap((exported) => checker.getDeclaredTypeOfSymbol(exported).getProperties())
    .map((member) => member.name);
  const tables = tablesOf(`docs/reference/${page}`).filter((table) => table.heading === heading);
  const names = tables[position]?.rows.flatMap(namesOf) ?? [];
  expect(names.toSorted(inOrder)).toEqual([...new Set(members)].toSorted(inOrder));
});

/** Names in tables that are none of the package's: of the language, of HTTP, of tools, and of examples. */
const otherNames = new Set(
  [
    "AsyncLocalStorage Date Error File JSON Math NaN Number Partial Promise RangeError Request Response TypeError METHODS",
    "Accept ApiKey Authorization Bearer Deprecation GET MutualTLS POST",
    "Bun Deno ParseIntPipe",
    "Born Cat NewBook NewCat V Verified",
  ].flatMap((names) => names.split(" ")),
);

test("every name of a table is one that the package exports, or a member of one", () => {
  const known = new Set(Object.values(entries).flatMap(exportsOf).flatMap(namesBelow));
  const unknown = pages()
    .filter((page) => page.startsWith("docs/") && !/^docs\/(decisions|architecture)/.test(page))
    .flatMap(tablesOf)
    .flatMap(({ page, heading, rows }) =>
      rows
        .flatMap((row) => publicNamesIn(page.startsWith("docs/migrate/") ? row.slice(1) : row))
        .filter((name) => !known.has(name) && !otherNames.has(name))
        .map((name) => `${page}, ${heading}: ${name}`),
    );
  expect(unknown).toEqual([]);
});

/** The names in code that begin with a capital letter, but for texts and names of headers. */
function publicNamesIn(row: readonly string[]): readonly string[] {
  return row
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code))
    .map((code) => code.replaceAll(/"[^"]*"/g, '""'))
    .flatMap((code) => [...code.matchAll(/(?<![\w/.-])[A-Z][A-Za-z]*(?![\w-])/g)].map(([name]) => name));
}

/** The name of an export, and those of its members. */
function namesBelow(symbol: ts.Symbol): readonly string[] {
  const members = checker.getDeclaredTypeOfSymbol(symbol).getProperties();
  return [symbol.name, ...members.map(({ name }) => name)];
}

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

/** The rows of the tables below a heading. */
function rowsIn(page: string, heading: string): readonly (readonly string[])[] {
  return tablesOf(page)
    .filter((table) => table.heading === heading)
    .flatMap(({ rows }) => rows);
}

/** `Summary` and `Description` of "`Summary`, `Description`"; of a call its name. */
function namesOf([first = ""]: readonly string[]): readonly string[] {
  return [...first.matchAll(/`(\w+)/g)].map(([, name]) => name ?? "");
}

/** As an index has them: whatever their case. */
function inOrder(one: string, other: string): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}
