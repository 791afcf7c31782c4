import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../support/run-process";

const LOCK = join(__dirname, "package-lock.json");
const INSTALLED = join(__dirname, "node_modules/.of-lock.json");

/** Installs the tools beside their lock, unless they are there: nobody else's `npm ci` waits for them. */
export function installTools(): void {
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, "utf8") === readFileSync(LOCK, "utf8")) return;
  run(__dirname, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
  run(__dirname, "cp", LOCK, INSTALLED);
}
