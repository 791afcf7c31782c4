import { historyOf, type HistoryUse } from "../model/history";
import type { Schemas } from "../schema/schemas";

/** The histories among the schemas, and the directions in which values pass through each; errors have only Downs. */
export function historyUsesOf({ uses, errors }: Pick<Schemas, "uses" | "errors">): readonly HistoryUse[] {
  const ofErrors = historyOf(errors.declared);
  return [
    ...uses.flatMap(({ history, side, place, route }) => {
      const takes = side === "input";
      return history
        ? [{ history, where: route.where, takes, isText: takes && place !== "body", gives: !takes }]
        : [];
    }),
    ...(ofErrors
      ? [{ history: ofErrors, where: "AppOptions.Errors", takes: false, isText: false, gives: true }]
      : []),
  ];
}
