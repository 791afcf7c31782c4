import { buildAt, buildBench, fetchPeers, type Build } from "./build";
import { startLoad } from "./measure";
import { readOptions, type Options } from "./options";
import { candidatesFor, kinds, startRow, type Row } from "./rows";
import { measureSlices, type Costs } from "./slices";
import { bestOf, spreadOf } from "./statistics";
import { table } from "./table";

const usage = `npm run bench:compare -- <refA> <refB> [options of npm run bench]
Measures this package's servers as they are at two git refs, interleaved, and flags where the CPU time per request
at refB is more than 5 % from that at refA, by the best quarter of the slices and by their median. What is not committed takes no part.`;

/** The share from which a difference is flagged, where best quarter and median agree on the side. */
const tolerance = 0.05;

/** The same server at both refs. */
interface Pair {
  readonly a: Row;
  readonly b: Row;
}

async function main([refA, refB, ...args]: readonly string[]): Promise<void> {
  if (refA === undefined || refB === undefined || refA.startsWith("-") || refB.startsWith("-")) {
    console.error(usage);
    process.exit(2);
  }
  const options = readOptions(args);
  const hasForeign = fetchPeers();
  const bench = buildBench();
  const made = (ref: string): Build => ({ bench, built: buildAt(ref), node: options.node });
  const only = options.only.length > 0 ? options.only : ["ours"];
  await compare(made(refA), made(refB), { ...options, only }, hasForeign);
}

async function compare(a: Build, b: Build, options: Options, hasForeign: boolean): Promise<void> {
  const load = await startLoad(a);
  const pairs: Pair[] = [];
  for (const candidate of candidatesFor(a, options, hasForeign)) {
    const atA = await startRow(a, candidate);
    const atB = await startRow(b, { ...candidate, setup: { ...candidate.setup, built: b.built } });
    if (atA && atB) pairs.push({ a: atA, b: atB });
  }
  const rows = pairs.flatMap((pair) => [pair.a, pair.b]);
  const costs = await measureSlices({ load, rows, amount: options, ...options });
  console.log(report(pairs, costs));
  for (const { server } of rows) server.process.stop();
  load.stop();
}

function report(pairs: readonly Pair[], costs: Costs): string {
  const lines = pairs.flatMap(({ a, b }) =>
    kinds.map((kind) => {
      const [before, after] = [a, b].map((row) => costs(row, kind).map(({ perRequest }) => perRequest));
      const best = bestOf(after ?? []) / bestOf(before ?? []);
      const median = spreadOf(after ?? []).median / spreadOf(before ?? []).median;
      return [a.name, String(a.setup.paths), kind, best.toFixed(3), median.toFixed(3), flagOf(best, median)];
    }),
  );
  return table(["server", "paths", "requests", "cost at B / at A", "of medians", "more than 5 %"], lines);
}

function flagOf(best: number, median: number): string {
  if (Math.min(best, median) > 1 + tolerance) return "dearer";
  return Math.max(best, median) < 1 - tolerance ? "cheaper" : "";
}

void main(process.argv.slice(2));
