import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/** Runs a server in a process of its own, which tells its port by a message, while it is used. */
export async function withServer<Result>(
  file: string,
  args: readonly string[],
  use: (port: number, child: ChildProcess) => Promise<Result>,
): Promise<Result> {
  const child = fork(file, args, {
    execArgv: [...process.execArgv, "--max-old-space-size=512"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  try {
    return await use(await portOf(child), child);
  } finally {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    const end = hasEnded ? undefined : once(child, "exit");
    child.kill();
    await end;
  }
}

async function portOf(child: ChildProcess): Promise<number> {
  const failed = Promise.race([
    once(child, "exit").then(() => "it has ended"),
    sleep(20_000, "it says no port", { ref: false }),
  ]);
  const started = await Promise.race([once(child, "message") as Promise<[number]>, failed]);
  if (typeof started === "string") throw new Error(`the server does not start: ${started}`);
  return started[0];
}
