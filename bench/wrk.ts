import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { delivered, type Delivery, type Order } from "./order";
import type { Request } from "./workload";

const run = promisify(execFile);

/** Whether there is one to run. */
export function hasWrk(): boolean {
  return spawnSync("wrk", ["--version"]).error === undefined;
}

/** wrk runs for whole seconds; it has no thread but one, and counts statuses in its script. */
export async function fireWrk(order: Order): Promise<Delivery> {
  const { port, seconds, connections, requests } = order;
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const script = join(folder, "requests.lua");
  writeFileSync(script, scriptFor(requests));
  try {
    const { stdout } = await run("wrk", [
      ...["--threads", "1", "--connections", String(connections)],
      ...["--duration", `${Math.max(1, Math.round(seconds))}s`],
      ...["--script", script, `http://127.0.0.1:${port}`],
    ]);
    const counts = [...stdout.matchAll(/^status (\d+) (\d+)$/gm)].map(
      ([, status, count]) => [Number(status), Number(count)] as const,
    );
    const said = (name: string): number => Number(new RegExp(`^${name} ([\\d.]+)$`, "m").exec(stdout)?.[1]);
    return delivered(order, { counts, errors: said("errors"), p99: said("p99") / 1000 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Each connection takes the next request; `done` runs elsewhere, so what `response` counts is kept in its thread. */
function scriptFor(requests: readonly Request[]): string {
  const lines = requests.map(({ method, path, headers, content }) => {
    const fields = Object.entries(headers).map(
      ([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`,
    );
    return `  wrk.format(${JSON.stringify(method)}, ${JSON.stringify(path)}, {Host=wrk.host, ${fields.join(", ")}}, ${content === undefined ? "nil" : JSON.stringify(content)}),`;
  });
  return `
local threads = {}
function setup(thread) table.insert(threads, thread) end
function init()
  at, counts, requests = 0, {}, {
${lines.join("\n")}
  }
end
function request() at = at % #requests + 1; return requests[at] end
function response(status) counts[status] = (counts[status] or 0) + 1 end
function done(summary, latency)
  for status, count in pairs(threads[1]:get("counts")) do print("status " .. status .. " " .. count) end
  local errors = summary.errors
  print("p99 " .. latency:percentile(99))
  print("errors " .. errors.connect + errors.read + errors.write + errors.timeout)
end
`;
}
