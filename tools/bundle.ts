import { buildSync } from "esbuild";
import { publishedBy } from "./manifest";

/**
 * Compiles what a working tree's package.json publishes, each entry to one file, and what they share to files under `shared`: Node takes
 * longer to find and wrap two hundred files than to read them.
 */
export function bundle(tree: string, folder: string): void {
  const { entries, commands } = publishedBy(tree);
  const compiled = [...entries.map((entry) => entry.require.default), ...commands];
  const settings = { platform: "node", target: "node20", absWorkingDir: tree } as const;
  // It splits ES modules alone; what they came to is then made CommonJS, file by file.
  const { outputFiles } = buildSync({
    ...settings,
    entryPoints: compiled.map((file) => file.replace("./dist/", "src/").replace(/js$/, "ts")),
    outbase: "src",
    outdir: folder,
    bundle: true,
    packages: "external",
    splitting: true,
    format: "esm",
    chunkNames: "shared/[hash]",
    define: { require: "ownRequire" },
    write: false,
  });
  for (const { path, text } of outputFiles) {
    buildSync({
      ...settings,
      stdin: { contents: text, sourcefile: path },
      outfile: path,
      format: "cjs",
      // In an ES module it would be a function of esbuild's, which other bundlers cannot follow to ajv.
      define: { ownRequire: "require" },
    });
  }
}
