import type { TurnedPart } from "../model/app-internals";
import { historyOf } from "../model/history";
import type { Registration, Route } from "../model/route";
import type { Schemas } from "../schema/schemas";

/** The parts of a registration that histories turn; none without a record. */
export function turnedPartsOf(
  { contract, route: { contract: newest } }: Registration,
  route: Route | undefined,
): readonly TurnedPart[] {
  if (!route) return [];
  const requests = contract.turnedInputs.map(({ part, history }) => ({
    route,
    way: "request" as const,
    part,
    history,
    examples: [],
  }));
  const answers = contract.responses.flatMap(({ status, turned }) => {
    if (!turned) return [];
    const declared = newest.responses.find(({ schema }) => schema && historyOf(schema) === turned.history);
    const examples = [...(declared?.examples.values() ?? [])];
    return { route, way: "answer" as const, part: `response ${status}`, history: turned.history, examples };
  });
  return [...requests, ...answers];
}

/** The body of errors, which every route has. */
export function turnedErrors({ errors }: Schemas): readonly TurnedPart[] {
  const history = historyOf(errors.declared);
  return history ? [{ route: undefined, way: "answer", part: "errors", history, examples: [] }] : [];
}
