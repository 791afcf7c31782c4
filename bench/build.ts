import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { bundle } from "../tools/bundle";

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

/** Compiles the package of a working tree as it is published. */
export function buildPackage(tree: string): string {
  const built = temporary();
  bundle(tree, built);
  return built;
}

/** Compiles the package of a ref, in a worktree that shares this one's node_modules. */
export function buildAt(ref: string): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-compare-"));
  const tree = join(folder, "tree");
  git("worktree", "add", "--detach", tree, ref);
  try {
    symlinkSync(join(top, "node_modules"), join(tree, "node_modules"));
    return buildPackage(tree);
  } finally {
    git("worktree", "remove", "--force", tree);
    rmSync(folder, { recursive: true });
  }
}

function git(...args: readonly string[]): void {
  execFileSync("git", args, { cwd: top, stdio: ["ignore", "ignore", "pipe"] });
}

/** Compiles each module of this package for itself, for figures of single functions: what is published has them together. */
export function buildModules(): string {
  return compileFiles(join(top, "src"), ["**/*.ts"]);
}

/** Compiles the benchmark's own files. */
export function buildBench(): string {
  return compileFiles(__dirname, ["*.ts", "peers/*.ts"]);
}

function compileFiles(outbase: string, files: readonly string[]): string {
  const outdir = temporary();
  buildSync({
    entryPoints: files.map((file) => join(outbase, file)),
    outbase,
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
