import { join } from "node:path";
import type { Build } from "./build";
import { startServer } from "./measure";
import type { Setup } from "./peer";
import { startProcess } from "./processes";
import type { BuildTimes } from "./build-time";
import { spreadOf } from "./statistics";
import { table } from "./table";

const repetitions = 7;

/** Time to load, to Build and to listen, and memory at listen: medians of fresh processes, interleaved. */
export async function startUp(build: Build): Promise<string> {
  const servers = [
    { name: "bare express", file: "bare-express.ts", paths: 1 },
    { name: "ours", file: "ours.ts", paths: 1 },
    { name: "ours", file: "ours.ts", paths: 1000 },
    { name: "Express router", file: "express-router.ts", paths: 1000 },
  ].map((server) => ({ ...server, listens: [] as number[], rss: [] as number[] }));
  const times: BuildTimes[] = [];
  const loads: number[] = [];
  for (let i = 0; i < repetitions; i++) {
    times.push((await saidBy(build, "build-time.js")) as BuildTimes);
    loads.push((await saidBy(build, "load-time.js")) as number);
    for (const { file, paths, listens, rss } of servers) {
      const setup: Setup = { scheme: "uri", paths, built: build.built };
      const { process, listening } = await startServer(build, file, setup);
      process.stop();
      listens.push(listening.listenedAfter);
      rss.push(listening.rss);
    }
  }
  const floor = spreadOf(servers[0]?.rss ?? []).median;
  return [
    `require after Express's own: ${milliseconds(loads)}`,
    `1000 paths in two versions, after imports, in a fresh process: ` +
      `Build ${milliseconds(times.map((time) => time.build))}, ` +
      `registration ${milliseconds(times.map((time) => time.registration))}`,
    table(
      ["start", "paths", "listens after", "RSS at listen, MB", "over bare"],
      servers.map(({ name, paths, listens, rss }) => [
        name,
        String(paths),
        milliseconds(listens),
        megabytes(spreadOf(rss).median),
        megabytes(spreadOf(rss).median - floor),
      ]),
    ),
  ].join("\n");
}

/** The message of a fresh process that measures itself. */
async function saidBy({ bench, built, node }: Build, file: string): Promise<unknown> {
  const { ready, stop } = await startProcess("any", [join(bench, file), built], node);
  stop();
  return ready;
}

function milliseconds(values: readonly number[]): string {
  const { median, lowest, highest } = spreadOf(values);
  return `${median.toFixed(1)} ms (${lowest.toFixed(1)}-${highest.toFixed(1)})`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
