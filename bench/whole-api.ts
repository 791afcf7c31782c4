import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildAt, buildBench, buildPackage, top } from "./build";
import type { NineVersionsCosts } from "./nine-versions";
import { startProcess } from "./processes";
import { bestOf, spreadOf } from "./statistics";
import { table } from "./table";

// `npm run bench:api -- [git ref]`: an API of nine versions and thirty changes, in turn with the package of a ref if one is named.
const repetitions = 12;

/** The costs of one repetition in milliseconds of CPU; the guide also has lines. */
interface APICosts extends NineVersionsCosts {
  readonly guide: number;
  readonly lines: number;
  readonly check: number;
}

const parts: readonly (readonly [name: string, part: keyof APICosts])[] = [
  ["Build in a fresh process", "build"],
  ["Build once more, warm", "again"],
  ["all documents", "documents"],
  ["CheckChanges", "laws"],
  ["the command guide from 1 to 9, with loading and Build", "guide"],
  ["lines of that guide", "lines"],
  ["the command check with frozen conversions, with loading and Build", "check"],
];

async function main([ref]: readonly string[]): Promise<void> {
  const bench = buildBench();
  const sides = [buildPackage(top), ...(ref === undefined ? [] : [buildAt(ref)])].map((built) => ({
    built,
    costs: [] as APICosts[],
  }));
  for (let i = 0; i < repetitions; i++) {
    for (const { built, costs } of i % 2 === 0 ? sides : sides.toReversed()) {
      const { ready, stop } = await startProcess("any", [join(bench, "nine-versions.js"), built]);
      stop();
      costs.push({
        ...(ready as NineVersionsCosts),
        ...guideCosts(bench, built),
        check: checkCost(bench, built),
      });
    }
  }
  const figures = (part: keyof APICosts): readonly string[] =>
    sides.flatMap(({ costs }) => {
      const values = costs.map((cost) => cost[part]);
      return [bestOf(values).toFixed(0), spreadOf(values).median.toFixed(0)];
    });
  const head = sides.flatMap((_, i) => [i === 0 ? "best quarter" : `at ${String(ref)}`, "median"]);
  console.log(
    table(
      ["ms of CPU: 26 routes, 9 versions, 30 changes", ...head],
      parts.map(([name, part]) => [name, ...figures(part)]),
    ),
  );
}

function guideCosts(bench: string, built: string): Pick<APICosts, "guide" | "lines"> {
  const { cost, output } = commandCost(bench, built, ["guide", "1", "9"]);
  return { guide: cost, lines: output.split("\n").length };
}

function checkCost(bench: string, built: string): number {
  const frozen = mkdtempSync(join(tmpdir(), "versioned-controllers-frozen-"));
  try {
    commandCost(bench, built, ["freeze", "--all", "--dir", frozen]);
    return commandCost(bench, built, ["check", "--dir", frozen]).cost;
  } finally {
    rmSync(frozen, { recursive: true });
  }
}

/** Runs a command on the API as a process of its own. */
function commandCost(
  bench: string,
  built: string,
  [name = "", ...args]: readonly string[],
): { readonly cost: number; readonly output: string } {
  const command = [join(built, "cli.js"), name, join(bench, "nine-versions-module.js"), ...args];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--require", join(bench, "cpu-at-exit.js"), ...command],
    { encoding: "utf8", env: { ...process.env, BUILT: built } },
  );
  if (status !== 0) throw new Error(`${name} has ended with ${String(status)}: ${stderr}`);
  return { cost: Number(stderr.split("\n").at(-1)) / 1000, output: stdout };
}

void main(process.argv.slice(2));
