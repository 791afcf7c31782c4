import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";

/** The working tree that this benchmark is part of. */
export const top = join(__dirname, "..");

/** Compiled code of one run, which is gone when it ends. */
export interface Build {
  /** This package, compiled as it is published. */
  readonly built: string;
  /** The benchmark's own files. */
  readonly bench: string;
  /** The Node that the servers run under. */
  readonly node: string;
}

/** Compiles what the measured processes load, so that none of them runs through tsx. */
export function build(node: string): Build {
  return { built: buildPackage(top), bench: buildBench(), node };
}

/** Compiles the package of a working tree with the compiler and the settings that make what is published. */
export function buildPackage(tree: string): string {
  const outDir = temporary();
  const compiler = join(top, "node_modules", "typescript", "bin", "tsc");
  const { stdout, status } = spawnSync(
    process.execPath,
    [
      compiler,
      "-p",
      join(tree, "tools", "tsconfig.build.json"),
      "--outDir",
      outDir,
      "--declaration",
      "false",
    ],
    { encoding: "utf8" },
  );
  if (!existsSync(join(outDir, "index.js"))) throw new Error(`the package does not compile:\n${stdout}`);
  if (status !== 0) console.warn(`the package has type errors:\n${stdout}`);
  return outDir;
}

/** Compiles the benchmark's own files. */
export function buildBench(): string {
  const outdir = temporary();
  buildSync({
    entryPoints: ["*.ts", "peers/*.ts"].map((file) => join(__dirname, file)),
    outbase: __dirname,
    outdir,
    format: "cjs",
    platform: "node",
    target: "node20",
  });
  return outdir;
}

/** Fetches the packages of bench/package.json on the first run; false, with the reason printed, where that fails. */
export function fetchPeers(): boolean {
  if (existsSync(join(__dirname, "node_modules", ".package-lock.json"))) return true;
  console.log("fetching the packages of bench/package.json, once");
  try {
    execFileSync("npm", ["ci", "--prefix", __dirname, "--no-audit", "--no-fund"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    return true;
  } catch (error) {
    console.log(`they can't be fetched: ${String(error)}`);
    return false;
  }
}

/** Not `dist`, which may be in use, but a folder whose `node_modules` are the top's too. */
function temporary(): string {
  const cache = join(top, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "bench-"));
  process.on("exit", () => {
    rmSync(folder, { recursive: true, force: true });
  });
  // Without a listener they would end it without an exit.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  return folder;
}
