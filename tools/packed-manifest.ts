/**
 * The package.json that is packed: this one, without the fields that only this repository reads.
 *
 * npm packs the file that it finds in the folder, so `prepack` replaces it and `postpack` puts the original back. npm runs no
 * `postpack` after a failure or a signal: a process of its own watches npm, and puts the original back when npm has ended.
 *
 * ```
 * node --import tsx tools/packed-manifest.ts write
 * node --import tsx tools/packed-manifest.ts restore
 * ```
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const root = join(__dirname, "..");
const manifest = join(root, "package.json");

/** Both texts, while package.json is the packed one. */
interface Packing {
  readonly original: string;
  readonly packed: string;
}

const record = join(root, "node_modules/.cache/packing.json");

/** What the scripts, the workspaces and the tools of this repository read; test/surroundings/package lists what is left. */
const DEVELOPMENT = ["workspaces", "scripts", "prettier", "knip", "devDependencies"];

/** In milliseconds: packing takes a second. It bounds the wait where the system does not tell which process is npm. */
const PATIENCE = 60_000;

void main(process.argv.slice(2));

async function main([command, pid]: readonly string[]): Promise<void> {
  if (command === "write") write();
  else if (command === "restore") restore();
  else if (command === "watch") await watch(Number(pid));
  else throw new Error("usage: node --import tsx tools/packed-manifest.ts write|restore");
}

function write(): void {
  // An earlier `npm pack` may have left its own.
  restore();
  const original = readFileSync(manifest, "utf8");
  const packing: Packing = { original, packed: packed(original) };
  mkdirSync(dirname(record), { recursive: true });
  replace(record, JSON.stringify(packing));
  const watcher = spawn(
    process.execPath,
    [...process.execArgv, __filename, "watch", String(npmAbove(process.ppid) ?? 0)],
    { cwd: root, detached: true, stdio: "ignore" },
  );
  watcher.unref();
  replace(manifest, packing.packed);
}

/** Puts the original back, unless somebody has written another package.json in the meantime. */
function restore(): void {
  if (!existsSync(record)) return;
  const { original, packed } = JSON.parse(readFileSync(record, "utf8")) as Packing;
  if (readFileSync(manifest, "utf8") === packed) replace(manifest, original);
  rmSync(record, { force: true });
}

async function watch(npm: number): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (existsSync(record) && Date.now() < end && isRunning(npm)) await sleep(100);
  restore();
}

function packed(text: string): string {
  const fields = Object.entries(JSON.parse(text) as object).filter(([name]) => !DEVELOPMENT.includes(name));
  return `${JSON.stringify(Object.fromEntries(fields), undefined, 2)}\n`;
}

/** In one step: whoever reads the file meanwhile finds the old text or the new one, never half of it. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** The nearest process above that is no shell, since npm starts its scripts by one; undefined where there is no `ps`. */
function npmAbove(pid: number): number | undefined {
  const { status, stdout } = spawnSync("ps", ["-o", "ppid=,comm=", "-p", String(pid)], { encoding: "utf8" });
  if (status !== 0) return undefined;
  const [, parent, name = ""] = /^\s*(\d+)\s+(.*)$/m.exec(stdout) ?? [];
  return /(?:^|[/-])(?:ba|da|k|z)?sh$/.test(name) ? npmAbove(Number(parent)) : pid;
}

/** Zero, for a process that nobody knows, is this process's own group, which runs. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
