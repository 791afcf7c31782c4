/* What the compiler needs for routes and histories, by this package and by others; tools/types-cost.ts holds the budgets. */
import {
  openBench,
  compilers,
  type Bench,
  type Compiler,
  type Cost,
  type Program,
} from "./type-cost/compile";
import { changes, histories, historyProgram } from "./type-cost/histories";
import { programsOf, programsOfPeers, schemasAlone } from "./type-cost/routes";
import { join } from "node:path";
import { fetchPeers, top } from "./build";
import { table } from "./table";

const usage = `npm run bench:types -- [--routes 200] [--dist dist] [--own]
Prints instantiations, memory and CPU time of programs that are compiled with the declarations of dist.
--own leaves the other frameworks out.`;

function main(args: readonly string[]): void {
  if (args.includes("--help")) {
    console.log(usage);
    return;
  }
  const valueOf = (name: string): string | undefined =>
    args.includes(name) ? args[args.indexOf(name) + 1] : undefined;
  const routes = Number(valueOf("--routes") ?? 200);
  const bench = openBench(join(top, "bench"), valueOf("--dist"));
  try {
    const peers = !args.includes("--own") && fetchPeers() ? programsOfPeers(routes) : {};
    const programs = { ...programsOf(routes), ...peers, "their schemas, unused": schemasAlone(routes) };
    console.log(routesTable(bench, routes, programs));
    console.log(`\n${historiesTable(bench)}`);
  } finally {
    bench.end();
  }
}

const names = Object.keys(compilers) as readonly Compiler[];

function routesTable(bench: Bench, routes: number, programs: Readonly<Record<string, Program>>): string {
  const rows = Object.entries(programs).map(([name, program]) => [
    name,
    ...names.flatMap((compiler) => cells(bench.costOf(program, compiler))),
  ]);
  return table([`${routes} routes`, ...heads()], rows);
}

/** Of a step: what a history costs more than its schemas alone. */
function historiesTable(bench: Bench): string {
  const steps = histories * changes;
  const kinds = {
    histories: "with Before",
    contexts: "with Before, a context for each function",
    functions: "the functions alone, with zod's types",
  } as const;
  const rows = (["histories", "contexts", "functions"] as const).map((kind) => [
    kinds[kind],
    ...names.flatMap((compiler) => {
      const alone = bench.costOf(historyProgram("schemas"), compiler);
      const all = bench.costOf(historyProgram(kind), compiler);
      return [
        String(Math.round((all.instantiations - alone.instantiations) / steps)),
        (all.megabytes - alone.megabytes).toFixed(0),
        (all.seconds - alone.seconds).toFixed(1),
      ];
    }),
  ]);
  const head = `a step of ${histories} histories of ${changes} changes (MB and s: of all)`;
  return table([head, ...heads()], rows);
}

function heads(): readonly string[] {
  return names.flatMap((compiler) => [compiler, "MB", "CPU s"]);
}

function cells({ instantiations, megabytes, seconds }: Cost): readonly string[] {
  return [instantiations.toLocaleString("en"), megabytes.toFixed(0), seconds.toFixed(1)];
}

main(process.argv.slice(2));
