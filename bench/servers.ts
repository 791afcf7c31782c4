import { writeFileSync } from "node:fs";
import type { Build } from "./build";
import { startLoad } from "./measure";
import type { Options } from "./options";
import { floor } from "./peers";
import type { Process } from "./processes";
import { bodyRatios, differences, growth, hitsChart, memory, ratios } from "./report";
import { candidatesFor, startFloor, startRow, type Candidate, type Row } from "./rows";
import { measureSlices, type Costs } from "./slices";

/** Measures and prints CPU time per request of every server; false if one was left out for a wrong answer. */
export async function compareServers(build: Build, options: Options, hasForeign: boolean): Promise<boolean> {
  const load = await startLoad(build);
  const candidates = candidatesFor(build, options, hasForeign);
  const bodies = candidates.filter(({ setup }) => setup.body !== undefined);
  const others = candidates.filter(({ setup }) => setup.body === undefined);
  const areRight = [
    await measured(build, others, { load, options, report: reportPaths }),
    await measured(build, bodies, { load, options, report: bodyRatios }),
  ];
  load.stop();
  return areRight.every(Boolean);
}

/** How one table is measured, and printed. */
interface Measuring {
  readonly load: Process;
  readonly options: Options;
  readonly report: (rows: readonly Row[], costs: Costs, options: Options) => Promise<string> | string;
}

/** Has all servers of a table up while they are measured; false if one was left out. */
async function measured(
  build: Build,
  candidates: readonly Candidate[],
  { load, options, report }: Measuring,
): Promise<boolean> {
  if (candidates.length === 0) return true;
  const needsFloor = candidates.some(({ against }) => against === floor.name);
  const rows: Row[] = needsFloor ? [await startFloor(build)] : [];
  const expected = rows.length + candidates.length;
  for (const candidate of candidates) {
    const row = await startRow(build, candidate);
    if (row) rows.push(row);
  }
  console.log(differences(rows));
  const costs = await measureSlices({ load, rows, amount: options, ...options });
  console.log(await report(rows, costs, options));
  for (const { server } of rows) server.process.stop();
  return rows.length === expected;
}

async function reportPaths(rows: readonly Row[], costs: Costs, { svg }: Options): Promise<string> {
  const chart = hitsChart(rows, costs);
  if (svg !== undefined) writeFileSync(svg, chart);
  const parts = [ratios(rows, costs), growth(rows, costs), await memory(rows)];
  return parts.filter((part) => part !== "").join("\n\n");
}
