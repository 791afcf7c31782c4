import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The core of the measured servers, that of what drives them, and what V8 may use two of. */
export type Core = "server" | "load" | "any";

/** The command in front of a process that keeps it on its core; empty where that can't be done. */
export function pinned(core: Core): readonly string[] {
  const [first, second] = cores;
  if (first === undefined || second === undefined || core === "any") return [];
  return ["taskset", "-c", core === "server" ? first : second];
}

/** For how long anything has run on the servers' core, in microseconds; undefined where that can't be told. */
export function busyTime(): number | undefined {
  if (cores.length < 2) return undefined;
  const line = new RegExp(`^cpu${cores[0]} (\\d+) (\\d+) (\\d+)`, "m").exec(
    readFileSync("/proc/stat", "utf8"),
  );
  // User, nice and system, each in ticks of 10 ms.
  return line ? line.slice(1).reduce((sum, ticks) => sum + Number(ticks) * 10_000, 0) : undefined;
}

const cores = allowedCores();

/** The cores that this process may use, of which there have to be two. */
function allowedCores(): readonly string[] {
  if (spawnSync("taskset", ["--version"]).status !== 0) return [];
  try {
    const list = /^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "";
    return list.split(",").flatMap((range) => {
      const [from = "", to = from] = range.split("-");
      return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => String(Number(from) + i));
    });
  } catch {
    return [];
  }
}
