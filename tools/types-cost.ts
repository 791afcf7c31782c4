/**
 * Holds what the compiler needs for this package's types within budgets; build first.
 *
 * The budgets are instantiations: seconds and memory depend on the machine. `npm run bench:types` shows all three.
 */
import { join } from "node:path";
import { top } from "../bench/build";
import { openBench } from "../bench/type-cost/compile";
import { changes, histories, historyProgram, type HistoryProgram } from "../bench/type-cost/histories";
import { programsOf } from "../bench/type-cost/routes";

const routes = 200;
const routeBudgets: Readonly<Record<string, number>> = {
  functions: 230_000,
  "decorated controllers": 290_000,
  "legacy controllers": 310_000,
};
const stepBudgets = { histories: 1_880, contexts: 1_950 } satisfies Partial<Record<HistoryProgram, number>>;

const bench = openBench(join(top, "node_modules", ".cache"));
try {
  const programs = programsOf(routes);
  for (const [name, budget] of Object.entries(routeBudgets)) {
    const program = programs[name];
    if (program === undefined) throw new Error(`no program of ${name}`);
    hold(`${routes} routes, ${name}`, bench.costOf(program, "TypeScript 6").instantiations, budget);
  }
  const schemas = bench.costOf(historyProgram("schemas"), "TypeScript 6").instantiations;
  hold("a history's step", costOfStep("histories", schemas), stepBudgets.histories);
  hold("a history's step with a context", costOfStep("contexts", schemas), stepBudgets.contexts);
} finally {
  bench.end();
}

/** What a history adds to its schemas, for each of its steps. */
function costOfStep(kind: HistoryProgram, schemas: number): number {
  const all = bench.costOf(historyProgram(kind), "TypeScript 6").instantiations;
  return Math.round((all - schemas) / histories / changes);
}

function hold(what: string, cost: number, budget: number): void {
  const isWithin = cost <= budget;
  console.log(`${isWithin ? "ok  " : "over"} ${what}: ${cost} instantiations, at most ${budget}`);
  if (!isWithin) process.exitCode = 1;
}
