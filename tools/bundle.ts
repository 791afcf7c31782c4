import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly require: { readonly default: string } }>>;
  readonly bin: Readonly<Record<string, string>>;
}

/**
 * Compiles the entries of a working tree's package.json, each to one file, and what they share to files under `shared`: Node takes
 * longer to find and wrap two hundred files than to read them.
 */
export async function bundle(tree: string, folder: string): Promise<void> {
  const { exports, bin } = JSON.parse(readFileSync(join(tree, "package.json"), "utf8")) as Manifest;
  const required = Object.values(exports).flatMap((entry) =>
    typeof entry === "string" ? [] : [entry.require.default],
  );
  const sources = [...required, ...Object.values(bin)].map((file) =>
    file.replace("./dist/", "src/").replace(/js$/, "ts"),
  );
  const settings = { platform: "node", target: "node20", absWorkingDir: tree } as const;
  // It splits ES modules alone; what they came to is then made CommonJS, file by file.
  const { outputFiles } = await build({
    ...settings,
    entryPoints: sources,
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
  await Promise.all(
    outputFiles.map(({ path, text }) =>
      build({
        ...settings,
        stdin: { contents: text, sourcefile: path },
        outfile: path,
        format: "cjs",
        // In an ES module it would be a function of esbuild's, which other bundlers cannot follow to ajv.
        define: { ownRequire: "require" },
      }),
    ),
  );
}
