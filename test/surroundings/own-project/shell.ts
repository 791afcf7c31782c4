import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Runs a command to its end, and gives what it prints; fails if the command does. */
export async function output(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn("bash", ["-ec", command], { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}\n${text}`);
  return text;
}

/** Starts a command, waits until it prints a match, and ends it and its children after `use`. */
export async function whileStarted(
  command: string,
  { cwd, env, pattern }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly pattern: RegExp },
  use: (match: string) => Promise<void>,
): Promise<void> {
  const child = spawn("bash", ["-ec", command], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await use(await printed(child, pattern));
  } finally {
    // The shell's children too: they are a group of their own.
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }
}

/** The first match in what a process prints. */
async function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = "";
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`ended with ${String(code)}\n${text}`);
  });
  const found = new Promise<string>((resolve) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const [match] = pattern.exec(text) ?? [];
      if (match !== undefined) resolve(match);
    });
  });
  // Whoever loses the race must not end the process.
  ended.catch(() => undefined);
  return Promise.race([found, ended]);
}
