import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

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
  const compiled = Object.values(exports).flatMap((entry) =>
    typeof entry === "string" ? [] : [entry.require.default],
  );
  const names = [...compiled, ...Object.values(bin)].map((file) =>
    file.slice("./dist/".length, -".js".length),
  );
  const build = await rolldown({
    cwd: tree,
    input: Object.fromEntries(names.map((name) => [name, `./src/${name}.ts`])),
    platform: "node",
    external: /^[^./]/,
    tsconfig: false,
    transform: { target: "es2022" },
  });
  await build.write({
    dir: folder,
    format: "cjs",
    exports: "named",
    esModule: true,
    generatedCode: { symbols: false },
    chunkFileNames: "shared/[name].js",
  });
  await build.close();
}
