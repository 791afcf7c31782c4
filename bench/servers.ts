import { writeFileSync } from "node:fs";
import type { Build } from "./build";
import { startLoad } from "./measure";
import type { Options } from "./options";
import { bodyRatios, differences, growth, hitsChart, memory, ratios } from "./report";
import { measureRounds } from "./rounds";
import { candidatesFor, startFloor, startRow, type Row } from "./rows";

/** Measures and prints CPU time per request of every server; false if one was left out for a wrong answer. */
export async function compareServers(build: Build, options: Options, hasForeign: boolean): Promise<boolean> {
  const load = await startLoad(build);
  const floor = await startFloor(build);
  const candidates = candidatesFor(build, options, hasForeign);
  const rows: Row[] = [];
  for (const candidate of candidates) {
    const row = await startRow(build, candidate);
    if (row) rows.push(row);
  }
  console.log(differences(rows, floor));
  const figures = await measureRounds({ load, floor, rows, amount: options, ...options });
  console.log(ratios(rows, figures));
  console.log(growth(rows, figures));
  console.log(bodyRatios(rows, figures));
  console.log(await memory(rows, floor));
  const chart = hitsChart(rows, figures);
  if (options.svg !== undefined && chart !== undefined) writeFileSync(options.svg, chart);
  for (const { server } of [floor, ...rows]) server.process.stop();
  load.stop();
  return rows.length === candidates.length;
}
