import { historyOf, type HistoryUse } from "../model/history";
import type { Schemas } from "../schema/schemas";

/** The histories that schemas are, and which way values go through each; errors have Downs alone. */
export function historyUsesOf({ uses, errors }: Pick<Schemas, "uses" | "errors">): readonly HistoryUse[] {
  const ofErrors = historyOf(errors.declared);
  return [
    ...uses.flatMap(({ history, side, place }) => {
      const takes = side === "input";
      return history ? [{ history, takes, isText: takes && place !== "body", gives: !takes }] : [];
    }),
    ...(ofErrors ? [{ history: ofErrors, takes: false, isText: false, gives: true }] : []),
  ];
}
