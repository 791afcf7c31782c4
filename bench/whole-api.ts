import { join } from "node:path";
import { buildAt, buildBench, buildPackage, top } from "./build";
import type { NineVersionsCosts } from "./nine-versions";
import { startProcess } from "./processes";
import { bestOf, spreadOf } from "./statistics";
import { table } from "./table";

// `npm run bench:api -- [git ref]`: an API of nine versions and thirty changes, in turn with the package of a ref if one is named.
const repetitions = 12;

const parts: readonly (readonly [name: string, part: keyof NineVersionsCosts])[] = [
  ["Build in a fresh process", "build"],
  ["Build once more, warm", "again"],
  ["all documents", "documents"],
  ["CheckChanges", "laws"],
];

async function main([ref]: readonly string[]): Promise<void> {
  const bench = buildBench();
  const sides = [buildPackage(top), ...(ref === undefined ? [] : [buildAt(ref)])].map((built) => ({
    built,
    costs: [] as NineVersionsCosts[],
  }));
  for (let i = 0; i < repetitions; i++) {
    for (const { built, costs } of i % 2 === 0 ? sides : sides.toReversed()) {
      const { ready, stop } = await startProcess("any", [join(bench, "nine-versions.js"), built]);
      stop();
      costs.push(ready as NineVersionsCosts);
    }
  }
  const figures = (part: keyof NineVersionsCosts): readonly string[] =>
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

void main(process.argv.slice(2));
