import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { buildSync } from "esbuild";
import { publishedBy } from "./manifest";
import { sourceOf, writeModules } from "./module-files";

/**
 * Compiles what a working tree's package.json publishes, each entry to one file, and what they share to files under `shared`: Node takes
 * longer to find and wrap two hundred files than to read them.
 */
export function bundle(tree: string, folder: string): void {
  const { entries, commands } = publishedBy(tree);
  const compiled = [...entries.map((entry) => entry.require.default), ...commands];
  const temporary = mkdtempSync(join(tmpdir(), "entries-"));
  const settings = { platform: "node", target: "node20", absWorkingDir: tree } as const;
  // It splits ES modules alone; what they came to is then made CommonJS, file by file.
  const { outputFiles } = buildSync({
    ...settings,
    entryPoints: compiled.map((file) => entryPoint(file, tree, temporary)),
    outdir: folder,
    bundle: true,
    packages: "external",
    splitting: true,
    format: "esm",
    chunkNames: "shared/[hash]",
    define: { require: "ownRequire" },
    write: false,
  });
  rmSync(temporary, { recursive: true });
  for (const { path, text } of outputFiles) {
    if (loadsNothing(path, text)) writeFileSync(path.replace(/js$/, "mjs"), text);
    buildSync({
      ...settings,
      stdin: { contents: path.includes("/shared/") ? exportingValues(text) : text, sourcefile: path },
      outfile: path,
      format: "cjs",
      // In an ES module it would be a function of esbuild's, which other bundlers cannot follow to ajv.
      define: { ownRequire: "require" },
    });
  }
  writeModules(tree, join(folder, "modules"));
}

/**
 * The source of an entry. Those that are given an App, or its options, load the main entry: their programs have loaded it, and without this import esbuild
 * would split what they share with it into twice as many files.
 */
function entryPoint(
  file: string,
  tree: string,
  temporary: string,
): { readonly in: string; readonly out: string } {
  const out = basename(file, ".js");
  const source = join(tree, sourceOf(file));
  if (!givenApp.has(out)) return { in: source, out };
  const [main, written] = [join(tree, "src/index.ts"), join(temporary, `${out}.ts`)];
  writeFileSync(written, `import ${JSON.stringify(main)};\nexport * from ${JSON.stringify(source)};\n`);
  return { in: written, out };
}

const givenApp: ReadonlySet<string> = new Set(["check", "docs", "recordings", "server", "testing", "tools"]);

/** True for an entry with values that needs neither Node nor another file: browsers load it as it is. */
function loadsNothing(path: string, text: string): boolean {
  return !/[/\\]shared[/\\]/.test(path) && /^export \{/m.test(text) && !/^import |\bownRequire\b/m.test(text);
}

/**
 * The text of a shared file with its exports as plain members: esbuild would make each a getter that calls another, for every call between
 * files. Their values are settled, since esbuild puts what needs each other into one file.
 */
function exportingValues(text: string): string {
  return text.replace(/^export \{([^}]*)\};\s*$/m, (_, list: string) => {
    const members = list.split(",").map((member) => member.trim().replace(/^(\S+) as (\S+)$/, "$2: $1"));
    return `module.exports = { ${members.filter((member) => member !== "").join(", ")} };`;
  });
}
