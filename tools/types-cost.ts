/**
 * Holds what the compiler needs for this package's types within budgets; build first.
 *
 * The budgets are instantiations: seconds and memory depend on the machine. `npm run bench:types` shows all three.
 */
import { join } from "node:path";
import { top } from "../bench/build";
import { openBench, type Bench } from "../bench/type-cost/compile";
import { changes, histories, historyProgram } from "../bench/type-cost/histories";
import { programsOf } from "../bench/type-cost/routes";

const routes = 200;
const routeBudgets: Readonly<Record<string, number>> = {
  functions: 230_000,
  "decorated controllers": 290_000,
  "legacy controllers": 310_000,
};
/** A step without contexts; they and the members that `Rename` leaves out have added 24 to the 1,850 of before. */
const stepBudget = 1_880;

const bench = openBench(join(top, "node_modules", ".cache"));
try {
  const programs = programsOf(routes);
  for (const [name, budget] of Object.entries(routeBudgets)) {
    const program = programs[name];
    if (program === undefined) throw new Error(`no program of ${name}`);
    hold(`${routes} routes, ${name}`, bench.costOf(program, "TypeScript 6").instantiations, budget);
  }
  hold("a history's step", costOfStep(bench), stepBudget);
} finally {
  bench.end();
}

/** What a history adds to its schemas, for each of its steps. */
function costOfStep({ costOf }: Bench): number {
  const [all, alone] = (["histories", "schemas"] as const).map(
    (kind) => costOf(historyProgram(kind), "TypeScript 6").instantiations,
  ) as [number, number];
  return Math.round((all - alone) / histories / changes);
}

function hold(what: string, cost: number, budget: number): void {
  const isWithin = cost <= budget;
  console.log(`${isWithin ? "ok  " : "over"} ${what}: ${cost} instantiations, at most ${budget}`);
  if (!isWithin) process.exitCode = 1;
}
