import { spawnSync } from "node:child_process";

/** Runs a command in a folder and gives what it printed; throws with everything it said when it fails. */
export function run(folder: string, command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) {
    throw error;
  }
  if (status !== 0) {
    throw new Error(`${command} ${args.join(" ")} ended with ${status ?? "a signal"}\n${stdout}${stderr}`);
  }
  return stdout;
}

export function runNode(folder: string, ...args: readonly string[]): string {
  return run(folder, process.execPath, ...args);
}
