import type { HistoryUse } from "../model/history";
import type { Use } from "./uses";
import { historyOf } from "./versioned";

/** The histories that schemas are, and which way values go through each. */
export function historyUsesOf(uses: readonly Use[]): readonly HistoryUse[] {
  return uses.flatMap(({ schema, side }) => {
    const history = historyOf(schema);
    return history ? [{ history, takes: side === "input", gives: side === "output" }] : [];
  });
}
