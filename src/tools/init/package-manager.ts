import { join } from "node:path";
import { isTaken } from "../cli/file-changes";

type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

const lockFiles: readonly (readonly [file: string, manager: PackageManager])[] = [
  ["package-lock.json", "npm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
];

/** Finds a project's package manager by its lock file, or else by the `npm_config_user_agent` of npx, pnpm dlx and bunx. */
export function packageManagerIn(folder: string, userAgent = ""): PackageManager {
  const locked = lockFiles.find(([file]) => isTaken(join(folder, file)));
  const called = lockFiles.find(([, manager]) => userAgent.startsWith(`${manager}/`));
  return (locked ?? called)?.[1] ?? "npm";
}
