/* What a hundred added members cost: lines and characters of the program, instantiations, time of Build. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { format, resolveConfig } from "prettier";
import { buildPackage, top } from "./build";
import { quantile } from "./statistics";
import { table } from "./table";
import { membersProgram, membersText, ways, type Way } from "./type-cost/added-members";
import { openBench } from "./type-cost/compile";

const usage = `npm run bench:members
Prints what 20 models cost that get a hundred members over three versions; run "npm run build" first.`;

const processes = 15;

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--help")) {
    console.log(usage);
    return;
  }
  const cache = join(top, "node_modules", ".cache");
  const folder = mkdtempSync(join(cache, "members-"));
  const bench = openBench(cache);
  try {
    const built = buildPackage(top);
    const rows: string[][] = [];
    for (const way of Object.keys(ways) as Way[]) {
      const text = await formatted(membersText(way));
      const { instantiations } = bench.costOf(membersProgram(way), "TypeScript 6");
      rows.push([
        ways[way],
        String(text.split("\n").filter((line) => line !== "").length),
        text.replaceAll(/\s+/g, " ").length.toLocaleString("en"),
        instantiations.toLocaleString("en"),
        buildTime(text, folder, built).toFixed(0),
      ]);
    }
    console.log(
      table(["a hundred added members", "lines", "characters", "instantiations", "Build, ms"], rows),
    );
  } finally {
    bench.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As the repository's own files are written. */
async function formatted(text: string): Promise<string> {
  const config = await resolveConfig(join(top, "bench", "main.ts"));
  return await format(text, { ...config, parser: "typescript" });
}

/** The median over fresh processes of what the first `Build` of one takes. */
function buildTime(text: string, folder: string, built: string): number {
  const { code } = transformSync(text, { format: "cjs", target: "node20" });
  const file = join(folder, "members.cjs");
  writeFileSync(file, code.replaceAll('"versioned-controllers"', JSON.stringify(join(built, "index.js"))));
  const script = `const { app } = require(${JSON.stringify(file)}); const start = performance.now(); app.Build(); console.log(performance.now() - start);`;
  const times = Array.from({ length: processes }, () =>
    Number(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" })),
  );
  return quantile(times, 0.5);
}

void main(process.argv.slice(2));
