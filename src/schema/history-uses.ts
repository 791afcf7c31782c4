import type { HistoryUse } from "../model/history";
import type { Use } from "./uses";

/** The histories that schemas are, and which way values go through each. */
export function historyUsesOf(uses: readonly Use[]): readonly HistoryUse[] {
  return uses.flatMap(({ history, side }) =>
    history ? [{ history, takes: side === "input", gives: side === "output" }] : [],
  );
}
