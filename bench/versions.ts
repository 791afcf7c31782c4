import { join } from "node:path";
import type { Build } from "./build";
import type { VersionCosts } from "./many-versions";
import { startProcess } from "./processes";
import { spreadOf, type Spread } from "./statistics";
import { table } from "./table";

const repetitions = 5;

/** The cost of 100 versions against that of two, and of schemas against their own conversion: fresh processes, interleaved. */
export async function manyVersions(build: Build): Promise<string> {
  const measured: (readonly [two: VersionCosts, hundred: VersionCosts, schemas: VersionCosts])[] = [];
  for (let i = 0; i < repetitions; i++) {
    measured.push([
      await costsOf(build, "2", "none"),
      await costsOf(build, "100", "none"),
      await costsOf(build, "100", "zod"),
    ]);
  }
  const row = (name: string, costOf: (costs: (typeof measured)[number]) => readonly [number, number]) => {
    const pairs = measured.map(costOf);
    const ratios = spreadOf(pairs.map(([one, other]) => one / other));
    return [
      name,
      ...[0, 1].map((i) => spreadOf(pairs.map((pair) => pair[i] ?? Number.NaN)).median.toFixed(1)),
      ratios.median.toFixed(2),
      lowToHigh(ratios),
    ];
  };
  return table(
    ["1000 routes with Since", "", "against", "ratio", "low-high"],
    [
      row("Build of 100 versions, of two: ms of CPU", ([two, hundred]) => [hundred.build, two.build]),
      row("RSS of that, MB", ([two, hundred]) => [hundred.rss / 1e6, two.rss / 1e6]),
      row("all documents of 100, of two, ms", ([two, hundred]) => [hundred.documents, two.documents]),
      row("Build with 1000 zod schemas, their conversion and Build without", ([, none, zod]) => [
        zod.build,
        none.conversion + none.build,
      ]),
    ],
  );
}

async function costsOf({ bench, built }: Build, versions: string, schemas: string): Promise<VersionCosts> {
  const { ready, stop } = await startProcess("any", [
    "--expose-gc",
    join(bench, "many-versions.js"),
    built,
    versions,
    schemas,
  ]);
  stop();
  return ready as VersionCosts;
}

function lowToHigh({ lowest, highest }: Spread): string {
  return `${lowest.toFixed(2)}-${highest.toFixed(2)}`;
}
