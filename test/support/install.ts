import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run-process";

/** Installs what a folder's own lock names, unless it is there: nobody else's `npm ci` waits for it. */
export function installByLock(folder: string): void {
  const lock = join(folder, "package-lock.json");
  const installed = join(folder, "node_modules/.of-lock.json");
  if (existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(lock, "utf8")) return;
  run(folder, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
  run(folder, "cp", lock, installed);
}
