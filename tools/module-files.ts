import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";
import { publishedBy } from "./manifest";

/**
 * Compiles each file of `src/` that an entry loads to an ES module of its own, for bundlers: they leave out the modules of which a program
 * uses nothing. `sideEffects` in package.json lists those that they must keep.
 */
export function writeModules(tree: string, folder: string): void {
  const files = filesOf(tree);
  const loaders = files.filter((file) => /\brequire\("/.test(readFileSync(join(tree, file), "utf8")));
  const settings = {
    absWorkingDir: tree,
    outbase: "src",
    outdir: folder,
    platform: "node",
    target: "es2022",
    write: false,
  } as const;
  const modules = buildSync({
    ...settings,
    entryPoints: files.filter((file) => !loaders.includes(file)),
    format: "esm",
    outExtension: { ".js": ".mjs" },
  });
  // Not all bundlers follow a `require` of an ES module.
  const commonJS = buildSync({
    ...settings,
    entryPoints: loaders,
    format: "cjs",
    outExtension: { ".js": ".cjs" },
  });
  const isLoader = (path: string): boolean =>
    commonJS.outputFiles.some((file) => file.path === `${path}.cjs`);
  for (const { path, text } of [...modules.outputFiles, ...commonJS.outputFiles]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      text.replace(
        / from "(\.[^"]+)";$|^import "(\.[^"]+)";$/gm,
        (line: string, from?: string, alone?: string) => {
          const name = from ?? alone ?? "";
          return line.replace(name, name + (isLoader(join(dirname(path), name)) ? ".cjs" : ".mjs"));
        },
      ),
    );
  }
}

/** The files of `src/` that the entries load, without those that give them types alone. */
function filesOf(tree: string): readonly string[] {
  const { metafile } = buildSync({
    absWorkingDir: tree,
    entryPoints: publishedBy(tree).entries.map(({ require }) => sourceOf(require.default)),
    bundle: true,
    packages: "external",
    platform: "node",
    outdir: "dist",
    metafile: true,
    write: false,
  });
  return Object.keys(metafile.inputs);
}

export function sourceOf(compiled: string): string {
  return compiled.replace("./dist/", "src/").replace(/js$/, "ts");
}
